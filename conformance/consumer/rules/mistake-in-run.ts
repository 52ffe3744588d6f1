import { findCoercedValue } from "./coerced.ts";
import type { JudgedRun } from "./rule.ts";
import { findSwallowedConflict } from "./swallowed.ts";
import { findUnbounded } from "./unbounded.ts";
import type { AffectedExchange } from "../mock-factory.ts";

/** Tolerated difference between the clocks of consumer and mock. */
const SLACK_MS = 50;

/** Number of early repetitions of one call that show a consumer without a delay. A single one may be of another task. */
const MIN_EARLY_CALLS = 2;

/** Calls that were repeated before the time in Retry-After (RFC 9110, section 10.2.3). Undefined if there are none. */
function findEarlyCall(affected: readonly AffectedExchange[]): string | undefined {
  const refused = new Map<string, AffectedExchange>();
  const early = new Map<string, number>();
  for (const exchange of affected) {
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
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  return Date.parse(retryAfter) - Date.parse(time);
}

/** The first mistake that the calls of a run show, as a sentence. Undefined if there is none. */
export function mistakeInRun(run: JudgedRun): string | undefined {
  if (run.conditions.isJudgedByCalls) return findUnbounded(run);
  return findEarlyCall(run.traffic.struck) ?? findSwallowedConflict(run.traffic) ?? findCoercedValue(run);
}
