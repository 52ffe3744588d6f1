import type { RequestToSend } from "../../items/request-to-send.ts";
import type { Exchange } from "../../model/exchange.ts";
import { Endless, Unfinished } from "../../target/unfinished.ts";
import { Unsendable } from "../../target/unsendable.ts";
import type { Trial } from "../trial.ts";
import { recordFailedRequest } from "./failed-requests.ts";
import { probe } from "./send-unjudged.ts";

/** Times of a request. */
interface Sending {
  /** Time at which its latest turn began: the time in the queue is not the target's time. */
  startedAt: number;
  isSent: boolean;
}

/** Fourth step of a request: gives it credentials, passes it to the target, and records the exchange or the failure. */
export async function deliver(toSend: RequestToSend, trial: Trial): Promise<Exchange> {
  const { tracker, recorder, slowness, lostConnections } = trial.session;
  const { log } = trial;
  const { operation, contract } = toSend;
  const sending: Sending = { startedAt: performance.now(), isSent: false };
  const endRequest = tracker.requestStarted(operation, toSend.as);
  const exchange = await sendDespiteLoss(toSend, sending, trial)
    .catch((error: unknown) => {
      recordFailure(error, toSend, sending, trial);
      throw error;
    })
    .finally(endRequest);
  const record = {
    exchange,
    operation,
    contract,
    property: log.property,
    startedAt: performance.timeOrigin + sending.startedAt,
    durationMs: performance.now() - sending.startedAt,
    findings: new Set<string>(),
  };
  for (const each of [recorder, log, slowness, lostConnections]) each.record(record);
  return exchange;
}

/** Sends the request once more if an earlier one is the reason why the connection was lost. */
async function sendDespiteLoss(toSend: RequestToSend, sending: Sending, trial: Trial): Promise<Exchange> {
  try {
    return await sendWithToken(toSend, sending, trial);
  } catch (error) {
    if (toSend.as || toSend.isAtOnce) throw error;
    const culprit = await trial.session.lostConnections.findCulprit(error, toSend, (each) => probe(each, trial));
    if (!culprit || culprit instanceof Error) throw culprit ?? error;
    trial.log.sendingFindings.push(culprit);
    return sendWithToken(toSend, sending, trial);
  }
}

/** Sends the request, once more with a new token if the issued one has expired. */
async function sendWithToken(toSend: RequestToSend, sending: Sending, trial: Trial): Promise<Exchange> {
  const { request, operation, contract, as, isAtOnce = false } = toSend;
  const target = trial.targetOf(operation);
  const route = `${operation.api} ${operation.name}`;
  const begins = (): void => void Object.assign(sending, { startedAt: performance.now(), isSent: true });
  const send = () => target.send((as ?? target).authorize(operation, request) ?? request, { begins, route, isAtOnce });
  const token = target.issuedToken();
  let response = await send();
  if (!as && response.status === 401 && (await target.replaceToken(operation, token))) {
    response = await send();
    if (response.status !== 401) target.acceptToken(operation);
  }
  const exchange: Exchange = { request, response };
  if (as) Object.assign(exchange, { as });
  else if (target.showsToken(response.body)) Object.assign(exchange, { showsToken: true });
  trial.session.tracker.recordExchange(exchange, operation, contract);
  return exchange;
}

function recordFailure(error: unknown, toSend: RequestToSend, { isSent }: Sending, trial: Trial): void {
  const { tracker, recorder, endless } = trial.session;
  const { request, operation, as } = toSend;
  recordFailedRequest(error, { request, operation });
  if (isSent) tracker.recordUnanswered(toSend);
  const isEndless = error instanceof Unfinished && error.cause instanceof Endless;
  if (isEndless) endless.set(operation, { error, isFound: trial.log.property !== undefined });
  const isEnded = error instanceof Error && error.name === "AbortError";
  if (as || isEnded || error instanceof Unsendable) return;
  recorder.outcomes.recordUnanswered(operation, isEndless ? "endless" : 0);
}
