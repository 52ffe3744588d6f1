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
    // What is not implemented says so with 501 (RFC 9110, section 15.6.2), whatever the value in the request.
    if (response.status === 501) return [{ key: "501", message: "The provider does not implement this (status 501)" }];
    const message = `The provider failed with status ${response.status}`;
    return [{ key: String(response.status), message, isOfRequest: "value" }];
  },
};
