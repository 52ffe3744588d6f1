import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../index.ts";
import { canonicalJson, withValueAt } from "./index.ts";

const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe("canonicalJson()", () => {
  it("is equal for equal values, whatever the order of their members", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it("is the text of an equal value, so it tells different ones apart", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("keeps a member named __proto__", () => {
    expect(canonicalJson(JSON.parse('{ "b": 1, "__proto__": 2 }'))).toBe('{"__proto__":2,"b":1}');
  });
});

describe("withValueAt()", () => {
  const value = JSON.parse('{ "a": [{ "b": 1 }, 2], "__proto__": { "c": 3 } }') as Json;

  it.each([
    [[], '"new"'],
    [["a", "0", "b"], '{"a":[{"b":"new"},2],"__proto__":{"c":3}}'],
    [["a", "1"], '{"a":[{"b":1},"new"],"__proto__":{"c":3}}'],
    [["__proto__", "c"], '{"a":[{"b":1},2],"__proto__":{"c":"new"}}'],
    [["nowhere", "x"], '{"a":[{"b":1},2],"__proto__":{"c":3}}'],
    [["toString"], '{"a":[{"b":1},2],"__proto__":{"c":3}}'],
  ])("changes what stands at %j, and nothing else", (path, expected) => {
    const before = JSON.stringify(value);

    expect(JSON.stringify(withValueAt(value, path, () => "new"))).toBe(expected);
    expect(JSON.stringify(value)).toBe(before);
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, item]) => [name, reversed(item)]),
  );
}
