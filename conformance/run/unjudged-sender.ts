import type { Contract, Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { WireRequest } from "../model/wire-message.ts";
import type { Trial } from "./trial.ts";

/** Sends a request that nothing judges or shows. Undefined if it is not answered. */
export type SendUnjudged = (request: WireRequest, operation: Operation) => Promise<Exchange | undefined>;

/** Sender of requests that only tell the state of the target. Created items are recorded nevertheless. */
export function unjudgedSender(
  { session, targetOf }: Trial,
  contractOf: (operation: Operation) => Contract,
): SendUnjudged {
  return async (request, operation) => {
    const to = targetOf(operation);
    try {
      await to.prepareToken();
      const exchange = { request, response: await to.send(to.authorize(operation, request)) };
      session.tracker.recordExchange(exchange, operation, contractOf(operation));
      return exchange;
    } catch {
      return undefined;
    }
  };
}
