import { type Contract, loadContracts, loadPlatform } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { killedBySignals } from "../interruptible.ts";

/** Contracts that the options of a command select. */
export interface Selection {
  /** Paths of documents or folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Overlays to apply to them. */
  readonly overlay: readonly string[];
}

/** Reports that the bundled contracts are used, for a command with a target and without --contracts. */
export function reportDefaultContracts(
  { contracts = [] }: Pick<Selection, "contracts">,
  loaded: readonly Contract[],
  io: Io,
): void {
  if (contracts.length > 0) return;
  io.err(`Using the ${loaded.length} bundled contracts, because --contracts is not given\n`);
}

/** Loads the selected contracts, by default the bundled ones. Prints the problems of overlays. */
export async function loadSelected({ contracts = [], overlay }: Selection, io: Io): Promise<Contract[]> {
  const options = { overlays: overlay };
  const load = (): Promise<Contract[]> =>
    contracts.length > 0 ? loadContracts(contracts, options) : loadPlatform(options);
  const loaded = await killedBySignals("read the contracts", load, io);
  for (const { code, message, at } of loaded.flatMap(({ problems }) => problems)) {
    if (code.startsWith("overlay-")) io.err(`${at.file}:${at.line}  ${code}  ${message}\n`);
  }
  return loaded;
}
