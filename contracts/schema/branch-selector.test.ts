import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { createBranchSelector } from "./branch-selector.ts";
import { getAcceptor } from "./validator.ts";

const tag = fc.constantFrom("a", "b", "c");
const scalarSchema = fc.oneof(
  tag.map((value) => ({ const: value })),
  fc.array(tag, { minLength: 1 }).map((values) => ({ enum: values })),
);
const branch: fc.Arbitrary<JsonObject> = fc.oneof(
  { arbitrary: fc.record({ properties: fc.record({ kind: scalarSchema }) }), weight: 6 },
  {
    arbitrary: fc.record({ properties: fc.record({ kind: scalarSchema }), required: fc.constant(["kind"]) }),
    weight: 6,
  },
  { arbitrary: fc.constant({ type: "string" }), weight: 1 },
);
const value = fc.oneof(
  fc.record({ kind: fc.oneof(tag, fc.constant("d"), fc.constant(1)) }),
  fc.constantFrom<Json>({}, "a", null, ["a"]),
);

/** Union of components with enough branches for an index. */
function unionOf(branches: readonly JsonObject[]): JsonSchema {
  const names = branches.map((_, index) => `B${index}`);
  return {
    oneOf: names.map((name) => ({ $ref: `#/components/schemas/S/$defs/${name}` })),
    $defs: Object.fromEntries(names.map((name, index) => [name, branches[index] as JsonObject])),
  };
}

describe("createBranchSelector()", () => {
  it("drops no branch that accepts the value, and returns none twice", () => {
    let excludedCount = 0;
    const law = fc.property(fc.array(branch, { minLength: 11, maxLength: 14 }), value, (branches, one) => {
      const contract = contractOfSchema(unionOf(branches) as JsonObject);
      const { oneOf } = (contract.document as { components: { schemas: { S: { oneOf: readonly Json[] } } } }).components
        .schemas.S;
      const selected = createBranchSelector(contract, () => false)(oneOf, one);
      const accepting = oneOf.filter((_, index) =>
        getAcceptor(contract, `/components/schemas/S/oneOf/${index}`, "request")(one),
      );
      excludedCount += oneOf.length - selected.length;

      expect(new Set(selected).size).toBe(selected.length);
      expect(accepting.every((schema) => selected.includes(schema as JsonSchema))).toBe(true);
    });
    fc.assert(law, { seed: 1, numRuns: 300 });

    expect(excludedCount).toBeGreaterThan(500);
  });
});
