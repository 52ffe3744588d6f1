import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../model/json.ts";
import type { Header } from "../model/contract.ts";
import { createHeaderReader } from "./header.ts";

function read(schema: JsonObject, text: string) {
  const contract = compileInMemory({
    paths: { "/a": { get: { responses: { "200": { description: "", headers: { "X-A": { schema } } } } } } },
  });
  const header = contract.operations[0]?.responses[0]?.headers[0] as Header;
  return createHeaderReader(contract, header)(text);
}

const words = { type: "array", items: { type: "string" } };
const numbers = { type: "array", items: { type: "integer" } };

describe("createHeaderReader()", () => {
  it.each([
    ["GET,HEAD", ["GET", "HEAD"]],
    ["GET, HEAD", ["GET", "HEAD"]],
    ["GET ,\tHEAD", ["GET", "HEAD"]],
    [", GET, , HEAD,", ["GET", "HEAD"]],
    ["", []],
    ['"a, b", c', ['"a, b"', "c"]],
  ])("reads the list %j", (text, expected) => {
    expect(read(words, text)).toEqual(expected);
  });

  it.each(["a,1,b,x", "a, 1, b, x", "a ,1 ,\tb,x"])("reads the object %j", (text) => {
    const properties = { a: { type: "integer" }, b: { type: "string" } };
    expect(read({ type: "object", properties }, text)).toEqual({ a: 1, b: "x" });
  });

  it("reads the members of a list by their type", () => {
    expect(read(numbers, "1, 2")).toEqual([1, 2]);
  });

  const union = { oneOf: [{ type: "integer" }, { type: "string", pattern: "^[a-z]+$" }, { ...numbers, minItems: 2 }] };
  it.each([
    ["5", 5],
    ["none", "none"],
    ["1, 2", [1, 2]],
    ["A", "A"],
  ])("reads %j by the branch of a union that accepts it", (text, expected) => {
    expect(read(union, text)).toEqual(expected);
    expect(read({ anyOf: union.oneOf }, text)).toEqual(expected);
  });

  it("reads digits as text where a branch has only text", () => {
    const schema = {
      oneOf: [
        { type: "string", pattern: "^[0-9]{3}$" },
        { type: "integer", maximum: 99 },
      ],
    };
    expect([read(schema, "200"), read(schema, "20")]).toEqual(["200", 20]);
  });

  it("reads a union below allOf and a union of members", () => {
    expect(read({ allOf: [{ anyOf: [{ type: "boolean" }, { type: "integer" }] }] }, "true")).toBe(true);
    expect(read({ type: "array", items: { oneOf: [{ type: "integer" }, { const: "x" }] } }, "1, x")).toEqual([1, "x"]);
  });
});
