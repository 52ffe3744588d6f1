import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../../test/support/contracts/law.ts";
import { getAcceptor, validatorOf } from "../validator.ts";
import { keywords } from "./index.ts";
import type { Keyword, QuickContext } from "./keyword.ts";

/**
 * Test values of each keyword: limits and the next numbers, and lists and schemas of which some are narrower than
 * others.
 */
const valuesByKeyword: Readonly<Record<string, readonly Json[]>> = {
  type: ["integer", "number", "string", ["integer", "null"], ["number", "string"], ["object", "array", "boolean"]],
  const: [1, "a", null, { a: 1 }, [1, 2]],
  enum: [[1], [1, "a"], [null, { a: 1 }], ["a", "ab", 1, null], [[1, 2], false]],
  required: [[], ["a"], ["b"], ["a", "b"], ["toString"]],
  dependentRequired: [{}, { a: ["b"] }, { a: ["b", "c"] }, { b: ["a"] }, { toString: ["a"] }],
  dependentSchemas: [{}, { a: { required: ["b"] } }],
  properties: [{}, { a: { type: "integer" } }, { a: false, b: true }, { toString: { type: "string" } }],
  patternProperties: [{}, { "^a": { type: "integer" } }, { b$: false }],
  additionalProperties: [true, false, { type: "integer" }],
  unevaluatedProperties: [true, false, { type: "string" }],
  propertyNames: [true, {}, { maxLength: 1 }, { pattern: "^a" }],
  items: [true, false, { type: "integer" }, { minimum: 2 }],
  prefixItems: [[true], [{ type: "integer" }], [{ type: "string" }, false]],
  unevaluatedItems: [true, false, { type: "integer" }],
  contains: [true, { type: "integer" }, { const: 1 }],
  uniqueItems: [true, false],
  pattern: ["", "^a", "b$", "^.$"],
  format: ["date", "int32", "uuid"],
  multipleOf: [0.1, 0.5, 1, 2, 3, 6, 0.01],
  allOf: [[true], [{ type: "integer" }, { minimum: 1 }], [{ type: "string" }]],
  anyOf: [[true], [{ type: "integer" }, { type: "string" }], [false, { maxLength: 1 }]],
  oneOf: [[true], [{ type: "integer" }, { minimum: 1 }], [{ type: "string" }, { maxLength: 1 }]],
  not: [false, true, { type: "string" }, { minimum: 1 }],
  if: [true, { type: "integer" }],
  then: [true, { minimum: 1 }],
  else: [true, { minLength: 1 }],
  $defs: [{ a: false }],
  definitions: [{ a: false }],
  minContains: [0, 1, 2],
  maxContains: [0, 1, 2],
};
const counts: readonly Json[] = [0, 1, 2, 3];
const numbers: readonly Json[] = [-1, 0, 0.5, 1, 2.5, 3];

/** Keywords without a law: a `$ref` has the meaning of its target, and no validator checks content. */
const withoutLaw = new Set(["$ref", "contentMediaType", "contentEncoding", "contentSchema"]);

const subjects = [...keywords.values()].filter(({ name }) => !withoutLaw.has(name));

function valuesOf({ name, type, limit }: Keyword): readonly Json[] {
  return valuesByKeyword[name] ?? (limit ? (type === "number" ? numbers : counts) : []);
}

const memberName = fc.constantFrom("a", "b", "ab", "c", "toString");
const scalar = fc.oneof(
  fc.constantFrom(-1, 0, 0.1, 0.25, 0.3, 0.5, 1, 2, 2.5, 3, 6, 1e21),
  fc.constantFrom("", "a", "ab", "😀", "😀a", "abc", "2026-01-31", "\ud800"),
  fc.boolean(),
  fc.constant(null),
);
const { instance } = fc.letrec<{ instance: Json }>((arbitrary) => ({
  instance: fc.oneof(
    { maxDepth: 2, depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(arbitrary("instance"), { maxLength: 4 }),
    fc.dictionary(memberName, arbitrary("instance"), { maxKeys: 4 }),
  ),
}));

const acceptors = new Map<string, (value: Json) => boolean>();

/** The validator, compiled once for each schema. */
function isAccepted(schema: JsonSchema, value: Json): boolean {
  const key = JSON.stringify(schema);
  let accepts = acceptors.get(key);
  if (!accepts)
    acceptors.set(key, (accepts = getAcceptor(contractOfSchema(schema), "/components/schemas/S", "request")));
  return accepts(value);
}

const context: QuickContext = {
  fitsPattern: (pattern, text) => new RegExp(pattern, "u").test(text),
  fitsFormat: (format, text) => isAccepted({ format }, text),
  fits: isAccepted,
  fitsTarget: () => undefined,
  fitsBranches: (union, value) => (union as JsonSchema[]).map((branch) => isAccepted(branch, value)),
  isAbsent: () => false,
};

function isConstrained({ type }: Keyword, value: Json): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === undefined || typeof value === type;
}

function quickCheckLaw(keyword: Keyword): fc.IProperty<[Json, Json]> {
  return fc.property(fc.constantFrom(...valuesOf(keyword)), instance, (value, one) => {
    const schema = { [keyword.name]: value };
    const verdict = isConstrained(keyword, one) ? keyword.accepts?.(value, one, schema, context) : true;
    if (verdict !== undefined) expect(verdict, JSON.stringify(one)).toBe(isAccepted(schema, one));
  });
}

function mergeLaw({ name, merge, ...keyword }: Keyword): fc.IProperty<[Json, Json, Json]> {
  const values = fc.constantFrom(...valuesOf({ name, ...keyword }));
  return fc.property(values, values, instance, (one, other, each) => {
    const merged = merge?.(one, other);
    const isAcceptedByBoth = isAccepted({ [name]: one }, each) && isAccepted({ [name]: other }, each);
    if (merged !== undefined) expect(isAccepted({ [name]: merged }, each)).toBe(isAcceptedByBoth);
  });
}

function narrowerLaw({ name, isNarrower, ...keyword }: Keyword): fc.IProperty<[Json, Json, Json]> {
  const values = fc.constantFrom(...valuesOf({ name, ...keyword }));
  return fc.property(values, values, instance, (one, other, each) => {
    if (isNarrower?.(one, other) && isAccepted({ [name]: one }, each))
      expect(isAccepted({ [name]: other }, each)).toBe(true);
  });
}

function noEffectLaw({ name, hasNoEffect, ...keyword }: Keyword): fc.IProperty<[Json, Json, Json]> {
  // Some values have no effect only together with another keyword.
  const besides = fc.constantFrom<JsonObject>({}, { type: "integer" });
  return fc.property(
    fc.constantFrom(...valuesOf({ name, ...keyword })),
    besides,
    instance,
    (value, otherKeywords, each) => {
      const schema = { ...otherKeywords, [name]: value };
      if (hasNoEffect?.(value, schema)) expect(isAccepted(schema, each)).toBe(isAccepted(otherKeywords, each));
    },
  );
}

/** Law: each value that the keyword rejects is valid against one of the `rejected` schemas. */
function rejectedLaw(keyword: Keyword): fc.IProperty<[Json, Json]> {
  const { name } = keyword;
  return fc.property(fc.constantFrom(...valuesOf(keyword)), instance, (value, each) => {
    const schemas = keyword.rejected?.(value, { [name]: value }, (schema) => ({ not: schema }));
    if (!schemas || isAccepted({ [name]: value }, each)) return;
    expect(schemas.some((schema) => isAccepted(schema, each))).toBe(true);
  });
}

/** Law: values of the `rejected` schemas of a limit break only that limit. */
function breakingLaw(keyword: Keyword): fc.IProperty<[Json, Json]> {
  const { name } = keyword;
  return fc.property(fc.constantFrom(...valuesOf(keyword)), instance, (value, each) => {
    const schema = { [name]: value };
    const schemas = keyword.rejected?.(value, schema, (one) => ({ not: one })) ?? [];
    if (!schemas.some((one) => isAccepted(one, each))) return;
    const violations = validatorOf(contractOfSchema(schema), "/components/schemas/S", "request")(each);
    expect(violations.map((violation) => violation.keyword)).toEqual([name]);
    expect(violations[0]?.expected).toBe(keyword.expected?.(value, {}));
  });
}

const laws = [
  { of: "accepts", law: quickCheckLaw, claim: "checks a value as the validator does" },
  { of: "merge", law: mergeLaw, claim: "merges two values into one that accepts what both accept" },
  { of: "isNarrower", law: narrowerLaw, claim: "accepts no more than a value that it is narrower than" },
  { of: "hasNoEffect", law: noEffectLaw, claim: "rejects nothing if it has no effect" },
  { of: "rejected", law: rejectedLaw, claim: "describes all rejected values" },
] as const;

const runs = { seed: 1, numRuns: 500 };

describe("keywords", () => {
  it("each have test values, which are all well-formed", () => {
    for (const keyword of subjects) {
      expect(valuesOf(keyword), keyword.name).not.toEqual([]);
      expect(valuesOf(keyword).filter((value) => !keyword.isWellFormed(value))).toEqual([]);
    }
  });

  describe.each(laws)("$of()", ({ of, law, claim }) => {
    const declaring = subjects.filter((keyword) => keyword[of] !== undefined);

    it.each(declaring)(`of $name ${claim}`, (keyword) => {
      expect(breachOf(law(keyword) as fc.IProperty<unknown[]>, runs)).toBeUndefined();
    });

    it("is declared by several keywords", () => expect(declaring.length).toBeGreaterThan(9));
  });

  it.each(subjects.filter(({ limit }) => limit))(
    "$name is the only keyword that its invalid values violate",
    (limit) => {
      expect(breachOf(breakingLaw(limit), { seed: 1, numRuns: 60 })).toBeUndefined();
    },
  );

  it.each(subjects.filter(({ limit }) => limit))(
    "$name and its opposite limit have the same measure",
    ({ type, limit }) => {
      const opposite = keywords.get(limit?.opposite ?? "");

      expect(opposite).toMatchObject({ type, limit: { sign: -(limit?.sign ?? 0) } });
      expect(opposite?.limit?.unit).toBe(limit?.unit);
    },
  );
});

describe("the laws of keywords", () => {
  const keywordNamed = (name: string): Keyword => keywords.get(name) as Keyword;
  const planted: readonly {
    readonly fault: string;
    readonly law: (one: Keyword) => unknown;
    readonly keyword: Keyword;
  }[] = [
    {
      fault: "a length in UTF-16 units",
      law: quickCheckLaw,
      keyword: { ...keywordNamed("maxLength"), accepts: (limit, text) => (text as string).length <= Number(limit) },
    },
    {
      fault: "an inherited member that counts as present",
      law: quickCheckLaw,
      keyword: {
        ...keywordNamed("required"),
        accepts: (names, object) => (names as string[]).every((one) => one in (object as JsonObject)),
      },
    },
    {
      fault: "the wider of two limits",
      law: mergeLaw,
      keyword: { ...keywordNamed("minimum"), merge: Math.min as never },
    },
    {
      fault: "the product of two steps",
      law: mergeLaw,
      keyword: { ...keywordNamed("multipleOf"), merge: (one, other) => Number(one) * Number(other) },
    },
    {
      fault: "limits compared the wrong way around",
      law: narrowerLaw,
      keyword: { ...keywordNamed("maxItems"), isNarrower: (one, other) => Number(one) >= Number(other) },
    },
    {
      fault: "a part of a list that counts as narrower",
      law: narrowerLaw,
      keyword: { ...keywordNamed("required"), isNarrower: (one, other) => (one as []).length <= (other as []).length },
    },
    {
      fault: "a least length of two that counts as none",
      law: noEffectLaw,
      keyword: { ...keywordNamed("minLength"), hasNoEffect: (limit) => Number(limit) <= 2 },
    },
    {
      fault: "rejected values that begin one too far away",
      law: rejectedLaw,
      keyword: { ...keywordNamed("maxItems"), rejected: (limit) => [{ type: "array", minItems: Number(limit) + 2 }] },
    },
    {
      fault: "rejected values that include the limit",
      law: breakingLaw,
      keyword: { ...keywordNamed("maximum"), rejected: (limit) => [{ type: "number", minimum: limit }] },
    },
  ];

  it.each(planted)("catch $fault", ({ law, keyword }) => {
    expect(breachOf(law(keyword) as fc.IProperty<unknown[]>, runs)).toContain("Counterexample");
  });
});
