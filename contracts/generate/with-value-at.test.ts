import { describe, expect, it } from "vitest";
import type { Json } from "../index.ts";
import { withValueAt } from "./index.ts";

describe("withValueAt()", () => {
  const value = JSON.parse('{ "a": [{ "b": 1 }, 2], "__proto__": { "c": 3 } }') as Json;

  it.each([
    [[], '"new"'],
    [["a", "0", "b"], '{"a":[{"b":"new"},2],"__proto__":{"c":3}}'],
    [["a", "1"], '{"a":[{"b":1},"new"],"__proto__":{"c":3}}'],
    [["__proto__", "c"], '{"a":[{"b":1},2],"__proto__":{"c":"new"}}'],
    [["nowhere", "x"], '{"a":[{"b":1},2],"__proto__":{"c":3}}'],
    [["toString"], '{"a":[{"b":1},2],"__proto__":{"c":3}}'],
  ])("changes only the value at %j", (path, expected) => {
    const before = JSON.stringify(value);

    expect(JSON.stringify(withValueAt(value, path, () => "new"))).toBe(expected);
    expect(JSON.stringify(value)).toBe(before);
  });
});
