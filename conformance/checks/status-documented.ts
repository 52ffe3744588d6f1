import { type Operation, responseFor } from "../../contracts/index.ts";
import type { Check } from "./check.ts";

/**
 * What HTTP (RFC 9110, 15.5; RFC 6585) and the servers before a provider answer on their own, whatever an operation is
 * about; documents rarely repeat them at every operation. Not 409, 412 and 422: they tell of what an operation means,
 * which is the contract's to say (§7), nor any 5xx.
 */
const implied = new Set([400, 401, 403, 404, 405, 406, 413, 414, 415, 429, 431]);

/** The status is one that the contract documents, or one that goes without saying. */
export const statusDocumented: Check = {
  id: "status-documented",
  claim: "Every status is one that the contract documents",
  judge({ response: { status } }, { documented, operation }) {
    if (documented || status >= 500 || goesWithoutSaying(status, operation)) return [];
    const known = operation.responses.map((response) => response.status).join(", ") || "none";
    return [{ key: String(status), message: `Status ${status} is not documented (documented: ${known})` }];
  },
};

/** Whether a status that an operation does not document is one to be expected all the same. */
export function goesWithoutSaying(status: number, operation: Operation): boolean {
  if (responseFor(operation, status)) return false;
  const hasSuccess = operation.responses.some((response) => /^([23]|default)/.test(response.status));
  return implied.has(status) || (!hasSuccess && status >= 200 && status < 300);
}
