import type { LintRule } from "../rule.ts";

export const summaryMissing: LintRule = {
  id: "summary-missing",
  claim: "Every operation has a summary",
  of: "marked",
  find: ({ operations, webhooks }) =>
    [...operations, ...webhooks]
      .filter(({ summary }) => summary.trim() === "")
      .map(({ pointer }) => ({ pointer, message: "This operation has no summary" })),
};
