import type { JsonObject } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Operation, Parameter } from "../model/contract.ts";
import { type Pairs, createParameterReader, writeParameterPairs } from "./parameter.ts";

const price: JsonObject = { type: "object", properties: { min: { type: "integer" }, unit: { type: "string" } } };
const schema: JsonObject = { type: "object", properties: { price, name: { type: "string" }, any: true } };
const contract = compileInMemory({
  paths: { "/": { get: { parameters: [{ name: "p", in: "query", style: "deepObject", schema }] } } },
});
const [operation] = contract.operations as [Operation];
const [parameter] = operation.parameters as [Parameter];
const read = (pairs: Pairs) => createParameterReader(contract, parameter).fromPairs(pairs);

describe("deepObject parameters with nested objects", () => {
  it("writes nested objects in further brackets, and an empty object as JSON", () => {
    expect(writeParameterPairs(parameter, { price: { min: 1, unit: "a" }, any: { x: { y: 1 }, z: {} } })).toEqual([
      ["p[price][min]", "1"],
      ["p[price][unit]", "a"],
      ["p[any][x][y]", "1"],
      ["p[any][z]", "{}"],
    ]);
  });

  it("reads members in any order, and nested objects as JSON", () => {
    const pairs: Pairs = [
      ["p[price][min]", "1"],
      ["p[name]", "a"],
      ["p[price][unit]", "b"],
    ];

    expect(read(pairs)).toEqual({ price: { min: 1, unit: "b" }, name: "a" });
    expect(read([["p[price]", '{"min":1}']])).toEqual({ price: { min: 1 } });
  });

  it("reads brackets as part of the name when the member is not an object", () => {
    expect(read([["p[name][x]", "1"]])).toEqual({ "name][x": 1 });
  });

  it("stops reading brackets at a maximum depth", () => {
    const depth = 100_000;

    expect(read([[`p[any]${"[x]".repeat(depth)}`, "1"]])).toHaveProperty("any");
  });

  it("reads every written value unchanged", () => {
    const text = fc.string({ minLength: 1 });
    const values = fc.record(
      { price: fc.record({ min: fc.integer(), unit: text }), name: text },
      { requiredKeys: ["price"] },
    );

    const law = fc.property(values, (value) => {
      expect(read(writeParameterPairs(parameter, value))).toEqual(value);
    });
    fc.assert(law);
  });
});
