import { describe, expect, it } from "vitest";
import type { Executed } from "./execute.ts";
import { judge, judgeBaseline, skipped } from "./judge.ts";
import { strictly } from "./strictly.ts";
import type { ConsumerReport, FaultRun } from "./report.ts";
import type { Traffic, Conditions } from "./mock-factory.ts";

const obliged: Conditions = { name: "hail", about: "it hails", section: "9.6", isObliged: true };
const advised: Conditions = { name: "fog", about: "there is fog", isObliged: false };

const fine: Executed = { exitCode: 0, endedBy: "itself", durationMs: 5, output: "said" };
const bad: Executed = { ...fine, exitCode: 3 };
const late: Executed = { ...fine, exitCode: null, endedBy: "timeout" };
const killed: Executed = { ...fine, exitCode: null };

const affected: Traffic = { calls: 4, deliveries: 1, strikes: 2, missed: 0, struck: [], struckDeliveries: [] };
const spared: Traffic = { ...affected, strikes: 0 };

describe("judge()", () => {
  it.each([
    ["passes what survives", obliged, fine, affected, "passed", undefined],
    ["fails what has to survive", obliged, bad, affected, "failed", "The command failed with 3 where it hails"],
    ["warns of what should", advised, bad, affected, "warned", "The command failed with 3 where there is fog"],
    [
      "takes too long for a failure",
      obliged,
      late,
      affected,
      "failed",
      "The command did not end in time where it hails",
    ],
    [
      "takes a crash for a failure",
      obliged,
      killed,
      affected,
      "failed",
      "The command was ended by a signal where it hails",
    ],
    [
      "passes nothing that met nothing",
      obliged,
      fine,
      spared,
      "skipped",
      "The fault affected none of 4 calls and 1 delivery",
    ],
    [
      "tells that the end came before the fault",
      obliged,
      fine,
      { ...spared, missed: 1 },
      "skipped",
      "The fault affected none of 4 calls and 1 delivery; 1 message had more to come when the command ended",
    ],
    [
      "blames no fault that affected nothing",
      obliged,
      bad,
      spared,
      "warned",
      "The command failed with 3, though not because of the fault: the fault affected none of 4 calls and 1 delivery",
    ],
  ] as const)("%s", (_, conditions, executed, account, outcome, message) => {
    const run = judge(conditions, executed, account);

    expect([run.outcome, run.message]).toEqual([outcome, message]);
    // What was said is told where somebody has to find a reason.
    expect(run.output).toBe(outcome === "failed" || outcome === "warned" ? "said" : undefined);
  });
});

describe("judgeBaseline()", () => {
  it.each([
    ["passes what calls", fine, spared, "passed", undefined],
    ["fails what fails", bad, spared, "failed", "The command failed with 3"],
    [
      "fails what never calls",
      fine,
      { ...spared, calls: 0 },
      "failed",
      "The command made no call: does it read PLATFORM_BASE_URL?",
    ],
  ] as const)("%s", (_, executed, account, outcome, message) => {
    const run = judgeBaseline(advised, executed, account);

    expect([run.outcome, run.message]).toEqual([outcome, message]);
  });
});

describe("strictly()", () => {
  const outcomesOf = (...runs: readonly FaultRun[]) => {
    const report: ConsumerReport = { command: ["x"], seed: "s", durationMs: 1, runs, interrupted: false };
    return strictly(report).runs.map(({ outcome }) => outcome);
  };

  it("lets warnings fail, and what has to be survived and affected nothing", () => {
    expect(outcomesOf(judge(advised, bad, affected), judge(obliged, fine, spared))).toEqual(["failed", "failed"]);
  });

  it("leaves what passed, what nobody has to survive, and what was not run", () => {
    const [passed, unmet] = [judge(obliged, fine, affected), judge(advised, fine, spared)];

    expect(outcomesOf(passed, unmet, skipped(obliged, "The run was interrupted"))).toEqual([
      "passed",
      "skipped",
      "skipped",
    ]);
  });
});
