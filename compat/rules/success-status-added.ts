import { rule } from "./support/rule.ts";
import { coversStatus, isSuccessInRevision } from "../pairing/statuses.ts";

export const successStatusAdded = rule({
  id: "success-status-added",
  on: "responses",
  kind: "added",
  verdict: "dangerous",
  principle: "addition",
  advice: [{ text: "Check that your code accepts every success status." }],
  oasdiff: "response-success-status-added",
  mirror: "success-status-removed",
  why: "Consumers may receive a success status that the earlier contract did not have.",
  compare(base, revision, report) {
    for (const [status, { pointer }] of revision.statuses) {
      if (!isSuccessInRevision(status, base, revision) || coversStatus(base.statuses, status)) continue;
      const isSender = base.polarity === "out";
      report({
        message: `Status ${status} was added`,
        base: base.pointer,
        revision: pointer,
        values: [status],
        after: status,
        ...(isSender ? { question: "success-status-added" } : { verdict: "non-breaking" }),
      });
    }
  },
});
