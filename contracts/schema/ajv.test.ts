import type { Json, JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { canonicalJson } from "../model/canonical-json.ts";
import { acceptorOf } from "./validator.ts";

const S = "/components/schemas/S";
const known = { properties: { kind: { const: "a" } } };

const conditions: readonly JsonObject[] = [
  { if: known, then: { properties: { b: true } } },
  { if: known, else: { properties: { b: true } } },
  { anyOf: [known, { properties: { kind: { const: "b" }, b: true } }] },
  { oneOf: [known, { properties: { kind: { const: "b" }, b: true } }] },
  { dependentSchemas: { c: known } },
];

describe("initializeEvaluated()", () => {
  it.each(conditions)("allows patternProperties beside %j, whether the condition holds or not", (condition) => {
    const siblingSchema = { ...condition, patternProperties: { "^x": { type: "integer" } } };
    const allOfSchema = { allOf: [condition, { patternProperties: { "^x": { type: "integer" } } }] };
    const [one, other] = [siblingSchema, allOfSchema].map((schema) =>
      acceptorOf(contractOfSchema({ ...schema, unevaluatedProperties: false }), S, "request"),
    );
    const member = fc.constantFrom<Json>(1, "a", "b");
    const members = { kind: member, b: member, c: member, x1: member, d: member };

    fc.assert(
      fc.property(fc.record(members, { requiredKeys: [] }), (value) => one?.(value) === other?.(value)),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe("loadAjv()", () => {
  it("compares members with any name", () => {
    const memberName = fc.constantFrom("toString", "valueOf", "constructor", "__proto__", "a");
    const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
    const objects = fc.dictionary(memberName, value, { noNullPrototype: true }) as fc.Arbitrary<JsonObject>;

    fc.assert(
      fc.property(objects, objects, (one, other) => {
        const accepts = acceptorOf(contractOfSchema({ items: { const: one }, uniqueItems: true }), S, "request");
        expect([accepts([one]), accepts([one, one])]).toEqual([true, false]);
        expect(accepts([other])).toBe(canonicalJson(one) === canonicalJson(other));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
