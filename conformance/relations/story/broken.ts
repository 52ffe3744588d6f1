import type { Exchange } from "../../model/exchange.ts";
import type { Flaw } from "../../checks/finding.ts";

/** A relation that does not hold. */
export interface Broken extends Flaw {
  /** The exchange that shows it. */
  readonly exchange: Exchange;
  /** Where its story begins, if that is not where the item was made. */
  readonly from?: Exchange;
  /** What it rests on, where that is not all that was done to the item before; what made the item goes without saying. */
  readonly rests?: readonly Exchange[];
  /** What was asked after it, and shows what came of it. */
  readonly after?: readonly Exchange[];
}
