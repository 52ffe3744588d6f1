import type { Basis, Operation } from "../../contracts/index.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { Exchange } from "../model/exchange.ts";

/** Flaw that a check finds in an exchange. */
export interface Flaw {
  /** Key that identifies the flaw within an operation and check. It never contains values that vary between runs. */
  readonly key: string;
  readonly message: string;
  /** Violated location in a shared schema, such as "#/components/schemas/Book/name". */
  readonly place?: string | undefined;
  /** Basis of the flaw, in addition to the bases of the operation and its response. */
  readonly basis?: Basis;
  /** Check and key of the same flaw, if another check finds it, too. Both findings have one cause. */
  readonly sameAs?: { readonly check: string; readonly key: string };
  /** Part of the request that the flaw is about. */
  readonly sent?: SentPart;
  /** Part of the response or item that the flaw is about. */
  readonly shown?: ShownPart;
  /**
   * Set if the request is part of the flaw, so that crashes on different faults are different flaws. With "constraint",
   * the violated constraint demands the expected behaviour, and the finding has its basis, too.
   */
  readonly isOfRequest?: "value" | "constraint";
}

/** Violation of the contract by the target. */
export interface Finding extends Flaw {
  /** Id of the failed check. */
  readonly check: string;
  /** Weakest basis of the finding. */
  readonly basis: Basis;
  /** Violated section of the specification, if known. */
  readonly section?: string | undefined;
  /** Operation with the violation, if it is not the operation under test. */
  readonly operation?: Operation;
  /** Exchange that shows the violation. */
  readonly exchange: Exchange;
  /** Earlier exchanges that belong to the finding. */
  readonly steps?: readonly Exchange[];
  /** Later exchanges that show the effect. */
  readonly after?: readonly Exchange[];
}
