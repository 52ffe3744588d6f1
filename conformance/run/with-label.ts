import { omitUndefined } from "../../contracts/index.ts";
import type { Explored } from "./explored.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import type { PropertyRequests } from "../scope/property.ts";
import type { Finding } from "../checks/finding.ts";

/** Finding with the label of its request, if the request is part of the finding. */
export function withLabel(finding: Finding, { label, constraint = label, sent, basis }: PropertyRequests): Finding {
  if (!finding.isOfRequest || label === "") return finding;
  return {
    ...finding,
    key: `${constraint} ${finding.key}`,
    message: `${finding.message}: ${writeLabel(label)}`,
    ...(sent && { sent }),
    // An expected acceptance or refusal rests on the constraint. The claim that nothing fails does not.
    ...(finding.isOfRequest === "constraint" && { basis: weakestBasis(finding.basis, basis) }),
  };
}

/** Label as in a sentence. That of a whole body has no place: "body  required" stands for an object that lacks a member. */
function writeLabel(label: string): string {
  if (label === "body required") return "without a body";
  return label.replace(/^body {2}(\w+)$/, (_, keyword: string) => `the body breaks "${keyword}"`);
}

/** The same for several findings. */
export function allWithLabel(found: readonly Explored[], given: PropertyRequests): readonly Explored[] {
  return found.map(({ finding, first, path }) =>
    omitUndefined({
      finding: withLabel(finding, given),
      path,
      first,
    }),
  );
}

/** Name of a finding within its trial. */
export function nameFinding({ check, key, operation }: Finding): string {
  return `${check} ${operation?.name ?? ""} ${key}`;
}
