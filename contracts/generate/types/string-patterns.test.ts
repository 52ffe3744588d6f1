import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { type Json, type JsonObject, type Schema, getAcceptor } from "../../index.ts";
import { createValues } from "../index.ts";

/** Generated values of a schema, and those of them that it accepts. */
function valuesOf(value: JsonObject): { readonly all: readonly (Json | undefined)[]; readonly valid: number } {
  const content = { "application/json": { schema: value } };
  const contract = compileInMemory({
    paths: { "/a": { get: { operationId: "getA", responses: { 200: { description: "Text.", content } } } } },
  });
  const schema = contract.operations[0]?.responses[0]?.content[0]?.schema as Schema;
  const values = createValues(contract, "response");
  const accepts = getAcceptor(contract, schema.pointer, "response");
  const all = [values.sample(schema, { name: "a" }), ...fc.sample(values.valid(schema), { seed: 1, numRuns: 20 })];
  return { all, valid: all.filter((each) => each !== undefined && accepts(each)).length };
}

describe("texts of patterns that depend on their surroundings", () => {
  it.each<[string, JsonObject]>([
    [String.raw`\bfoo\b`, { minLength: 6 }],
    [String.raw`\bfoo\b`, { minLength: 40, maxLength: 41 }],
    [String.raw`foo\b`, { minLength: 9 }],
    [String.raw`^foo\b`, { minLength: 4, maxLength: 4 }],
    [String.raw`\bfoo$`, { minLength: 4 }],
    [String.raw`\b[A-Z]{2}\b.*\b\d+\b`, { minLength: 12 }],
    [String.raw`\Bfoo\B`, {}],
    [String.raw`\Bfoo\B`, { maxLength: 5 }],
    [String.raw`^a\B.$`, {}],
    [String.raw`(^a|b$)c?`, { minLength: 3, maxLength: 3 }],
    [String.raw`(^ab|cd$)`, { minLength: 8 }],
    [String.raw`^foo|bar$`, { minLength: 9 }],
    [String.raw`^(?=.{3}x)(?=.*\d).{8,}$`, { maxLength: 20 }],
    [String.raw`^(?=.*[A-Z])(?=.*\d)(?=.*[!?])[A-Za-z\d!?]{8}$`, {}],
    [String.raw`^(?!.*a)[abc]{12}$`, {}],
    [String.raw`(?<=id:)\d{3}`, { maxLength: 6 }],
    [String.raw`(?<!a)b`, { maxLength: 1 }],
  ])("of %s with %j are valid", (pattern, limits) => {
    const { all, valid } = valuesOf({ type: "string", pattern, ...limits });

    expect({ all, valid }).toEqual({ all, valid: 21 });
  });

  it("are no values if no text matches", () => {
    expect(() => valuesOf({ type: "string", pattern: String.raw`^\Bfoo`, minLength: 4 })).toThrow(
      "Cannot find a value",
    );
  });
});
