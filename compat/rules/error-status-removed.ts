import { hasOnlyMoved, movedCodes } from "../pairing/moved-codes.ts";
import { type FoundVerdict, rule } from "./support/rule.ts";
import { coversStatus, isSuccess, findReplacingError, newlyNamedStatuses } from "../pairing/statuses.ts";

export const errorStatusRemoved = rule({
  id: "error-status-removed",
  on: "responses",
  kind: "removed",
  verdict: "dangerous",
  principle: "restriction",
  entryKind: "error code",
  oasdiff: "response-non-success-status-removed",
  mirror: "error-status-added",
  why: "The provider may respond to the same error with another status code now.",
  compare(base, revision, report) {
    for (const answer of base.statuses.values()) {
      const { status, pointer, basis } = answer;
      if (isSuccess(status) || coversStatus(revision.statuses, status) || findReplacingError(answer, base, revision))
        continue;
      // Moved error codes are reported by another rule.
      if (hasOnlyMoved(answer, movedCodes(base, revision))) continue;
      const isSender = base.polarity === "out";
      const left = isSender ? newlyNamedStatuses(status, base, revision) : [];
      report({
        message:
          left.length > 0
            ? `Error status ${status} was narrowed to ${left.join(", ")}`
            : `Error status ${status} was removed`,
        base: pointer,
        revision: revision.pointer,
        values: [status],
        before: status,
        basis,
        byName: true,
        ...verdictOn(isSender, left),
      });
    }
  },
});

/** A consumer that handles a range of statuses also handles the remaining statuses of the range. */
function verdictOn(isSender: boolean, left: readonly string[]): FoundVerdict {
  if (left.length > 0) return { verdict: "non-breaking", principle: "addition" };
  if (isSender) return { question: "error-withdrawn" };
  return { verdict: "breaking" };
}
