import type { Contract } from "../../contracts/index.ts";
import type { CredentialPolicy } from "../model/credential-policy.ts";

/** Options of contracts that a profile loads. */
interface ContractOptions {
  /** OpenAPI Overlays to apply. */
  readonly overlays?: readonly string[];
}

/**
 * What is special about one provider in the mock: plain data and a few functions. The engine knows OpenAPI, HTTP and
 * state; all that differs from provider to provider is here.
 * @example
 * const profile: MockProfile = { ...defaultMock, name: "orders", credentials: { ...defaultMock.credentials, tokenOf } };
 * await using mock = await startMock({ contracts: ["openapi.yaml"], profile });
 */
export interface MockProfile {
  readonly name: string;
  /** How a credential selects the organization whose state a request reads and writes. */
  readonly credentials: CredentialPolicy;
  /** Loads the contracts that the mock serves if none are given. Absent: contracts are required. */
  loadContracts?(options: ContractOptions): Promise<readonly Contract[]>;
}
