import { counted } from "../model/counted.ts";
import type { CommandResult } from "./execute.ts";
import type { FaultRun } from "./report.ts";
import { MAX_AFFECTED, selectForReport } from "./select-for-report.ts";
import type { AffectedExchange, RunConditions, Traffic } from "./mock-factory.ts";

/** A run that did not take place, with the reason. */
export function skippedRun(conditions: RunConditions, message: string): FaultRun {
  const nothing = { exitCode: null, durationMs: 0, calls: 0, deliveries: 0, strikes: 0, missed: 0 };
  return { ...conditions, outcome: "skipped", message, ...nothing };
}

/** Judges the run without faults. If it fails there or makes no call, no other run can be judged. */
export function judgeBaseline(conditions: RunConditions, result: CommandResult, traffic: Traffic): FaultRun {
  const noCallMessage = traffic.calls === 0 ? "The command made no call: does it read PLATFORM_BASE_URL?" : undefined;
  const message = failureOf(result) ?? noCallMessage;
  return faultRunOf(conditions, {
    executed: result,
    account: traffic,
    outcome: message === undefined ? "passed" : "failed",
    message,
  });
}

/** Judges a run under a fault. Only a fault that occurred can be blamed or survived. */
export function judge(conditions: RunConditions, result: CommandResult, traffic: Traffic): FaultRun {
  const { calls, deliveries, strikes, missed } = traffic;
  const failure = failureOf(result);
  if (strikes === 0) {
    const missedText = missed === 0 ? "" : `; ${counted(missed, "message")} had more to come when the command ended`;
    const noEffectMessage = `The fault affected none of ${counted(calls, "call")} and ${counted(deliveries, "delivery", "deliveries")}${missedText}`;
    return failure === undefined
      ? faultRunOf(conditions, { executed: result, account: traffic, outcome: "skipped", message: noEffectMessage })
      : faultRunOf(conditions, {
          executed: result,
          account: traffic,
          outcome: "warned",
          message: `${failure}, though not because of the fault: ${noEffectMessage.charAt(0).toLowerCase()}${noEffectMessage.slice(1)}`,
        });
  }
  const early = failure === undefined ? earlyCallIn(traffic.struck) : undefined;
  if (early !== undefined)
    return faultRunOf(conditions, { executed: result, account: traffic, outcome: "warned", message: early });
  if (failure === undefined) return faultRunOf(conditions, { executed: result, account: traffic, outcome: "passed" });
  return faultRunOf(conditions, {
    executed: result,
    account: traffic,
    outcome: conditions.isObliged ? "failed" : "warned",
    message: `${failure} where ${conditions.about}`,
  });
}

/** Tolerated difference between the clocks of consumer and mock. */
const SLACK_MS = 50;

/** Number of early repetitions of one call that show a consumer without a delay. A single one may be of another task. */
const MIN_EARLY_CALLS = 2;

/** Calls that were repeated before the time in Retry-After (RFC 9110, section 10.2.3). Undefined if there are none. */
function earlyCallIn(struck: readonly AffectedExchange[]): string | undefined {
  const refused = new Map<string, AffectedExchange>();
  const early = new Map<string, number>();
  for (const exchange of struck) {
    const place = `${exchange.method} ${exchange.url}`;
    const call = `${place} ${JSON.stringify(exchange.request.body)}`;
    const before = refused.get(call);
    const retryAfter = before?.response.headers["retry-after"];
    const gapMs = before ? Date.parse(exchange.time) - Date.parse(before.time) : Infinity;
    const isEarly = before && retryAfter !== undefined && gapMs + SLACK_MS < delayMs(retryAfter, before.time);
    if (isEarly) early.set(call, (early.get(call) ?? 0) + 1);
    if ((early.get(call) ?? 0) >= MIN_EARLY_CALLS)
      return `The consumer called ${place} again ${gapMs} ms after a 429 with Retry-After ${String(retryAfter)}, ${MIN_EARLY_CALLS} times or more`;
    if (exchange.status === 429) refused.set(call, exchange);
  }
  return undefined;
}

/** Milliseconds that a Retry-After header asks for, from the time of its response. */
function delayMs(retryAfter: string, time: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.parse(time);
}

interface RunResult {
  readonly executed: CommandResult;
  readonly account: Traffic;
  readonly outcome: FaultRun["outcome"];
  readonly message?: string | undefined;
}

function faultRunOf(
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
    ...((outcome === "failed" || outcome === "warned") && {
      output,
      struck: selectForReport(struck, output),
      struckDeliveries: struckDeliveries.slice(-MAX_AFFECTED),
      ...(last && { last }),
    }),
  };
}

/** Failure of a command, as the beginning of a sentence. Undefined if it succeeded. */
function failureOf({ exitCode, endedBy }: CommandResult): string | undefined {
  if (endedBy === "timeout") return "The command did not end in time";
  if (exitCode === null) return "The command was ended by a signal";
  return exitCode === 0 ? undefined : `The command failed with ${exitCode}`;
}
