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
    ["a breaking change", reportOf({}), ["breaking", "dangerous", "any"]],
    ["a blocked change", reportOf({ blocked: timing }), ["breaking", "dangerous", "any"]],
    ["a fault alone", reportOf(undefined, [fault]), ["breaking", "dangerous", "any"]],
    ["a dangerous change", reportOf({ verdict: "dangerous" }), ["dangerous", "any"]],
    ["an assumed dangerous change", reportOf({ verdict: "dangerous", basis: "assumed" }), ["any"]],
    ["an allowed change", reportOf({ allowed: timing }), ["any"]],
    ["a waived change", reportOf({ waived }), ["any"]],
    ["an assumed breaking change", reportOf({ basis: "assumed" }), ["any"]],
    ["a non-breaking change", reportOf({ verdict: "non-breaking" }), ["any"]],
    ["no changes", checkCompat([], []), []],
  ])("fails at the expected levels for %s", (_, report, levels) => {
    expect(failLevels.filter((level) => fails(report, level))).toEqual(levels);
  });

  it.each(["markdown", "html", "junit"])("agrees with the number of failures in the %s report", (kind) => {
    const report = reportOf({ verdict: "dangerous" });
    const failing = failLevels.filter((failOn) => {
      const text = compatReports[kind]?.(report, { failOn }) ?? "";
      return /1 change fails this check|failures="1"/i.test(text);
    });

    expect(failing).toEqual(["dangerous", "any"]);
  });
});
