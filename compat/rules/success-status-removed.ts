import { type Found, rule } from "../rule.ts";
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
      const isSender = base.polarity === "out";
      const left = isSender ? namedOf(status, base, revision) : [];
      report({
        message:
          left.length > 0 ? `Status ${status} was narrowed to ${left.join(", ")}` : `Status ${status} was removed`,
        base: pointer,
        revision: revision.pointer,
        values: [status],
        before: status,
        basis,
        byName: true,
        ...verdictOn(status, isSender, left),
      });
    }
  },
});

/** Who is ready for all of a range is ready for what is left of it, and who asks on a condition for an answer in full. */
function verdictOn(
  status: string,
  isSender: boolean,
  left: readonly string[],
): Pick<Found, "verdict" | "question" | "note"> {
  if (left.length > 0) return { verdict: "non-breaking" };
  if (status === "304" && isSender)
    return { verdict: "dangerous", note: "Who sends a condition copes with a 200 (RFC 9110, 13 and 15.4.5)" };
  return { question: "success-status-changed" };
}
