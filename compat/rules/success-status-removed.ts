import { type Found, type FoundVerdict, rule } from "./support/rule.ts";
import { coversStatus, isSuccess, newlyNamedStatuses } from "../pairing/statuses.ts";
import type { ResponsesNode } from "../pairing/nodes/subjects.ts";

export const successStatusRemoved = rule({
  id: "success-status-removed",
  on: "responses",
  kind: "removed",
  verdict: "breaking",
  principle: "guarantee",
  advice: [{ text: "Check that your code accepts every success status." }],
  oasdiff: "response-success-status-removed",
  mirror: "success-status-added",
  why: "Consumers recognize the result of a request by its status.",
  compare(base, revision, report) {
    for (const [status, { pointer, basis }] of base.statuses) {
      if (!isSuccess(status) || coversStatus(revision.statuses, status)) continue;
      // A consumer that handles a range of statuses also handles the remaining statuses of the range.
      const left = base.polarity === "out" ? newlyNamedStatuses(status, base, revision) : [];
      report({
        message:
          left.length > 0 ? `Status ${status} was narrowed to ${left.join(", ")}` : `Status ${status} was removed`,
        base: pointer,
        revision: revision.pointer,
        values: [status],
        before: status,
        basis,
        byName: true,
        ...(left.length > 0 ? { verdict: "non-breaking" } : verdictOn(status, revision)),
      });
    }
  },
});

/**
 * Verdict on a removed status. A consumer that sends a condition also handles a full response. An operation
 * without any success status counts as removed.
 */
function verdictOn(
  status: string,
  { polarity, statuses }: ResponsesNode,
): FoundVerdict & Pick<Found, "removesOperation" | "note"> {
  if (polarity === "in") return { question: "success-status-changed" };
  if (status === "304")
    return {
      verdict: "dangerous",
      note: "A consumer that sends a condition also handles status 200 (RFC 9110, 13 and 15.4.5)",
    };
  if (![...statuses.keys()].some((one) => /^[23]/.test(one))) return { removesOperation: true };
  return { question: "success-status-changed" };
}
