import { describe, expect, it } from "vitest";
import { saysOpenEnum } from "./enum.ts";

describe("saysOpenEnum()", () => {
  it.each([
    "New values may be added at any time.",
    "The state. Further values can be added without notice.",
    "Clients must be prepared for unknown values.",
    "Consumers should ignore unrecognized types.",
    "This list may grow.",
    "The set of codes is non-exhaustive.",
    "More status values may appear in the future.",
    "An extensible enum.",
    "Treat unknown values as `other`.",
  ])("is true for %j", (description) => {
    expect(saysOpenEnum({ enum: ["a"], description })).toBe(true);
  });

  it.each([
    "The state of the order.",
    "No new values will be added.",
    "Values will not be added.",
    "Unknown values are refused.",
    "The server rejects unknown values, which must not be sent.",
    "Overrides the other values of the item.",
    "Other values are invalid.",
    "Values never change.",
  ])("is false for %j", (description) => {
    expect(saysOpenEnum({ enum: ["a"], description })).toBe(false);
  });

  it("is true for x-extensible-enum, unless it is false", () => {
    expect([true, ["a", "b"], false].map((mark) => saysOpenEnum({ enum: ["a"], "x-extensible-enum": mark }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
