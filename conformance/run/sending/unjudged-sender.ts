import type { Contract, Operation } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { WireRequest } from "../../model/wire-message.ts";
import type { Trial } from "../trial.ts";
import type { SendUnjudged } from "./lost-connections.ts";

/** Sends a request that nothing judges or shows. @throws as `Target.send` does. */
export async function sendUnjudged(request: WireRequest, operation: Operation, { targetOf }: Trial): Promise<Exchange> {
  const to = targetOf(operation);
  await to.prepareToken();
  return { request, response: await to.send(to.authorize(operation, request)) };
}

/** Sender of requests that only tell the state of the target. Created items are recorded nevertheless. */
export function unjudgedSender(trial: Trial, contractOf: (operation: Operation) => Contract): SendUnjudged {
  return async (request, operation) => {
    try {
      const exchange = await sendUnjudged(request, operation, trial);
      trial.session.tracker.recordExchange(exchange, operation, contractOf(operation));
      return exchange;
    } catch {
      return undefined;
    }
  };
}
