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
  const message = `${about}: the receiver must accept the first genuine delivery (2xx), but ${answerOf(result)}. Nothing else was sent`;
  return { clockOffset, refusal: { message, remedy: remedyFor(result, clockOffset) } };
}

/** Possible reasons for a refusal, by its response. */
function remedyFor(result: RawResult, clockOffset: number): string {
  if ("failed" in result) return "Respond to each delivery. The receiver's log may show why it did not.";
  const { status, headers } = result;
  if (Math.abs(clockOffset) > TOLERANCE_SECONDS) return `Correct the clock of the receiver: ${clockText(clockOffset)}.`;
  if (status >= 300 && status < 400)
    return `Use the URL that it redirects to, ${headers["location"] ?? "which it does not name"}: deliveries do not follow redirects.`;
  if (status === 404 || status === 405 || status === 410) return "Use the complete URL of the endpoint, with its path.";
  if (status === 408 || status === 425 || status === 429)
    return "Raise the rate limit of the receiver during the test: it repeatedly asks to retry later.";
  if (status >= 500)
    return "Read in the receiver's log why it failed. If it fetches the public key, check that it can reach the URL shown above.";
  return "Check that the receiver has this secret (--secret) and this public key (--private-key, --organization), verifies these entries (--policy), accepts this event (--event, --body), and which credentials its endpoint requires (--api-key, --basic, --oauth).";
}
