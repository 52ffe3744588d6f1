import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersions } from "./compare-versions.ts";

const ordered = [
  "v0.9",
  "v1.0.0-alpha",
  "v1.0.0-alpha.1",
  "v1.0.0-beta.2",
  "v1.0.0-beta.11",
  "v1.0.0-rc.1",
  "v1.0.0",
  "v1.0.1",
  "v1.9.0",
  "v1.10.0",
  "v2",
  "v10.0.0",
];

describe("compareVersions()", () => {
  it("orders versions as Semantic Versioning does", () => {
    expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
    for (const one of ordered)
      for (const other of ordered)
        expect(Math.sign(compareVersions(one, other))).toBe(Math.sign(ordered.indexOf(one) - ordered.indexOf(other)));
  });

  it("orders dates and names of packages", () => {
    expect(["2026-02-01", "2025-12-01", "2026-01-15"].toSorted(compareVersions)).toEqual([
      "2025-12-01",
      "2026-01-15",
      "2026-02-01",
    ]);
    expect(["api@2.0.0", "api@10.0.0", "api@2.0.0-rc.1"].toSorted(compareVersions)).toEqual([
      "api@2.0.0-rc.1",
      "api@2.0.0",
      "api@10.0.0",
    ]);
  });

  it("is a total order of any names", () => {
    const name = fc.string({ unit: fc.constantFrom("0", "1", "9", ".", "-", "v", "a", "+", "ü"), maxLength: 8 });
    fc.assert(
      fc.property(name, name, name, (one, other, third) => {
        expect(compareVersions(one, other) + compareVersions(other, one)).toBe(0);
        expect(compareVersions(one, other) === 0).toBe(one === other);
        if (compareVersions(one, other) < 0 && compareVersions(other, third) < 0)
          expect(compareVersions(one, third)).toBeLessThan(0);
      }),
      { seed: 1, numRuns: 5000 },
    );
  });
});
