import { rule } from "../rule.ts";
import { covers, isSuccess, namedOf } from "../statuses.ts";

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
      const left = base.polarity === "out" ? namedOf(status, base, revision) : [];
      report({
        message:
          left.length > 0 ? `Status ${status} was narrowed to ${left.join(", ")}` : `Status ${status} was removed`,
        base: pointer,
        revision: revision.pointer,
        values: [status],
        before: status,
        basis,
        byName: true,
        // Who is ready for all of a range is ready for what is left of it.
        ...(left.length > 0 ? { verdict: "non-breaking" } : { question: "success-status-changed" }),
      });
    }
  },
});
