import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../fixtures/contracts/in-memory.ts";
import { breachOf } from "../../fixtures/contracts/law.ts";
import { keywords } from "./keywords.ts";
import { validatorOf } from "./validator.ts";

/** What people write where a keyword wants something else. */
const nonsense = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>("", "(", -1, 0.5, 1e999, [], {}, [[]], [null], { a: null }, { a: [1] }, "object", [
    "object",
    1,
  ]),
  fc.constantFrom<unknown>(
    { type: "string" },
    [{ type: "string" }],
    { "(": {} },
    { $ref: "#/nowhere" },
    { $id: "x", $async: true },
  ),
);
const names = [
  ...Object.keys(keywords),
  "nullable",
  "discriminator",
  "$async",
  "$id",
  "$anchor",
  "formatMinimum",
  "x-a",
];
const schema = fc.dictionary(fc.constantFrom(...names), nonsense, { maxKeys: 5 });

describe("keywords", () => {
  it("let through only what a validator can be made of", () => {
    const law = fc.property(schema, fc.constantFrom("3.0.3", "3.1.0"), fc.jsonValue(), (value, openapi, instance) => {
      const contract = contractOfSchema(JSON.parse(JSON.stringify(value)), { openapi });

      expect(() => validatorOf(contract, "/components/schemas/S", "request")(instance)).not.toThrow();
    });

    expect(breachOf(law, { numRuns: 500 })).toBeUndefined();
  });
});
