import { describe, expect, it } from "vitest";
import { parsePathSteps } from "../witness/steps.ts";
import { abbreviateForm } from "./abbreviate-form.ts";

const steps = (path: string) => parsePathSteps(path) ?? [];
const long = "x".repeat(200);

describe("abbreviateForm()", () => {
  it("does not change text that fits", () => {
    expect(abbreviateForm("a=1&b=2", steps(".a"), 40)).toBe("a=1&b=2");
  });

  it("keeps the selected pair, even after many others", () => {
    const short = Array.from({ length: 300 }, (_, index) => `f${index}=1`).join("&");

    expect(abbreviateForm(`first=${long}&${long}&n=5`, steps(".n"), 40)).toBe("…&n=5");
    expect(abbreviateForm(`${short}&n=5`, steps(".n"), 40)).toMatch(/^f0=1&.*&…&n=5$/);
    expect(abbreviateForm(`${short}&n=5`, steps(".n"), 40).length).toBeLessThan(60);
  });

  it.each([
    ["a=1", "a"],
    ["a[zip]=1", "a[zip]"],
    ["a%5Bzip%5D=1", "a%5Bzip%5D"],
  ])("compares the whole name of a pair: %s", (pair) => {
    expect(abbreviateForm(`abc=${long}&${pair}&ab=${long}`, steps(".a"), 40)).toBe(`…&${pair}&…`);
  });

  it("keeps the selected member or item of a value that has several pairs", () => {
    const members = ["street", "zip", "town"].map((name) => `a%5B${name}%5D=${name}${long}`).join("&");

    expect(abbreviateForm(members, steps(".a.zip"), 40)).toMatch(/^…&a%5Bzip%5D=zipx+…&…$/);
    expect(abbreviateForm(`a=${long}&a=2&a=${long}`, steps(".a[1]"), 40)).toBe("…&a=2&…");
    expect(abbreviateForm(`street=${long}&zip=2`, steps(".a.zip"), 40)).toBe("…&zip=2");
  });

  it("cuts the value of the selected pair at its end, and never inside a percent-encoded character", () => {
    expect(abbreviateForm(`a=${"%C3%A9".repeat(50)}`, steps(".a"), 42)).toMatch(/^a=(?:%C3%A9)*…$/);
  });
});
