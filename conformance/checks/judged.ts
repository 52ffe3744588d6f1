import type { Exchange } from "../model/exchange.ts";

/** Listener for each check that applies to an exchange. */
export type TellJudged = (check: string) => void;

const listeners = new WeakMap<Exchange, TellJudged>();

/** Registers a listener for the checks of an exchange. It keeps senders and checks independent of each other. */
export function whenJudged(exchange: Exchange, tell: TellJudged): void {
  listeners.set(exchange, tell);
}

/** Listener of an exchange, if one is registered. */
export function listenerOf(exchange: Exchange): TellJudged | undefined {
  return listeners.get(exchange);
}
