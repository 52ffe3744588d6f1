import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { joinMembers, pickMembers } from "./members.ts";

const withOddName = JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as JsonObject;

describe("joinMembers()", () => {
  it.each<[string, (JsonObject | undefined)[]]>([
    ["nothing", []],
    ["objects that are empty or absent", [undefined, {}, undefined, {}]],
    ["one object behind empty ones", [undefined, {}, { a: 1, b: 2 }]],
    ["several objects in their order", [{ b: 1 }, { a: 2 }, {}, { c: 3 }]],
    ["a member at its first place with its last value", [{ a: 1, b: 1 }, undefined, { c: 1, a: 2 }]],
    ["indexes before names", [{ b: 1 }, { 2: 1, 1: 1 }]],
    ["the name __proto__ in the first object", [withOddName, { c: 3 }]],
    ["the name __proto__ in a later object", [{ c: 3 }, withOddName]],
  ])("joins %s as spreads do", (_, parts) => {
    const spread = parts.reduce<JsonObject>((joined, part) => ({ ...joined, ...part }), {});

    const joined = joinMembers(...parts);

    expect(JSON.stringify(joined)).toBe(JSON.stringify(spread));
    expect(Object.getPrototypeOf(joined)).toBe(Object.prototype);
  });

  it("changes none of the objects", () => {
    const first = { a: 1 };

    joinMembers(first, { a: 2 })["b"] = 3;

    expect(first).toEqual({ a: 1 });
  });
});

describe("pickMembers()", () => {
  it("picks own members only, in the order of the names", () => {
    expect(JSON.stringify(pickMembers({ a: 1, b: 2 }, ["b", "toString", "c", "a"]))).toBe('{"b":2,"a":1}');
  });

  it("picks the name __proto__", () => {
    expect(JSON.stringify(pickMembers(withOddName, ["__proto__"]))).toBe('{"__proto__":{"a":1}}');
  });
});
