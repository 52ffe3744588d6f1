import { omitUndefined } from "../../contracts/index.ts";
import { counted } from "../model/counted.ts";
import type { CommandResult } from "./execute.ts";
import type { FaultRun } from "./report.ts";
import { MAX_AFFECTED, selectForReport } from "./select-for-report.ts";
import type { RunConditions, Traffic } from "./mock-factory.ts";
import { mistakeInRun } from "./rules/mistake-in-run.ts";

/** Traffic of a run under a fault, and of the run without faults. */
export interface TrafficOfRuns {
  readonly traffic: Traffic;
  readonly without: Traffic;
}

/** A run that did not take place, with the reason. */
export function skippedRun(conditions: RunConditions, message: string): FaultRun {
  const nothing = { exitCode: null, durationMs: 0, calls: 0, deliveries: 0, strikes: 0, missed: 0 };
  return { ...conditions, outcome: "skipped", message, ...nothing };
}

/** Judges the run without faults. If it fails there or makes no call, no other run can be judged. */
export function judgeBaseline(conditions: RunConditions, result: CommandResult, traffic: Traffic): FaultRun {
  const noCallMessage = traffic.calls === 0 ? "The command made no call: does it read CONCORD_BASE_URL?" : undefined;
  const message = describeCommandFailure(result) ?? noCallMessage;
  return createFaultRun(conditions, {
    executed: result,
    account: traffic,
    outcome: message === undefined ? "passed" : "failed",
    message,
  });
}

/** Judges a run under a fault. Only a fault that occurred can be blamed or survived. */
export function judgeFaultRun(conditions: RunConditions, result: CommandResult, about: TrafficOfRuns): FaultRun {
  const { traffic } = about;
  const { calls, deliveries, strikes, missed } = traffic;
  const failure = describeCommandFailure(result);
  if (strikes === 0) {
    const missedText =
      missed === 0 ? "" : `; further deliveries of ${counted(missed, "message")} were due when the command ended`;
    const noEffectMessage = `The fault affected none of ${counted(calls, "call")} and ${counted(deliveries, "delivery", "deliveries")}${missedText}`;
    if (failure === undefined)
      return createFaultRun(conditions, {
        executed: result,
        account: traffic,
        outcome: "skipped",
        message: noEffectMessage,
      });
    return createFaultRun(conditions, {
      executed: result,
      account: traffic,
      outcome: "warned",
      message: `${failure}, though not because of the fault: ${noEffectMessage.charAt(0).toLowerCase()}${noEffectMessage.slice(1)}`,
    });
  }
  const isSurvived = failure === undefined || conditions.isJudgedByCalls === true;
  const mistake = isSurvived
    ? mistakeInRun({ ...about, conditions, hasTimedOut: result.endedBy === "timeout" })
    : undefined;
  if (mistake !== undefined)
    return createFaultRun(conditions, { executed: result, account: traffic, outcome: "warned", message: mistake });
  if (isSurvived) return createFaultRun(conditions, { executed: result, account: traffic, outcome: "passed" });
  return createFaultRun(conditions, {
    executed: result,
    account: traffic,
    outcome: conditions.isObliged ? "failed" : "warned",
    message: `${failure} where ${conditions.about}`,
  });
}

interface RunResult {
  readonly executed: CommandResult;
  readonly account: Traffic;
  readonly outcome: FaultRun["outcome"];
  readonly message?: string | undefined;
}

function createFaultRun(
  conditions: RunConditions,
  { executed: { exitCode, durationMs, output }, account, outcome, message }: RunResult,
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
    ...((outcome === "failed" || outcome === "warned") &&
      omitUndefined({
        output,
        struck: selectForReport(struck, output),
        struckDeliveries: struckDeliveries.slice(-MAX_AFFECTED),
        last,
      })),
  };
}

/** Failure of a command, as the beginning of a sentence. Undefined if it succeeded. */
function describeCommandFailure({ exitCode, endedBy }: CommandResult): string | undefined {
  if (endedBy === "timeout") return "The command did not end in time";
  if (exitCode === null) return "The command was ended by a signal";
  if (exitCode === 0) return undefined;
  return `The command failed with ${exitCode}`;
}
