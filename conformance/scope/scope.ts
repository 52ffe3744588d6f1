import type { Finding } from "../checks/finding.ts";
import type { Resource, Send } from "../items/item.ts";
import type { Contract, Json, Operation } from "../../contracts/index.ts";
import type { Exchange, Identity, WireRequest } from "../model/exchange.ts";
import type { Permissions } from "../target/permissions.ts";
import type { Coverage } from "../requests/coverage.ts";
import type { Known, Requests } from "../requests/requests.ts";
import type { Target } from "../target/target.ts";

/** Operation under test, with everything that a property needs to test it. */
export interface Scope {
  readonly target: Target;
  readonly contract: Contract;
  readonly operation: Operation;
  /** Contracts of the run. */
  readonly contracts: readonly Contract[];
  /** Path parameter values that exist on the target. */
  readonly known: Known;
  readonly permissions: Permissions;
  /** Seed of all generated values. */
  readonly seed: number;
  /** Signal that ends the run. */
  readonly signal: AbortSignal | undefined;
  readonly requests: Requests;
  /** Deterministic requests that cover the contract. Undefined if no plain request can be generated. */
  readonly coverage: Coverage | undefined;
  /** Resource whose items the operation creates. Undefined if it creates none. */
  readonly resource: Resource | undefined;
  /** Resource with another sender, or the resource of another creating operation. */
  resourceWith(send: Send, other?: CreatingOperation): Resource | undefined;
  /** Coverage of another operation of the contract, for the item with the given path parameter values. */
  coverageAt(operation: Operation, values: readonly Json[]): Coverage | undefined;
  /** Keys of the members, with their values, that the operation has accepted in this trial. */
  readonly acceptedMembers: ReadonlySet<string>;
  /** Latest request of the operation that succeeded in this trial. */
  succeeded(): WireRequest | undefined;
  /** Sends a request with the credentials of its operation, by default the operation under test. */
  exchange(request: WireRequest, operation?: Operation): Promise<Exchange>;
  /** Findings of all checks of the run on an exchange, by default with the operation under test. */
  judge(exchange: Exchange, operation?: Operation): readonly Finding[];
  /** Sends a request without waiting for a turn and without retries, for bursts. */
  exchangeAtOnce(request: WireRequest): Promise<Exchange>;
  /** Sends a request as another identity. Undefined if the operation's security schemes cannot express it. */
  exchangeAs(identity: Identity, request: WireRequest, operation?: Operation): Promise<Exchange | undefined>;
  /** Waits in real time, or advances the clock of a mock. */
  pause(milliseconds: number): Promise<void>;
  /** Records why the property could not be judged. This is not a finding. */
  inconclusive(reason: string): void;
  /** Records whether a relation had an item, and something to compare with it. If not, the reason as a sentence. */
  recordComparison(result: Comparison, reason?: string): void;
}

/** Result of a trial of a relation: it compared something, or had no item, or nothing to compare. */
export type Comparison = "compared" | "nothing-compared" | "no-item";

/** Part of a scope that is known before any request is generated. */
export type InitialScope = Omit<Scope, "coverage" | "requests" | "known">;

/** Creating operation with its path parameter values. */
interface CreatingOperation {
  readonly operation: Operation;
  readonly pathValues: readonly Json[];
}
