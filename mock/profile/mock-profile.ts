import type { Contract, EnumPolicy } from "../../contracts/index.ts";
import type { Behaviour } from "../behaviours/behaviour.ts";
import type { Publish } from "../events/publish-event.ts";
import type { AudiencePolicy } from "../model/audience-policy.ts";
import type { CredentialPolicy } from "../model/credential-policy.ts";

/** Options of contracts that a profile loads. */
interface ContractOptions {
  /** OpenAPI Overlays to apply. */
  readonly overlays?: readonly string[];
}

/**
 * Rules of one provider for the mock: plain data and a few functions. The engine knows OpenAPI, HTTP and
 * state; all that differs from provider to provider is here.
 * @example
 * const profile: MockProfile = { ...defaultMock, name: "orders", credentials: { ...defaultMock.credentials, tokenOf } };
 * await using mock = await startMock({ contracts: ["openapi.yaml"], profile });
 */
export interface MockProfile {
  readonly name: string;
  /** Rules by which a credential selects the organization of a request. */
  readonly credentials: CredentialPolicy;
  /**
   * Returns the behaviours of the mock, the outermost first. `custom` contains the behaviours of the user, and the result
   * must include them. Absent: the behaviours of the user only. A behaviour applies if one of its operations is served.
   */
  behaviours?(custom: readonly Behaviour[]): readonly Behaviour[];
  /** Restriction of parts of GraphQL schemas to an audience. Absent: every field is public. */
  readonly audience?: AudiencePolicy;
  /** A clause of the provider's specification, as messages cite it. Absent: "section 5.1 of the specification". */
  citation?(section: string): string;
  /** Clauses of the specification about faults that consumers are tested under, by the name of the run: "unknown-enum". */
  readonly faultClauses?: Readonly<Record<string, string>>;
  /** Publishes an event that a test emits. Absent: it is delivered to the webhooks that subscribe to it. */
  readonly publish?: Publish;
  /** Decides about enums that do not say whether values may be added. Absent: "closed", so that no fault adds values. */
  readonly enums?: EnumPolicy;
  /** True if organizations begin with the documented examples, unless an option says otherwise. Default: false. */
  readonly seedExamples?: boolean;
  /** True if generated flags are off, and generated states are those in which things work. Default: false. */
  readonly usualValues?: boolean;
  /** Loads the contracts that the mock serves if none are given. Absent: contracts are required. */
  loadContracts?(options: ContractOptions): Promise<readonly Contract[]>;
}
