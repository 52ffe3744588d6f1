import type { WireRequest } from "../model/exchange.ts";
import type fc from "fast-check";
import type { Basis } from "../../contracts/index.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { CheckTraits } from "../model/check-traits.ts";
import type { PhaseId } from "./phases.ts";
import type { Scope, InitialScope } from "./scope.ts";
import type { Permission } from "../target/permissions.ts";
import type { Finding } from "../checks/finding.ts";

/** Requests for one trial of a property. */
export interface PropertyRequests {
  /** Common trait of the requests, to distinguish several kinds within one property. */
  readonly label: string;
  /** Violated constraint, if the label contains more than that. */
  readonly constraint?: string | undefined;
  /** Part of the requests that the label is about. */
  readonly sent?: SentPart | undefined;
  /** Basis of the constraint. */
  readonly basis?: Basis | undefined;
  /** Arbitrary, whose counterexamples are shrunk, or a fixed list. */
  readonly requests: fc.Arbitrary<WireRequest> | readonly WireRequest[];
  /** Maximum number of requests. */
  readonly runs: number;
}

/** Claim about an operation, tested with many requests. The smallest counterexample is kept. */
export interface Property extends CheckTraits {
  readonly id: string;
  readonly claim: string;
  readonly phase: PhaseId;
  /** True if the property may change the target, in addition to the effects of the operation. */
  readonly writes: boolean;
  /** Set if findings are not retried, because a retry needs many requests or much time. */
  readonly isOnce?: true;
  /** Set if the property sends invalid requests, whose responses say nothing about valid ones. */
  readonly sendsInvalid?: true;
  /** Set if the property claims something of accepted requests. Without any success, it judged nothing. */
  readonly needsSuccess?: true;
  /** Permission that the property needs. */
  readonly permission?: Permission;
  /** True if the property applies to the operation. By default, it applies to every operation. */
  applies?(setting: InitialScope): boolean;
  /** Sentence on what the contract lacks for an operation that the property is about, but does not apply to. */
  lacks?(setting: InitialScope): string | undefined;
  /** True if the required requests can be generated. The call is slow, so it comes last. */
  hasRequests?(scope: Scope): boolean;
  given(scope: Scope, runs: number): readonly PropertyRequests[];
  holds(request: WireRequest, scope: Scope): Promise<readonly Finding[]>;
}

/** True if a property can be tested on an operation. */
export function isTriable(property: Property, scope: Scope): boolean {
  return property.applies?.(scope) !== false && property.hasRequests?.(scope) !== false;
}

/** `hasRequests` of properties that need a plain request. */
export function hasPlain({ coverage }: Scope): boolean {
  return coverage !== undefined;
}
