import type { Violation } from "./story/violation.ts";
import { createForeignIdentity, traceOf } from "./story/foreign-identity.ts";
import type { Relation } from "./story/relation.ts";

/** A read-only token changes and deletes no item, whatever the response says. */
export const readOnlyTraceless: Relation = {
  id: "read-only-traceless",
  claim: "A write with a read-only token changes and deletes nothing",
  cause: "readers",
  faultCode: "F206",
  faultKeys: /accepted$/,
  needs: ["read"],
  identity: "readOnly",
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { readOnly } = story.target.identities;
    if (!readOnly) return [];
    const broken: Violation[] = [];
    const reader = createForeignIdentity(readOnly, item, story);
    for (const deed of ["update", "replace", "delete"] as const) {
      const attempt = await reader.attempt(deed);
      const { status = 0 } = attempt?.answered.response ?? {};
      const trace = attempt && traceOf(attempt, readOnly.description);
      if (attempt && status >= 200 && status < 300) {
        const message = `To ${deed} an item with ${readOnly.description} was answered with status ${status}, not refused with 401 or 403`;
        broken.push({ key: `${deed} accepted`, message, exchange: attempt.answered });
      } else if (trace) broken.push(trace);
    }
    return broken;
  },
};
