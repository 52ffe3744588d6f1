import type { Basis, Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";

/** What a check says of an exchange. */
export interface Flaw {
  /** Tells this flaw from others of the same operation and check; it never depends on values that vary. */
  readonly key: string;
  readonly message: string;
  /** The place in a shared schema that a value of the body violates, such as "#/components/schemas/Book/name". */
  readonly place?: string | undefined;
  /** What it rests on beside the operation and its response. */
  readonly basis?: Basis;
  /**
   * Set where what was sent is a part of what is wrong: a crash at another fault is another crash. Where the contract's
   * constraint is what demands it, the finding rests on that, too.
   */
  readonly isOfRequest?: "value" | "constraint";
}

/** Something that the target does and its contract does not allow. */
export interface Finding extends Flaw {
  /** The check that failed. */
  readonly check: string;
  /** The weakest premise that the finding rests on. */
  readonly basis: Basis;
  /** The section of the specification that is broken, where it names one. */
  readonly section?: string;
  /** Where it is, if that is not the operation that is tried. */
  readonly operation?: Operation;
  /** The exchange that shows it. */
  readonly exchange: Exchange;
  /** What went before, where that belongs to it. */
  readonly steps?: readonly Exchange[];
  /** What was asked after it, and shows what came of it. */
  readonly after?: readonly Exchange[];
}
