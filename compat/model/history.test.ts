import { beforeAll, describe, expect, it } from "vitest";
import { type HistoryChange, historyChange, historyFiles, historyPair } from "../../test/support/history.ts";
import type { CompatReport } from "./change.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

/** For each kind of change in the fixtures, the rules that may report it. */
const expectedRules: Readonly<Record<string, readonly string[]>> = {
  "operation-added": ["operation-added"],
  "operation-removed": ["operation-removed"],
  "query-parameter-added": ["request-parameter-added"],
  "request-body-added": ["request-body-added"],
  "optional-property-added": ["request-property-added", "response-property-added"],
  "property-removed": ["request-property-removed", "response-property-removed"],
  "property-replaced": [
    "request-property-removed",
    "request-property-became-required",
    "response-property-removed",
    "response-property-added",
  ],
  "property-deprecated": ["property-deprecated"],
  "enum-value-added": ["enum-value-added"],
  "error-code-replaced": ["enum-value-added", "enum-value-removed"],
  "error-status-added": ["error-status-added"],
  "discriminated-branch-added": ["union-branch-added", "discriminator-value-added"],
  "union-branch-added": ["union-branch-added"],
  "validation-relaxed": ["values-unlisted"],
};

describe("checkOnPlatform() of fixtures/history", () => {
  it.each(historyFiles)("judges %s as its file expects", async (name) => {
    const { base, revision } = await historyPair(name);

    expect(faultsOf(checkOnPlatform([base], [revision]), historyChange(name))).toEqual([]);
  });

  it("has the rules for every kind of change in the fixtures", () => {
    expect(new Set(historyFiles.map((name) => historyChange(name).kind))).toEqual(new Set(Object.keys(expectedRules)));
  });
});

describe("the check of fixtures/history", () => {
  const name = "entity-condition-values.yaml";
  const change = historyChange(name);
  let report: CompatReport;
  beforeAll(async () => {
    const { base, revision } = await historyPair(name);
    report = checkOnPlatform([base], [revision]);
  });

  it.each<[string, Partial<HistoryChange>, string]>([
    ["another verdict", { verdict: "dangerous" }, "it is breaking, not dangerous"],
    ["another clause", { by: "9.6" }, "it is breaking by 9.5, not by 9.6"],
    ["an operation that nothing reaches", { at: ["GET /v9"] }, "no change of the request or response reaches GET /v9"],
    ["another kind", { kind: "property-deprecated" }, "request-property-removed tells of something else"],
    ["a direction that is not changed", { direction: "operation" }, "no change of the operation reaches any of it"],
  ])("catches %s", (_, part, fault) => {
    expect(faultsOf(report, { ...change, ...part })).toContain(fault);
  });

  it("catches a change that was not found", () => {
    expect(faultsOf({ ...report, changes: [] }, change)).toContain("no change of the request reaches any of it");
  });
});

/** Differences between a report and the changes that the file expects. */
function faultsOf({ verdict, changes }: CompatReport, { at, kind, direction, by, ...change }: HistoryChange): string[] {
  const worst = new Set(changes.filter((one) => one.verdict === verdict).map(({ section }) => section));
  const directions = direction === "both" ? ["request", "response"] : [direction];
  const reached = directions.map((side) => {
    const there = changes.filter((one) => one.direction === side);
    return [side, new Set(there.flatMap(({ operations }) => operations))] as const;
  });
  return [
    ...(verdict === change.verdict ? [] : [`it is ${verdict}, not ${change.verdict}`]),
    ...(worst.has(by) ? [] : [`it is ${verdict} by ${[...worst].join(" and ")}, not by ${by}`]),
    ...reached.flatMap(([side, operations]) =>
      at.some((name) => operations.has(name)) ? [] : [`no change of the ${side} reaches any of it`],
    ),
    ...at
      .filter((name) => !reached.some(([, operations]) => operations.has(name)))
      .map((name) => `no change of the ${directions.join(" or ")} reaches ${name}`),
    ...changes
      .filter(({ rule }) => !expectedRules[kind]?.includes(rule))
      .map(({ rule }) => `${rule} tells of something else`),
  ];
}
