import type { WireRequest } from "../model/wire-message.ts";
import type fc from "fast-check";
import type { Basis } from "../../contracts/index.ts";
import type { PhaseId } from "./phases.ts";
import type { Scope, Setting } from "./scope.ts";
import type { Finding } from "../checks/finding.ts";

/** Something claimed of all requests of a kind. */
export interface Given {
  /** What the requests have in common, where a property is about several kinds. */
  readonly label: string;
  /** Which constraint they break, where the label says more than that. */
  readonly constraint?: string;
  /** What that constraint rests on. */
  readonly basis?: Basis;
  /** Generated ones, of which a counterexample is shrunk; or a list, that is gone through. */
  readonly requests: fc.Arbitrary<WireRequest> | readonly WireRequest[];
  /** How many requests are tried at the most. */
  readonly runs: number;
}

/** A claim about an operation, tried with many requests; the smallest counterexample is kept. */
export interface Property {
  readonly id: string;
  readonly claim: string;
  readonly phase: PhaseId;
  /** Whether it sends what may change the target, beyond what the operation itself does. */
  readonly writes: boolean;
  /** Whether what it finds is not tried again: it takes very many requests, or long. */
  readonly isOnce?: true;
  /** Whether it sends invalid requests: their answers say nothing about valid ones. */
  readonly sendsInvalid?: true;
  /** Whether it says anything about the operation; about each one, if not said. */
  applies?(setting: Setting): boolean;
  /** Whether the requests that it needs can be made: that takes time, and is asked last. */
  hasRequests?(scope: Scope): boolean;
  given(scope: Scope, runs: number): readonly Given[];
  holds(request: WireRequest, scope: Scope): Promise<readonly Finding[]>;
}

/** Whether a property can be tried on an operation. */
export function isTriable(property: Property, scope: Scope): boolean {
  return property.applies?.(scope) !== false && property.hasRequests?.(scope) !== false;
}

/** For those that need a plain request. */
export function hasPlain({ coverage }: Scope): boolean {
  return coverage !== undefined;
}
