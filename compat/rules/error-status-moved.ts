import { rule } from "./support/rule.ts";
import { findReplacingError } from "../pairing/statuses.ts";

export const errorStatusMoved = rule({
  id: "error-status-moved",
  on: "responses",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  entryKind: "error code",
  oasdiff: "response-non-success-status-removed",
  mirror: "error-status-moved",
  why: "An existing error scenario has another status code.",
  compare(base, revision, report) {
    for (const answer of base.statuses.values()) {
      const moved = findReplacingError(answer, base, revision);
      if (!moved) continue;
      report({
        message: `Error status ${answer.status} was replaced by ${moved.status}`,
        base: answer.pointer,
        revision: moved.pointer,
        values: [answer.status, moved.status],
        before: answer.status,
        after: moved.status,
        basis: answer.basis,
        byName: true,
      });
    }
  },
});
