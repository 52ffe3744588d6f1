import { describe, expect, it } from "vitest";
import { isUsuallyOn, usualValue } from "./usual-value.ts";

describe("usualValue()", () => {
  it.each([
    [["failed", "pending", "succeeded"], "succeeded"],
    [["CANCELED", "PROCESSING", "PAID"], "PAID"],
    [["past_due", "trialing"], "trialing"],
    [["draft", "paid"], "draft"],
    [["failed", "expired"], "failed"],
    [[3, 1], 3],
  ])("of %j is %j", (values, usual) => {
    expect(usualValue(values, true)).toBe(usual);
  });

  it("is the first value unless it is asked for", () => {
    expect(usualValue(["failed", "succeeded"])).toBe("failed");
    expect(usualValue(undefined, true)).toBeUndefined();
  });
});

describe("isUsuallyOn()", () => {
  it.each([
    ["active", true],
    ["isEnabled", true],
    ["charges_enabled", true],
    ["livemode", false],
    ["not_available", false],
    ["admin", false],
  ])("of %s is %j", (name, isOn) => {
    expect(isUsuallyOn(name)).toBe(isOn);
  });
});
