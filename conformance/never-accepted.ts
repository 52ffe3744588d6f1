import type { Coverage } from "./exercise/coverage.ts";
import type { Report } from "./report.ts";

/** So many requests are needed to say so. */
const MANY = 8;

/** The operations of which no request was accepted, whatever was sent: much that needs one was not tried. */
export function neverAccepted({ operations }: Coverage): Report["skipped"] {
  return operations.flatMap(({ api, operation, requests, statuses }) => {
    const answered = statuses.filter(({ count }) => count > 0);
    const isAccepted = answered.some(({ status }) => /^[23]/.test(status));
    const isGone = answered.every(({ status }) => status === "410");
    if (requests < MANY || isAccepted || isGone) return [];
    const told = answered
      .toSorted((one, other) => other.count - one.count)
      .map(({ status, count }) => `${status}: ${count} ${count === 1 ? "time" : "times"}`);
    const reason = `No request was accepted (${told.join(", ")}): what needs one that is was not tried`;
    return [{ api, operation, reason }];
  });
}
