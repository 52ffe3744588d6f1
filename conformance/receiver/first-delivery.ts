import { clockText, secondsAhead } from "./clock.ts";
import { answerOf, isAccepted } from "./judge.ts";
import type { RawResult } from "../target/raw/raw-client.ts";
import { unreachable } from "./reachable.ts";
import type { Sending, Sent } from "./sending.ts";
import type { Trial } from "./trial.ts";

/** Result of the first delivery. */
export interface FirstDelivery {
  readonly sent: Sent;
  readonly id: string;
  /** Seconds by which the receiver's clock is ahead. */
  readonly clockOffset: number;
  /** Set if the delivery was refused. Later deliveries would then prove nothing. */
  readonly refusal?: { readonly message: string; readonly remedy: string };
}

/** Tolerance of the signature scheme for timestamps. */
const TOLERANCE_SECONDS = 300;

/**
 * Sends a genuine delivery first, so that a wrong secret or URL is reported once, not two hundred times.
 * @throws ToolError "unreachable-target".
 */
export async function sendFirst(genuine: Trial, sending: Sending, id: string): Promise<FirstDelivery> {
  for (;;) {
    const sent = await sending.send(genuine, { id });
    const { request, result } = sent;
    if ("failed" in result && result.isGone) throw unreachable(request.url, result.failed, result.isUntrusted);
    // A receiver that has to start up may be too slow for the first delivery.
    const isSlow = "failed" in result && result.isTimeout === true;
    if (!isSlow || sending.givenUp() !== undefined) return { sent, id, ...receiverState(result, genuine) };
  }
}

function receiverState(result: RawResult, { about }: Trial): Pick<FirstDelivery, "clockOffset" | "refusal"> {
  const clockOffset = secondsAhead(result, Date.now());
  if (isAccepted(result)) return { clockOffset };
  const message = `${about}: the first genuine delivery is to be taken (2xx), but ${answerOf(result)}; so nothing else was sent`;
  return { clockOffset, refusal: { message, remedy: remedyFor(result, clockOffset) } };
}

/** Possible reasons for a refusal, by its response. */
function remedyFor(result: RawResult, clockOffset: number): string {
  if ("failed" in result) return "Answer each delivery, and see in the receiver's log why it did not.";
  const { status, headers } = result;
  if (Math.abs(clockOffset) > TOLERANCE_SECONDS) return `Set its clock: ${clockText(clockOffset)}.`;
  if (status >= 300 && status < 400)
    return `Give the address that it leads to, ${headers["location"] ?? "which it does not name"}: a delivery is not sent on.`;
  if (status === 404 || status === 405 || status === 410)
    return "Give the whole address of the endpoint, with its path.";
  if (status === 408 || status === 425 || status === 429)
    return "Let the receiver take more deliveries while it is tested: it asks again and again to come later.";
  if (status >= 500)
    return "See in the receiver's log why it failed; where it fetches the public key, can it get it from the address that is shown above?";
  return "Does the receiver have this secret (--secret) and this public key (--private-key, --organization), does it verify these entries (--policy), does it take this event (--event, --body), and what does its endpoint want to be shown (--api-key, --basic, --oauth)? Make sure of each of these.";
}
