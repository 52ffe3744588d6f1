import type { RawResult } from "../target/raw/raw-client.ts";
import type { Trial } from "./trial.ts";

/** Judgement of a trial. */
export type TrialJudgement =
  | { readonly outcome: "passed" }
  | { readonly outcome: "failed" | "warned" | "skipped"; readonly message: string };

/** Status codes that ask to retry later, and so are no verdict (RFC 9110, section 15.5.9; RFC 8470; RFC 6585). */
const laterStatuses: readonly number[] = [408, 425, 429];

/** True if a response only asks to retry later. */
export function asksToRetryLater(result: RawResult): boolean {
  return "status" in result && laterStatuses.includes(result.status);
}

export function isTakenResult(result: RawResult): boolean {
  return "status" in result && result.status >= 200 && result.status < 300;
}

/** Description of a response, for use after "but". */
export function describeResult(result: RawResult): string {
  if ("status" in result) return `the response was ${result.status}`;
  return result.failed;
}

/**
 * Judges the response to a trial. A receiver must accept genuine deliveries with 2xx and refuse all others with 4xx.
 */
export function judgeTrial({ about, expected, weight, isLarge }: Trial, result: RawResult): TrialJudgement {
  const must = expected === "taken" ? "the receiver must accept it (2xx)" : "the receiver must refuse it (4xx)";
  // A receiver that refuses a body for its size may close the connection early.
  if ("failed" in result)
    return { outcome: isLarge ? "warned" : "failed", message: `${about}: ${must}, but ${result.failed}` };
  const { status } = result;
  if (asksToRetryLater(result))
    return {
      outcome: "skipped",
      message: `The receiver responded with ${status} repeatedly: its rate limit was reached`,
    };
  const verdict = isTakenResult(result) ? "taken" : status >= 400 && status < 500 ? "refused" : undefined;
  if (verdict === expected) return { outcome: "passed" };
  const message = `${about}: ${must}, but responded with ${status}`;
  // Any response that is no verdict is a fault.
  return { outcome: weight === "should" && verdict !== undefined ? "warned" : "failed", message };
}
