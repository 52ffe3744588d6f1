import type { Resource, Send } from "../items/item.ts";
import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import type { Contract, Json, Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Leave } from "../target/permissions.ts";
import type { Coverage } from "../requests/coverage.ts";
import type { Known, Requests } from "../requests/requests.ts";
import type { Target } from "../target/target.ts";

/** One operation of a target under test, and what a property needs to try it. */
export interface Scope {
  readonly target: Target;
  readonly contract: Contract;
  readonly operation: Operation;
  /** All contracts of the run. */
  readonly contracts: readonly Contract[];
  /** The path parameters of which the target is known to have something. */
  readonly known: Known;
  readonly leave: Leave;
  /** What is made up of another seed is something else. */
  readonly seed: number;
  /** Ends the run. */
  readonly signal: AbortSignal | undefined;
  readonly requests: Requests;
  /** Those that cover the contract without chance; nothing where no plain request can be made. */
  readonly coverage: Coverage | undefined;
  /** The resource that the operation makes items of; nothing where it makes none. */
  readonly resource: Resource | undefined;
  /** The same, whose requests somebody else sends, or the one that another operation makes items of. */
  resourceWith(send: Send, other?: Making): Resource | undefined;
  /** The requests that cover another operation of the contract, of the item that the values of its path name. */
  coverageAt(operation: Operation, values: readonly Json[]): Coverage | undefined;
  /** Sends a request with the credentials of its operation: this one, if not said. */
  exchange(request: WireRequest, operation?: Operation): Promise<Exchange>;
  /** The same without waiting for its turn, and once only: where it is a burst that is tried. */
  exchangeAtOnce(request: WireRequest): Promise<Exchange>;
  /** Sends a request as somebody else; nothing where the operation has no such credentials. */
  exchangeAs(identity: Identity, request: WireRequest, operation?: Operation): Promise<Exchange | undefined>;
  /** Waits: in real time, or where a mock has a time of its own, in that. */
  pause(milliseconds: number): Promise<void>;
  /** Tells why something could not be judged: that is no finding. */
  inconclusive(reason: string): void;
}

/** What is known of an operation before any request to it is made up. */
export type Setting = Omit<Scope, "coverage" | "requests" | "known">;

/** An operation that makes items, and the values of the parameters of its path. */
interface Making {
  readonly operation: Operation;
  readonly beside: readonly Json[];
}
