import { hasOnlyMoved, movedCodes } from "../pairing/moved-codes.ts";
import { rule } from "./support/rule.ts";
import { coversStatus, replacedError, isSuccessInRevision } from "../pairing/statuses.ts";

export const errorStatusAdded = rule({
  id: "error-status-added",
  on: "responses",
  kind: "added",
  verdict: "non-breaking",
  principle: "addition",
  entryKind: "error code",
  oasdiff: "response-non-success-status-added",
  mirror: "error-status-removed",
  why: "A further error status normally describes a new error scenario.",
  compare(base, revision, report) {
    for (const answer of revision.statuses.values()) {
      const { status, pointer } = answer;
      if (isSuccessInRevision(status, base, revision) || coversStatus(base.statuses, status)) continue;
      if (replacedError(answer, base, revision)) continue;
      // Moved error codes are reported by another rule.
      if (hasOnlyMoved(answer, movedCodes(base, revision))) continue;
      report({
        message: `Error status ${status} was added`,
        base: base.pointer,
        revision: pointer,
        values: [status],
        after: status,
        question: "error-status-added",
      });
    }
  },
});
