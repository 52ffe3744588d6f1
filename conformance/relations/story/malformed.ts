import type { Operation } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";

/** Statuses that blame the request itself. */
const malformed: ReadonlySet<number> = new Set([400, 405, 406, 415, 422]);

/** True for a refusal that blames the request, where the contract has one of the statuses that blame the state instead. */
export function refusedAsMalformed(
  { response }: Exchange,
  { responses }: Operation,
  statuses: readonly string[],
): boolean {
  return malformed.has(response.status) && responses.some(({ status }) => statuses.includes(status));
}
