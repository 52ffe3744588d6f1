import type { Contract, Operation } from "../../contracts/index.ts";
import type { Exchange, Identity, WireRequest } from "../model/exchange.ts";

/** Request of a run, with its operation and sender. */
export interface RequestToSend {
  readonly request: WireRequest;
  readonly operation: Operation;
  readonly contract: Contract;
  /** Sender. Defaults to the usual identity. */
  readonly as?: Identity | undefined;
  /** True if it waits for no turn and is not repeated, for bursts. */
  readonly isAtOnce?: boolean;
}

/** Sends a request and returns its exchange. */
export type SendRequest = (sent: RequestToSend) => Promise<Exchange>;
