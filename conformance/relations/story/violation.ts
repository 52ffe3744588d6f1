import type { Exchange } from "../../model/exchange.ts";
import type { Flaw } from "../../checks/finding.ts";

/** A violation of a relation. */
export interface Violation extends Flaw {
  /** The exchange that shows the violation. */
  readonly exchange: Exchange;
  /** The first exchange of the steps, if it is not the create of the item. */
  readonly firstExchange?: Exchange;
  /** Exchanges that the violation depends on. The create of the item is implied. Default: all earlier exchanges about the item. */
  readonly otherExchanges?: readonly Exchange[];
  /** Later exchanges that show the effect. */
  readonly after?: readonly Exchange[];
}

/** A relation that could judge nothing on an item, with the reason as a sentence. */
export interface Unjudged {
  readonly unjudged: string;
}

export function isUnjudged(result: readonly Violation[] | Unjudged): result is Unjudged {
  return "unjudged" in result;
}
