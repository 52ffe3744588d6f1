import type { Check } from "./check.ts";

/** What HTTP and its servers answer on their own; documents rarely repeat them at every operation. */
const implied = new Set([400, 401, 403, 404, 405, 413, 414, 415, 429, 431]);

/** The status is one that the contract documents, or one that goes without saying. */
export const statusDocumented: Check = {
  id: "status-documented",
  claim: "Every status is one that the contract documents",
  judge({ response: { status } }, { documented, operation }) {
    const hasSuccess = operation.responses.some((response) => /^([23]|default)/.test(response.status));
    if (documented || implied.has(status) || status >= 500 || (!hasSuccess && status < 300)) return [];
    const known = operation.responses.map((response) => response.status).join(", ") || "none";
    return [{ key: String(status), message: `Status ${status} is not documented (documented: ${known})` }];
  },
};
