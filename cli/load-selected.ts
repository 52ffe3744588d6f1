import { type Contract, loadContracts, loadPlatform } from "../contracts/index.ts";
import type { Io } from "./command.ts";

/** What a command's options say of the contracts to use. */
export interface Selection {
  /** Paths of documents or folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Overlays to apply to them. */
  readonly overlay: readonly string[];
}

/** Loads the contracts that were asked for, the platform's own where none were; says what overlays did not do. */
export async function loadSelected({ contracts = [], overlay }: Selection, io: Io): Promise<Contract[]> {
  const options = { overlays: overlay };
  const loaded = await (contracts.length > 0 ? loadContracts(contracts, options) : loadPlatform(options));
  for (const { code, message, at } of loaded.flatMap(({ problems }) => problems)) {
    if (code.startsWith("overlay-")) io.err(`${at.file}:${at.line}  ${code}  ${message}\n`);
  }
  return loaded;
}
