import { describe, expect, it } from "vitest";
import { stepsIn } from "../witness/steps.ts";
import { abbreviatedPairs } from "./abbreviated-pairs.ts";

const steps = (path: string) => stepsIn(path) ?? [];
const long = "x".repeat(200);

describe("abbreviatedPairs()", () => {
  it("leaves alone what there is room for", () => {
    expect(abbreviatedPairs("a=1&b=2", steps(".a"), 40)).toBe("a=1&b=2");
  });

  it("keeps the pair that decides, however late it comes and however many come before it", () => {
    const short = Array.from({ length: 300 }, (_, index) => `f${index}=1`).join("&");

    expect(abbreviatedPairs(`first=${long}&${long}&n=5`, steps(".n"), 40)).toBe("…&n=5");
    expect(abbreviatedPairs(`${short}&n=5`, steps(".n"), 40)).toMatch(/^f0=1&.*&…&n=5$/);
    expect(abbreviatedPairs(`${short}&n=5`, steps(".n"), 40).length).toBeLessThan(60);
  });

  it.each([
    ["a=1", "a"],
    ["a[zip]=1", "a[zip]"],
    ["a%5Bzip%5D=1", "a%5Bzip%5D"],
  ])("knows the pair by its whole name: %s, not by how it begins", (pair) => {
    expect(abbreviatedPairs(`abc=${long}&${pair}&ab=${long}`, steps(".a"), 40)).toBe(`…&${pair}&…`);
  });

  it("keeps the member or item that decides of what is written in several pairs", () => {
    const members = ["street", "zip", "town"].map((name) => `a%5B${name}%5D=${name}${long}`).join("&");

    expect(abbreviatedPairs(members, steps(".a.zip"), 40)).toMatch(/^…&a%5Bzip%5D=zipx+…&…$/);
    expect(abbreviatedPairs(`a=${long}&a=2&a=${long}`, steps(".a[1]"), 40)).toBe("…&a=2&…");
    expect(abbreviatedPairs(`street=${long}&zip=2`, steps(".a.zip"), 40)).toBe("…&zip=2");
  });

  it("cuts the value of the pair that decides at its end, and never within an escaped character", () => {
    expect(abbreviatedPairs(`a=${"%C3%A9".repeat(50)}`, steps(".a"), 42)).toMatch(/^a=(?:%C3%A9)*…$/);
  });
});
