import { type Operation, findResponse } from "../../contracts/index.ts";
import type { Check } from "./check.ts";

/**
 * Status codes that HTTP (RFC 9110, 15.5; RFC 6585) and gateways return for any operation. Documents rarely repeat them.
 * Excluded are 409, 412 and 422, whose meaning depends on the operation and belongs in the contract, and all 5xx.
 */
const implied = new Set([400, 401, 403, 404, 405, 406, 413, 414, 415, 429, 431]);

/** Check that a status is documented or implied. */
export const statusDocumented: Check = {
  id: "status-documented",
  claim: "Every status is documented in the contract",
  cause: "statuses",
  faultCode: "F101",
  judge({ response: { status } }, { documented, operation }) {
    if (documented || status >= 500 || isImpliedStatus(status, operation)) return [];
    const known = operation.responses.map((response) => response.status).join(", ") || "none";
    return [{ key: String(status), message: `Status ${status} is not documented (documented: ${known})` }];
  },
};

/** True for an implied status that the operation does not document. */
export function isImpliedStatus(status: number, operation: Operation): boolean {
  if (findResponse(operation, status)) return false;
  const hasSuccess = operation.responses.some((response) => /^([23]|default)/.test(response.status));
  return implied.has(status) || (!hasSuccess && status >= 200 && status < 300);
}
