import { describe, expect, it } from "vitest";
import { type OperationCoverage, coverageOfAll } from "../exercise/coverage.ts";
import type { UntriedProperties, UntriedReason } from "../exercise/untried-log.ts";
import { findNeverRan } from "./never-ran.ts";

const checks = new Set(["body-conforms"]);

function coverageWith(...operations: readonly (readonly [operation: string, ...properties: readonly string[]])[]) {
  return coverageOfAll(
    operations.map(([operation, ...properties]): OperationCoverage => {
      const counts = Object.fromEntries(properties.map((id) => [id, 3]));
      const rest = { statuses: [], judged: {}, parameters: [], enums: [] };
      return { api: "shop", operation, basis: "stated", requests: 3, properties: counts, ...rest };
    }),
  );
}

function untried(operation: string, reason: UntriedReason, ...properties: readonly string[]): UntriedProperties {
  return { api: "shop", operation, reason, message: `Because of ${reason}`, properties };
}

describe("findNeverRan()", () => {
  it("has the properties that no operation was tried with", () => {
    const coverage = coverageWith(["GET /a", "one"], ["GET /b", "one", "three"]);
    const report = { coverage, untried: [untried("GET /a", "not-applicable", "two", "three", "body-conforms")] };

    expect(findNeverRan(report, checks)).toEqual([
      { property: "two", reason: "not-applicable", message: "Because of not-applicable" },
    ]);
  });

  it("has a property whose requests never judged anything", () => {
    const coverage = coverageWith(["POST /a", "one"], ["POST /b", "one"]);
    const idle = untried("POST /a", "nothing-compared", "one");

    expect(findNeverRan({ coverage, untried: [idle] }, checks)).toEqual([]);
    expect(findNeverRan({ coverage, untried: [idle, { ...idle, operation: "POST /b" }] }, checks)).toMatchObject([
      { property: "one", reason: "nothing-compared" },
    ]);
  });

  it("names the most telling of several reasons", () => {
    const report = {
      coverage: coverageWith(),
      untried: [untried("GET /a", "not-applicable", "one"), untried("POST /a", "no-credentials", "one")],
    };

    expect(findNeverRan(report, checks)).toMatchObject([{ property: "one", reason: "no-credentials" }]);
  });
});
