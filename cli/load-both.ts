import { type Contract, loadContracts } from "../contracts/index.ts";
import type { Io } from "./command.ts";

/** Loads base and revision; says in a line how much is wrong with them. */
export async function loadBoth(paths: readonly string[], io: Io): Promise<[Contract[], Contract[]]> {
  const [base = "", revision = ""] = paths;
  const both: [Contract[], Contract[]] = [await loadContracts([base]), await loadContracts([revision])];
  const problems = both.map((contracts) => contracts.flatMap((contract) => contract.problems).length);
  if (problems.some((count) => count > 0)) {
    io.err(
      `Problems passed over: ${problems[0]} in the base, ${problems[1]} in the revision (see concord contracts lint)\n`,
    );
  }
  return both;
}
