import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { quickVerdict } from "./quick-validate.ts";
import { getAcceptor } from "./validator.ts";

const name = fc.constantFrom("a", "b", "__proto__", "toString");
const count = fc.integer({ min: 0, max: 3 });
const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 1e21);
const text = fc.constantFrom("", "a", "ab", "😀", "2026-01-31", "\ud800");
const plain = fc.oneof(number, text, fc.boolean(), fc.constant(null));

const { value } = fc.letrec<{ value: Json }>((arbitrary) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small", withCrossShrink: true },
    plain,
    fc.array(arbitrary("value"), { maxLength: 3 }),
    fc.dictionary(name, arbitrary("value"), { maxKeys: 3 }),
  ),
}));

const { schema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((arbitrary) => {
  const one = arbitrary("schema");
  const several = fc.array(one, { minLength: 1, maxLength: 3 });
  const schemasByName = fc.dictionary(name, one, { maxKeys: 2 });
  const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");
  const keywords: Record<string, fc.Arbitrary<Json>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    const: value,
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(0.5, 1, 2),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom("^a", "b$"),
    format: fc.constantFrom("date", "int32", "toString"),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    items: one,
    prefixItems: several,
    contains: one,
    minProperties: count,
    maxProperties: count,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    properties: schemasByName,
    patternProperties: fc.record({ "^a": one }, { requiredKeys: [] }),
    additionalProperties: one,
    propertyNames: one,
    dependentRequired: fc.constant({ a: ["b"] }),
    unevaluatedProperties: one,
    unevaluatedItems: one,
    allOf: several,
    anyOf: several,
    oneOf: several,
    not: one,
    if: one,
    then: one,
    else: one,
    description: fc.constant("a note"),
  };
  const sampledSchema = fc
    .subarray(Object.keys(keywords), { maxLength: 4 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((keyword) => [keyword, keywords[keyword] as fc.Arbitrary<Json>]))),
    );
  return {
    object: sampledSchema,
    schema: fc.oneof({ maxDepth: 3, depthSize: "small" }, fc.boolean(), arbitrary("object")),
  };
});

const patternChecks = { fitsPattern: (source: string, one: string) => new RegExp(source, "u").test(one) };

describe("quickVerdict()", () => {
  it("never contradicts the validator, and decides most values", () => {
    const verdictCounts = { fits: 0, refused: 0, open: 0 };
    const law = fc.property(schema, fc.array(value, { minLength: 1, maxLength: 5 }), (sampledSchema, values) => {
      const contract = contractOfSchema(sampledSchema as JsonObject);
      const accepts = getAcceptor(contract, "/components/schemas/S", "request");
      for (const each of values) {
        const verdict = quickVerdict([{ $ref: "#/components/schemas/S" }], each, {
          contract,
          isAbsent: () => false,
          ...patternChecks,
          fitsFormat: (format, one) => format !== "date" || /^\d{4}-\d\d-\d\d$/.test(one),
        });
        verdictCounts[verdict === undefined ? "open" : verdict ? "fits" : "refused"] += 1;
        if (verdict !== undefined) expect(verdict, JSON.stringify(each)).toBe(accepts(each));
      }
    });
    fc.assert(law, { seed: 1, numRuns: 1500 });

    expect(verdictCounts.fits).toBeGreaterThan(300);
    expect(verdictCounts.refused).toBeGreaterThan(300);
    expect(verdictCounts.open).toBeLessThan(verdictCounts.fits + verdictCounts.refused);
  });

  it("leaves undecided a value with too many parts", () => {
    const contract = contractOfSchema({ type: "array", items: { type: "integer" } });
    const options = { contract, isAbsent: () => false, ...patternChecks, fitsFormat: () => true };
    const whole = [{ $ref: "#/components/schemas/S" }];

    expect(quickVerdict(whole, Array(100).fill(1), options)).toBe(true);
    expect(quickVerdict(whole, Array(10_000).fill(1), options)).toBeUndefined();
  });

  it("ignores required properties that are not sent in a direction", () => {
    const contract = contractOfSchema({ type: "object", properties: { id: { readOnly: true } }, required: ["id"] });
    const options = { contract, ...patternChecks, fitsFormat: () => true };
    const whole = [{ $ref: "#/components/schemas/S" }];

    expect(quickVerdict(whole, {}, { ...options, isAbsent: () => false })).toBe(false);
    expect(quickVerdict(whole, {}, { ...options, isAbsent: (_, missing) => missing === "id" })).toBe(true);
  });
});
