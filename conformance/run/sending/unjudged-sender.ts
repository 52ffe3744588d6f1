import type { Contract, Operation } from "../../../contracts/index.ts";
import type { Trial } from "../trial.ts";
import type { SendUnjudged } from "./lost-connections.ts";

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
