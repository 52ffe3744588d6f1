import { describe, expect, it } from "vitest";
import { sampleReport, removedChange } from "../../test/support/compat/sample-report.ts";
import { type CompatReport, checkCompat, compatReports, failLevels, fails } from "../index.ts";

const timing = { period: "notice", section: "9.4", reason: "announced" } as const;
const waived = { reason: "security", by: "Ann", expires: "2026-12-31" };
const fault = sampleReport.faults[0] as CompatReport["faults"][number];

function reportOf(change: Partial<CompatReport["changes"][number]> | undefined, faults: CompatReport["faults"] = []) {
  return { verdict: "breaking", changes: change ? [{ ...removedChange, ...change }] : [], faults } as const;
}

describe("fails()", () => {
  it.each([
    ["what breaks", reportOf({}), ["breaking", "dangerous", "any"]],
    ["what is blocked", reportOf({ blocked: timing }), ["breaking", "dangerous", "any"]],
    ["a fault alone", reportOf(undefined, [fault]), ["breaking", "dangerous", "any"]],
    ["what is dangerous", reportOf({ verdict: "dangerous" }), ["dangerous", "any"]],
    ["what is assumed and dangerous", reportOf({ verdict: "dangerous", basis: "assumed" }), ["any"]],
    ["what is allowed", reportOf({ allowed: timing }), ["any"]],
    ["what is waived", reportOf({ waived }), ["any"]],
    ["what is assumed", reportOf({ basis: "assumed" }), ["any"]],
    ["what breaks nothing", reportOf({ verdict: "non-breaking" }), ["any"]],
    ["nothing", checkCompat([], []), []],
  ])("takes %s for a failure where it should", (_, report, levels) => {
    expect(failLevels.filter((level) => fails(report, level))).toEqual(levels);
  });

  it.each(["markdown", "html", "junit"])("is told by a report that %s prints", (kind) => {
    const report = reportOf({ verdict: "dangerous" });
    const told = failLevels.filter((failOn) => {
      const text = compatReports[kind]?.(report, { failOn }) ?? "";
      return /1 change fails this check|failures="1"/i.test(text);
    });

    expect(told).toEqual(["dangerous", "any"]);
  });
});
