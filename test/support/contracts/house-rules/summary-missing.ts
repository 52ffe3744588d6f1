import type { HouseRule } from "./house-rule.ts";

export const summaryMissing: HouseRule = {
  id: "summary-missing",
  claim: "Every operation has a summary",
  find: ({ operations, webhooks }) =>
    [...operations, ...webhooks]
      .filter(({ summary }) => summary.trim() === "")
      .map(({ pointer }) => ({ pointer, message: "This operation has no summary" })),
};
