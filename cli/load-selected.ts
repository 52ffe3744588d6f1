import { type Contract, loadContracts, loadPlatform } from "../contracts/index.ts";
import type { Io } from "./command.ts";
import { endedBySignals } from "./interruptible.ts";

/** What a command's options say of the contracts to use. */
export interface Selection {
  /** Paths of documents or folders. */
  readonly contracts?: readonly string[] | undefined;
  /** Overlays to apply to them. */
  readonly overlay: readonly string[];
}

/** Says that the platform's contracts are used, where a command that calls a target was given none. */
export function sayWhichContracts(
  { contracts = [] }: Pick<Selection, "contracts">,
  loaded: readonly Contract[],
  io: Io,
): void {
  if (contracts.length > 0) return;
  io.err(`No --contracts are given: the platform's ${loaded.length} contracts are used\n`);
}

/** Loads the contracts that were asked for, the platform's own where none were; says what overlays did not do. */
export async function loadSelected({ contracts = [], overlay }: Selection, io: Io): Promise<Contract[]> {
  const options = { overlays: overlay };
  const load = (): Promise<Contract[]> =>
    contracts.length > 0 ? loadContracts(contracts, options) : loadPlatform(options);
  const loaded = await endedBySignals("read the contracts", load, io);
  for (const { code, message, at } of loaded.flatMap(({ problems }) => problems)) {
    if (code.startsWith("overlay-")) io.err(`${at.file}:${at.line}  ${code}  ${message}\n`);
  }
  return loaded;
}
