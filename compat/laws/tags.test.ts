import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { changesBetween, changeSummary } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";
import { searchUnexplainedValues } from "../../test/support/compat/value-search.ts";
import { isLong } from "../../test/support/contracts/platform.ts";

/** Shapes of an object, by the JSON text of the tag: the property that distinguishes them. */
type TaggedUnion = Readonly<Record<string, Shape>>;

interface Shape {
  readonly properties: JsonObject;
  readonly required: readonly string[];
  readonly closed: boolean;
}

/** Notation of a tagged union in a schema. */
interface UnionNotation {
  readonly keyword: "oneOf" | "anyOf";
  /** Group of each tag value. Values with equal shapes and the same group share a branch. */
  readonly groups: readonly number[];
  readonly isReversed: boolean;
  readonly isWrapped: boolean;
  /** Writes booleans and null as a type, not as an enum. */
  readonly isTyped: boolean;
  /** Adds a discriminator that names the tag. */
  readonly hasDiscriminator?: boolean;
}

/** Values of tags: texts, or values of several types with similar texts. */
const alphabets = [
  ['"a"', '"b"', '"c"', '"d"'],
  ["true", '"true"', "1", '"1"'],
  ["true", "false", "null", '"false"'],
  ["false", '""', "0", "null"],
];
const shape: fc.Arbitrary<Shape> = fc.record({
  // Different types, because equal changes of several properties are reported as one change.
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
/** Unions with few shapes for many values, so that values share a shape and can move to another. */
const taggedUnion: fc.Arbitrary<TaggedUnion> = fc
  .tuple(
    fc.array(shape, { minLength: 2, maxLength: 3 }),
    fc.array(fc.nat(2), { minLength: 2, maxLength: 4 }),
    fc.constantFrom(...alphabets),
  )
  .map(([shapes, chosen, values]) =>
    Object.fromEntries(chosen.map((one, index) => [values[index], shapes[one % shapes.length] as Shape])),
  );
const notation: fc.Arbitrary<UnionNotation> = fc.record({
  keyword: fc.constantFrom("oneOf", "anyOf"),
  groups: fc.array(fc.nat(1), { minLength: 4, maxLength: 4 }),
  isReversed: fc.boolean(),
  isWrapped: fc.boolean(),
  isTyped: fc.boolean(),
});

function schemaOfUnion(
  union: TaggedUnion,
  { keyword, groups, isReversed, isWrapped, isTyped, hasDiscriminator }: UnionNotation,
): JsonObject {
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
    ...(hasDiscriminator && texts.every((text) => text.startsWith('"')) && { discriminator: { propertyName: "kind" } }),
  };
  return isWrapped ? { allOf: [{ type: "object" }, all] } : all;
}

/** Schema of the tag in a shape. */
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

const reportedChanges = ([base, revision]: readonly [JsonObject, JsonObject]): string[] =>
  changesBetween(base, revision).map(({ verdict, direction, rule, path }) =>
    [verdict, direction, rule, path].join(" "),
  );

describe("a tagged union", () => {
  it("has no change in another notation", () => {
    fc.assert(
      fc.property(taggedUnion, notation, notation, (union, one, other) => {
        const [base, revision] = documents(schemaOfUnion(union, one), schemaOfUnion(union, other));
        expect(changesBetween(base, revision).map(changeSummary)).toEqual([]);
      }),
      { numRuns: isLong ? 1000 : 40 },
    );
  });

  it("has the changes of its shapes, for each value of the tag", () => {
    const both = fc.tuple(taggedUnion, taggedUnion).map(([one, other]): [TaggedUnion, TaggedUnion] => {
      const shapes = Object.values(other);
      const again = Object.keys(one).map((value, index) => [value, shapes[index % shapes.length] as Shape]);
      return [one, Object.fromEntries(again) as TaggedUnion];
    });
    fc.assert(
      fc.property(both, notation, notation, fc.boolean(), ([before, after], one, other, hasDiscriminator) => {
        const alone = Object.keys(before).flatMap((value) => {
          const [from, to] = [before, after].map((union) => ({ [value]: union[value] as Shape })) as [
            TaggedUnion,
            TaggedUnion,
          ];
          return reportedChanges(documents(schemaOfUnion(from, one), schemaOfUnion(to, other)));
        });
        const together = reportedChanges(
          documents(
            schemaOfUnion(before, { ...one, hasDiscriminator }),
            schemaOfUnion(after, { ...other, hasDiscriminator }),
          ),
        );
        expect([...new Set(together)].toSorted()).toEqual([...new Set(alone)].toSorted());
      }),
      { numRuns: isLong ? 300 : 20 },
    );
  });

  it("has no value that refutes a non-breaking verdict", () => {
    fc.assert(
      fc.property(taggedUnion, taggedUnion, notation, notation, (before, after, one, other) => {
        const [base, revision] = documents(schemaOfUnion(before, one), schemaOfUnion(after, other));
        const changes = changesBetween(base, revision);
        const { unexplained: refuted } = searchUnexplainedValues(base, revision, { changes, count: 60 });
        expect(refuted.length === 0 ? [] : [...refuted, ...changes.map(changeSummary)]).toEqual([]);
      }),
      { numRuns: isLong ? 500 : 20 },
    );
  });
});
