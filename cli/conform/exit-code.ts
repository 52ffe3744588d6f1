import { type Report, refusedEverywhere } from "../../conformance/index.ts";
import type { ExitCode } from "../command.ts";

/** What a run comes to for whoever called the command. */
export function exitCodeOf({ failures, interrupted, access }: Report): ExitCode {
  if (refusedEverywhere(access) !== undefined) return 2;
  if (failures.length > 0) return 1;
  return interrupted ? 2 : 0;
}
