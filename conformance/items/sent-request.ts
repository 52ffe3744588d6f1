import type { Contract, Operation } from "../../contracts/index.ts";
import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";

/** Request of a run, with its operation and sender. */
export interface SentRequest {
  readonly request: WireRequest;
  readonly operation: Operation;
  readonly contract: Contract;
  /** Sender. Defaults to the usual identity. */
  readonly as?: Identity | undefined;
}
