import type { Operation } from "../../../contracts/index.ts";
import type { SendRequest, RequestToSend } from "../../items/request-to-send.ts";
import type { Exchange } from "../../model/exchange.ts";
import { Unsendable } from "../../target/unsendable.ts";
import type { Trial } from "../trial.ts";
import { lookBefore } from "../undoing/look-before.ts";

/**
 * Third step of a request: refuses one that must not be sent, looks at what it may change, and leaves out what would
 * change items of others.
 * @throws Unsendable, or an AbortError for an operation whose response does not end.
 */
export async function admit(asked: RequestToSend, trial: Trial, next: SendRequest): Promise<Exchange> {
  const { operation } = asked;
  const { tracker, recorder, options } = trial.session;
  refuseEndless(operation, trial);
  if (options.isExcluded?.(asked.request)) throw new Unsendable("its operation is excluded");
  await trial.targetOf(operation).prepareToken();
  if (!asked.isAtOnce) await lookBefore(asked, trial);
  const sent = { ...asked, request: tracker.spareOthers(asked) };
  const reason = tracker.reasonNotToSend(sent);
  if (reason === undefined) return next(sent);
  recorder.outcomes.recordWithheld(operation);
  throw new Unsendable(reason);
}

/** Ends the trial without a finding, since the endless response is a finding already. */
class DoesNotEnd extends Error {
  override readonly name = "AbortError";
}

/** The first property that gets an endless response reports it. */
function refuseEndless(operation: Operation, { session, log }: Trial): void {
  const endless = session.endless.get(operation);
  if (!endless) return;
  if (endless.isFound || log.property === undefined) throw new DoesNotEnd();
  endless.isFound = true;
  throw endless.error;
}
