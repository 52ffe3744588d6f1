import type { Explored } from "./explored.ts";
import { weakest } from "../model/weakest.ts";
import type { Given } from "../scope/property.ts";
import type { Finding } from "../checks/finding.ts";

/** A finding that what was sent is a part of is told apart, and told, by what that was; others are what they are. */
export function labelled(finding: Finding, { label, constraint = label, basis }: Given): Finding {
  if (!finding.isOfRequest || label === "") return finding;
  return {
    ...finding,
    key: `${constraint} ${finding.key}`,
    message: `${finding.message}: ${label}`,
    // That a request must be taken or refused rests on the constraint; that nothing fails does not.
    ...(finding.isOfRequest === "constraint" && { basis: weakest(finding.basis, basis) }),
  };
}

/** The same for what was explored. */
export function labelledAll(found: readonly Explored[], given: Given): readonly Explored[] {
  return found.map(({ finding, first, path }) => ({
    finding: labelled(finding, given),
    path,
    ...(first && { first }),
  }));
}

/** What tells a finding from others of the same trial. */
export function plainNameOf({ check, key, operation }: Finding): string {
  return `${check} ${operation?.name ?? ""} ${key}`;
}
