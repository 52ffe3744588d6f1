import type { Json, JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../test/support/contracts/law.ts";
import type { Contract } from "../model/contract.ts";
import { constraints } from "./keywords/index.ts";
import { validatorOf } from "./validator.ts";

/** Malformed values of keywords that occur in practice. */
const malformedValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>("", "(", -1, 0.5, [], {}, [[]], [null], { a: null }, { a: [1] }, "object", ["object", 1]),
  fc.constantFrom<unknown>(
    { type: "string" },
    [{ type: "string" }],
    { "(": {} },
    { $ref: "#/nowhere" },
    { $id: "x", $async: true },
  ),
);
const names = [...constraints, "nullable", "discriminator", "$async", "$id", "$anchor", "formatMinimum", "x-a"];
const schemas = fc.dictionary(fc.constantFrom(...names), malformedValue, { maxKeys: 5 }) as fc.Arbitrary<JsonObject>;

describe("keywords", () => {
  it("keep only schemas that a validator can compile", () => {
    expect(breachOf(compilesLaw(contractOfSchema), { numRuns: 300 })).toBeUndefined();
  });

  it("fail the law if malformed values are kept", () => {
    const asItCame = (value: Json): Contract => ({
      ...contractOfSchema(true),
      document: { components: { schemas: { S: value } } },
    });

    expect(breachOf(compilesLaw(asItCame))).toContain("Counterexample");
  });
});

function compilesLaw(compile: (schema: Json, parts: JsonObject) => Contract): fc.IProperty<[Json, string, unknown]> {
  return fc.property(schemas, fc.constantFrom("3.0.3", "3.1.0"), fc.jsonValue(), (schema, openapi, value) => {
    const contract = compile(schema, { openapi });

    expect(() => validatorOf(contract, "/components/schemas/S", "request")(value)).not.toThrow();
  });
}
