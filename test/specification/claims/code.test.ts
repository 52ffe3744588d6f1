import { describe, expect, it } from "vitest";
import { missingFrom } from "../planted-fault.ts";
import { inCode, lintRule } from "./code.ts";

describe("the claims of code", () => {
  it("report missing behaviour of code", () => {
    expect(missingFrom([], [inCode("a.ts", "a", false), inCode("b.ts", "b", true), lintRule("no-such-rule")])).toEqual([
      "a: the code says something else",
      "no-such-rule: the code says something else",
    ]);
  });
});
