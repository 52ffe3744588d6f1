import type { Check } from "./check.ts";

/** Check that no request causes an undocumented 5xx status. */
export const noServerError: Check = {
  id: "no-server-error",
  claim: "No request causes an undocumented 5xx status",
  cause: "failure",
  faultCode: "F100",
  faultKeys: /\b500$/,
  judge({ response }, { operation }) {
    const isDocumented = operation.responses.some(({ status }) => status === String(response.status));
    if (response.status < 500 || isDocumented) return [];
    const message = `The provider failed with status ${response.status}`;
    return [{ key: String(response.status), message, isOfRequest: "value" }];
  },
};
