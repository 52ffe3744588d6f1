import { type Contract, loadContracts, loadPlatform } from "../contracts/index.ts";

/** What a command's options say of the contracts to use. */
interface Selection {
  /** Paths of documents or folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Overlays to apply to them. */
  readonly overlay: readonly string[];
}

/** Loads the contracts that were asked for; the platform's own where none were. */
export function loadSelected({ contracts = [], overlay }: Selection): Promise<Contract[]> {
  const options = { overlays: overlay };
  return contracts.length > 0 ? loadContracts(contracts, options) : loadPlatform(options);
}
