import type { Contract } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { OperationRequest } from "./places.ts";

/** Item of others before a run changed it. */
export interface Original {
  readonly contract: Contract;
  readonly reading: OperationRequest;
  /** Response to the read before the first change. */
  readonly response: Exchange["response"];
}
