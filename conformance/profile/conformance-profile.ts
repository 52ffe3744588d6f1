import type { EnumPolicy } from "../../contracts/index.ts";
import type { Check } from "../checks/check.ts";
import type { Citations } from "../model/citations.ts";
import type { Property } from "../scope/property.ts";
import type { ProviderState } from "./provider-state.ts";

/**
 * Everything about conformance that differs from provider to provider. The engine knows OpenAPI, GraphQL, HTTP and the
 * RFCs; a profile adds the promises of one specification and the clauses that findings cite.
 * @example
 * const profile: ConformanceProfile = { name: "orders", promises: [...documentPromises, ordersAreFinal] };
 * const report = await conform({ contracts, target: "http://127.0.0.1:4010", profile });
 */
export interface ConformanceProfile extends Citations {
  readonly name: string;
  /**
   * Decides about response enums that do not say whether values may be added. Absent: "closed", so that another value is
   * a failure. With "open", it is drift.
   */
  readonly enums?: EnumPolicy;
  /** Properties of the phase "promises", in the order in which they are tried. */
  readonly promises: readonly Property[];
  /** Checks of every response, in addition to those of the engine. */
  readonly checks?: readonly Check[];
  /** States that a pact can name, in addition to those of the engine. */
  readonly states?: readonly ProviderState[];
}
