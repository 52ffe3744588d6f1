import type { Contract } from "../../contracts/index.ts";
import type { Io } from "../command.ts";

/** What a subcommand gets to work with. */
export interface ContractsCall {
  readonly contracts: readonly Contract[];
  /** What follows the subcommand, where that is not paths. */
  readonly names: readonly string[];
  readonly json: boolean;
  readonly out: string | undefined;
  readonly rules: boolean;
  readonly io: Io;
}
