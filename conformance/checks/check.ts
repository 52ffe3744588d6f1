import type { Operation, Contract, Response } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Flaw } from "./finding.ts";

/** What a check is told of an exchange. */
export interface Judged {
  readonly contract: Contract;
  readonly operation: Operation;
  /** The response that the contract documents for the status, if it does. */
  readonly documented?: Response;
}

/** Judges one exchange; any operation's, whatever was sent. */
export interface Check {
  readonly id: string;
  readonly claim: string;
  /** Whether it has something to say of such an exchange; of every one, if not said. */
  concerns?(exchange: Exchange, judged: Judged): boolean;
  /** All that is wrong with it; nothing where it is as it should be. */
  judge(exchange: Exchange, judged: Judged): readonly Flaw[];
}
