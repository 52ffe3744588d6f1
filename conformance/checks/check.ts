import type { Operation, Contract, Response } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { CheckTraits } from "../model/check-traits.ts";
import type { Flaw } from "./finding.ts";

/** Contract and operation of an exchange under check. */
export interface CheckContext {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Documented response for the status, if there is one. */
  readonly documented?: Response | undefined;
}

/** Check of a single exchange, for any operation and any request. */
export interface Check extends CheckTraits {
  readonly id: string;
  readonly claim: string;
  /** True if the check applies to the exchange. By default, it applies to every exchange. */
  appliesTo?(exchange: Exchange, judged: CheckContext): boolean;
  /** Flaws of the exchange. Empty if the check passes. */
  judge(exchange: Exchange, judged: CheckContext): readonly Flaw[];
}
