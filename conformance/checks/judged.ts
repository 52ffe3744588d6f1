import type { Exchange } from "../model/exchange.ts";

/** Is told of each check that an exchange is held against, as far as the check has something to say of such an exchange. */
export type TellJudged = (check: string) => void;

const listeners = new WeakMap<Exchange, TellJudged>();

/** Has somebody told when an exchange is judged: who sends it does not know by what, and checks know nobody. */
export function whenJudged(exchange: Exchange, tell: TellJudged): void {
  listeners.set(exchange, tell);
}

/** Who wants to be told of an exchange. */
export function listenerOf(exchange: Exchange): TellJudged | undefined {
  return listeners.get(exchange);
}
