import { counted } from "../model/counted.ts";
import type { Executed } from "./execute.ts";
import type { FaultRun } from "./report.ts";
import { MOST, selectForReport } from "./select-for-report.ts";
import type { Conditions, Traffic } from "./mock-factory.ts";

/** A run that did not take place, with the reason. */
export function skipped(conditions: Conditions, message: string): FaultRun {
  const nothing = { exitCode: null, durationMs: 0, calls: 0, deliveries: 0, strikes: 0, missed: 0 };
  return { ...conditions, outcome: "skipped", message, ...nothing };
}

/** Judges the run without faults. If it fails there or makes no call, no other run can be judged. */
export function judgeBaseline(conditions: Conditions, executed: Executed, account: Traffic): FaultRun {
  const silent = account.calls === 0 ? "The command made no call: does it read PLATFORM_BASE_URL?" : undefined;
  const message = failureOf(executed) ?? silent;
  return runOf(conditions, { executed, account, outcome: message === undefined ? "passed" : "failed", message });
}

/** Judges a run under a fault. Only a fault that occurred can be blamed or survived. */
export function judge(conditions: Conditions, executed: Executed, account: Traffic): FaultRun {
  const { calls, deliveries, strikes, missed } = account;
  const failure = failureOf(executed);
  if (strikes === 0) {
    const left = missed === 0 ? "" : `; ${counted(missed, "message")} had more to come when the command ended`;
    const met = `The fault affected none of ${counted(calls, "call")} and ${counted(deliveries, "delivery", "deliveries")}${left}`;
    return failure === undefined
      ? runOf(conditions, { executed, account, outcome: "skipped", message: met })
      : runOf(conditions, {
          executed,
          account,
          outcome: "warned",
          message: `${failure}, though not because of the fault: ${met.charAt(0).toLowerCase()}${met.slice(1)}`,
        });
  }
  if (failure === undefined) return runOf(conditions, { executed, account, outcome: "passed" });
  return runOf(conditions, {
    executed,
    account,
    outcome: conditions.isObliged ? "failed" : "warned",
    message: `${failure} where ${conditions.about}`,
  });
}

interface Parts {
  readonly executed: Executed;
  readonly account: Traffic;
  readonly outcome: FaultRun["outcome"];
  readonly message?: string | undefined;
}

function runOf(
  conditions: Conditions,
  { executed: { exitCode, durationMs, output }, account, outcome, message }: Parts,
): FaultRun {
  const { calls, deliveries, strikes, missed, struck, struckDeliveries, last } = account;
  return {
    ...conditions,
    outcome,
    ...(message !== undefined && { message }),
    exitCode,
    durationMs,
    calls,
    deliveries,
    strikes,
    missed,
    ...((outcome === "failed" || outcome === "warned") && {
      output,
      struck: selectForReport(struck, output),
      struckDeliveries: struckDeliveries.slice(-MOST),
      ...(last && { last }),
    }),
  };
}

/** Failure of a command, as the beginning of a sentence. Undefined if it succeeded. */
function failureOf({ exitCode, endedBy }: Executed): string | undefined {
  if (endedBy === "timeout") return "The command did not end in time";
  if (exitCode === null) return "The command was ended by a signal";
  return exitCode === 0 ? undefined : `The command failed with ${exitCode}`;
}
