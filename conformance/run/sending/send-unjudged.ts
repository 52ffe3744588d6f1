import type { RequestToSend } from "../../items/request-to-send.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Trial } from "../trial.ts";

/** Sends a request that nothing judges or shows. @throws as `Target.send` does. */
export async function sendUnjudged({ request, operation }: RequestToSend, { targetOf }: Trial): Promise<Exchange> {
  const to = targetOf(operation);
  await to.prepareToken();
  return { request, response: await to.send(to.authorize(operation, request)) };
}

/** Sends a request that only tells the state of the target. Undefined if it is not answered. Created items are recorded. */
export async function probe(toSend: RequestToSend, trial: Trial): Promise<Exchange | undefined> {
  try {
    const exchange = await sendUnjudged(toSend, trial);
    trial.session.tracker.recordExchange(exchange, toSend.operation, toSend.contract);
    return exchange;
  } catch {
    return undefined;
  }
}
