import type { Check } from "./check.ts";

/** Whatever is sent, the provider does not fail (§7 documents no 5xx). */
export const noServerError: Check = {
  id: "no-server-error",
  claim: "No request makes the provider fail",
  judge({ response }, { operation }) {
    const isDocumented = operation.responses.some(({ status }) => status === String(response.status));
    if (response.status < 500 || isDocumented) return [];
    const message = `The provider failed with status ${response.status}`;
    return [{ key: String(response.status), message, isOfRequest: "value" }];
  },
};
