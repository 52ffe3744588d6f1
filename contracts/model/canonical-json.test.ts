import type { Json } from "./json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

const json = fc.jsonValue() as fc.Arbitrary<Json>;

describe("canonicalJson()", () => {
  it("returns equal text for equal values, whatever the order of their members", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it("returns text that parses to an equal value", () => {
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

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, item]) => [name, reversed(item)]),
  );
}
