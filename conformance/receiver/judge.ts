import type { RawResult } from "../target/raw/raw-client.ts";
import type { Trial } from "./trial.ts";

/** What a receiver made of a trial, and what that is worth. */
export type Judged =
  | { readonly outcome: "passed" }
  | { readonly outcome: "failed" | "warned" | "skipped"; readonly message: string };

/** Statuses that are no verdict: the delivery should come another time (RFC 9110, section 15.5.9; RFC 8470; RFC 6585). */
const laterStatuses: readonly number[] = [408, 425, 429];

/** Whether an answer says nothing of the delivery, only that it came too early. */
export function saysLater(result: RawResult): boolean {
  return "status" in result && laterStatuses.includes(result.status);
}

export function isTaken(result: RawResult): boolean {
  return "status" in result && result.status >= 200 && result.status < 300;
}

/** What was answered, after "but". */
export function answerOf(result: RawResult): string {
  return "status" in result ? `it was answered ${result.status}` : result.failed;
}

/** Judges what came of a trial: genuine deliveries are taken with 2xx, all others refused with 4xx, and nothing else is right. */
export function judge({ about, expected, weight, isLarge }: Trial, result: RawResult): Judged {
  const must = expected === "taken" ? "it is to be taken (2xx)" : "it is to be refused (4xx)";
  // Who refuses a body for its size may hang up before all of it has come.
  if ("failed" in result)
    return { outcome: isLarge ? "warned" : "failed", message: `${about}: ${must}, but ${result.failed}` };
  const { status } = result;
  if (saysLater(result))
    return { outcome: "skipped", message: `It answered ${status} again and again: it was asked too often` };
  const verdict = isTaken(result) ? "taken" : status >= 400 && status < 500 ? "refused" : undefined;
  if (verdict === expected) return { outcome: "passed" };
  const message = `${about}: ${must}, but was ${verdict === undefined ? "answered" : verdict} (${status})`;
  // Whatever a delivery is, an answer that is no verdict is a fault.
  return { outcome: weight === "should" && verdict !== undefined ? "warned" : "failed", message };
}
