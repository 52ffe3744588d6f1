import type { Basis, Contract, Operation } from "../contracts/index.ts";
import type { Exchange, WireRequest } from "./exchange.ts";
import type { Requests } from "./requests/requests.ts";
import type { Target } from "./target.ts";

/** One operation of a target under test, and what a property needs to try it. */
export interface Scope {
  readonly target: Target;
  readonly contract: Contract;
  readonly operation: Operation;
  readonly requests: Requests;
  /** Sends a request with the credentials of its operation: this one, if not said. */
  exchange(request: WireRequest, operation?: Operation): Promise<Exchange>;
  /** Sends a request as it is. */
  anonymous(request: WireRequest): Promise<Exchange>;
  /** Waits in real time. */
  pause(milliseconds: number): Promise<void>;
}

/** Something that the target does and its contract does not allow. */
export interface Finding {
  /** The check that failed. */
  readonly check: string;
  /** Tells this finding from others of the same operation and check; it never depends on values that vary. */
  readonly key: string;
  readonly message: string;
  /** The weakest premise that the finding rests on. */
  readonly basis: Basis;
  /** The section of the specification that is broken, where it names one. */
  readonly section?: string;
  readonly exchange: Exchange;
}
