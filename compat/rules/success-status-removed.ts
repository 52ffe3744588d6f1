import { rule } from "../rule.ts";
import { covers, isSuccess } from "../statuses.ts";

export const successStatusRemoved = rule({
  id: "success-status-removed",
  on: "answers",
  kind: "removed",
  verdict: "breaking",
  section: "9.2",
  oasdiff: "response-success-status-removed",
  mirror: "success-status-added",
  why: "Consumers tell by the status what was done.",
  compare(base, revision, report) {
    for (const [status, { pointer, basis }] of base.statuses) {
      if (!isSuccess(status) || covers(revision.statuses, status)) continue;
      report({
        message: `Status ${status} was removed`,
        base: pointer,
        revision: revision.pointer,
        values: [status],
        before: status,
        basis,
        question: "success-status-changed",
        byName: true,
      });
    }
  },
});
