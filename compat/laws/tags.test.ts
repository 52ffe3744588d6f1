import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { changesBetween, changeSummary } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { searchUnexplainedValues } from "../../test/support/compat/value-search.ts";
import { isLong } from "../../test/support/contracts/platform.ts";

/** What an object is, by the JSON text of the property that tells its shapes apart. */
type Tagged = Readonly<Record<string, Shape>>;

interface Shape {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly closed: boolean;
}

/** How such a union is written. */
interface Spelling {
  readonly keyword: "oneOf" | "anyOf";
  /** Which of the values with equal shapes share a branch: those that have the same number. */
  readonly groups: readonly number[];
  readonly isReversed: boolean;
  readonly isWrapped: boolean;
  /** Whether true and false, and null, are a type rather than listed. */
  readonly isTyped: boolean;
  /** Whether a discriminator says which property tells the shapes apart. */
  readonly isTold?: boolean;
}

/** Tags are texts, or of several types, some of which look alike. */
const alphabets = [
  ['"a"', '"b"', '"c"', '"d"'],
  ["true", '"true"', "1", '"1"'],
  ["true", "false", "null", '"false"'],
  ["false", '""', "0", "null"],
];
const shape: fc.Arbitrary<Shape> = fc.record({
  // Properties that change in the same way are told of once: these cannot.
  properties: fc
    .record(
      {
        x: fc.constantFrom<JsonObject[]>({ type: "string" }, { type: "string", maxLength: 4 }, { type: "integer" }),
        y: fc.constantFrom<JsonObject[]>({ type: "boolean" }, { type: "array" }, { enum: ["p", "q"] }),
      },
      { requiredKeys: [] },
    )
    .map((properties) => properties as JsonObject),
  required: fc.subarray(["x", "y"]),
  closed: fc.boolean(),
});
/** Few shapes for many values, so that values share them and move from one to the other. */
const tagged: fc.Arbitrary<Tagged> = fc
  .tuple(
    fc.array(shape, { minLength: 2, maxLength: 3 }),
    fc.array(fc.nat(2), { minLength: 2, maxLength: 4 }),
    fc.constantFrom(...alphabets),
  )
  .map(([shapes, chosen, values]) =>
    Object.fromEntries(chosen.map((one, index) => [values[index], shapes[one % shapes.length] as Shape])),
  );
const spelling: fc.Arbitrary<Spelling> = fc.record({
  keyword: fc.constantFrom("oneOf", "anyOf"),
  groups: fc.array(fc.nat(1), { minLength: 4, maxLength: 4 }),
  isReversed: fc.boolean(),
  isWrapped: fc.boolean(),
  isTyped: fc.boolean(),
});

function written(union: Tagged, { keyword, groups, isReversed, isWrapped, isTyped, isTold }: Spelling): JsonObject {
  const texts = Object.keys(union);
  const branches = Object.values(
    Object.groupBy(Object.entries(union), ([text, one]) => JSON.stringify([one, groups[texts.indexOf(text)]])),
  ).map((all): JsonObject => {
    const [[, { properties, required, closed }]] = all as [[string, Shape]];
    const kinds = (all ?? []).map(([text]) => JSON.parse(text) as Json);
    return {
      type: "object",
      required: ["kind", ...required.filter((name) => properties[name] !== undefined)],
      properties: { kind: tagOf(kinds, isTyped), ...properties },
      ...(closed && { additionalProperties: false }),
    };
  });
  const all = {
    [keyword]: isReversed ? branches.toReversed() : branches,
    ...(isTold && texts.every((text) => text.startsWith('"')) && { discriminator: { propertyName: "kind" } }),
  };
  return isWrapped ? { allOf: [{ type: "object" }, all] } : all;
}

/** What a shape says of its tag. */
function tagOf(kinds: readonly Json[], isTyped: boolean): JsonObject {
  const types = [
    ...(kinds.includes(true) && kinds.includes(false) ? ["boolean"] : []),
    ...(kinds.includes(null) ? ["null"] : []),
  ];
  const others = kinds.filter((kind) => !types.includes(kind === null ? "null" : typeof kind));
  if (isTyped && types.length > 0 && others.length === 0) return { type: types };
  return kinds.length === 1 ? { const: kinds[0] as Json } : { enum: kinds };
}

const documents = (base: JsonObject, revision: JsonObject) =>
  probeDocuments({ about: "tags", verdict: "", both: [base, revision] });

const told = ([base, revision]: readonly [JsonObject, JsonObject]): string[] =>
  changesBetween(base, revision).map(({ verdict, direction, rule, path }) =>
    [verdict, direction, rule, path].join(" "),
  );

describe("a union that a tag tells apart", () => {
  it("has no change when it is written otherwise", () => {
    fc.assert(
      fc.property(tagged, spelling, spelling, (union, one, other) => {
        const [base, revision] = documents(written(union, one), written(union, other));
        expect(changesBetween(base, revision).map(changeSummary)).toEqual([]);
      }),
      { numRuns: isLong ? 1000 : 40 },
    );
  });

  it("has the changes that its shapes have, value by value", () => {
    const both = fc.tuple(tagged, tagged).map(([one, other]): [Tagged, Tagged] => {
      const shapes = Object.values(other);
      const again = Object.keys(one).map((value, index) => [value, shapes[index % shapes.length] as Shape]);
      return [one, Object.fromEntries(again) as Tagged];
    });
    fc.assert(
      fc.property(both, spelling, spelling, fc.boolean(), ([before, after], one, other, isTold) => {
        const alone = Object.keys(before).flatMap((value) => {
          const [from, to] = [before, after].map((union) => ({ [value]: union[value] as Shape })) as [Tagged, Tagged];
          return told(documents(written(from, one), written(to, other)));
        });
        const together = told(documents(written(before, { ...one, isTold }), written(after, { ...other, isTold })));
        expect([...new Set(together)].toSorted()).toEqual([...new Set(alone)].toSorted());
      }),
      { numRuns: isLong ? 300 : 20 },
    );
  });

  it("has no value that shows otherwise where a change is called non-breaking", () => {
    fc.assert(
      fc.property(tagged, tagged, spelling, spelling, (before, after, one, other) => {
        const [base, revision] = documents(written(before, one), written(after, other));
        const changes = changesBetween(base, revision);
        const { unexplained: refuted } = searchUnexplainedValues(base, revision, { changes, count: 60 });
        expect(refuted.length === 0 ? [] : [...refuted, ...changes.map(changeSummary)]).toEqual([]);
      }),
      { numRuns: isLong ? 500 : 20 },
    );
  });
});
