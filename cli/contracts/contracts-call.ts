import type { Contract } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** Arguments of a subcommand. */
export interface ContractsCall {
  readonly contracts: readonly Contract[];
  /** Names of an API and an operation. Empty for subcommands with paths. */
  readonly names: readonly string[];
  readonly json: boolean;
  readonly out: string | undefined;
  readonly rules: boolean;
  readonly io: Io;
}
