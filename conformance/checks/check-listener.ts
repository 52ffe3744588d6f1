import type { Exchange } from "../model/exchange.ts";

/** Listener for each check that applies to an exchange. */
export type CheckListener = (check: string) => void;

const listeners = new WeakMap<Exchange, CheckListener>();

/** Registers a listener for the checks of an exchange. It keeps senders and checks independent of each other. */
export function listenForChecks(exchange: Exchange, listener: CheckListener): void {
  listeners.set(exchange, listener);
}

/** Listener of an exchange, if one is registered. */
export function checkListenerOf(exchange: Exchange): CheckListener | undefined {
  return listeners.get(exchange);
}
