import type { Parameter, Response } from "../../contracts/index.ts";
import { allParameters } from "../pairing/wire-parameters.ts";
import type { PartWithBasis } from "../pairing/nodes/subjects.ts";
import type { IsUnchanged } from "../pairing/unchanged.ts";
import type { ComparedExchange } from "./compared-exchange.ts";

/** Checks that requests are unchanged. Parameters may be written outside the operation. */
export function isRequestUnchanged(unchanged: IsUnchanged, { base, revision, paths }: ComparedExchange): boolean {
  const [fromBase, fromRevision] = [base, revision].map(allParameters) as [Parameter[], Parameter[]];
  if (paths.base !== paths.revision || fromBase.length !== fromRevision.length) return false;
  const isWhole = unchanged(base, revision);
  const isInsideExchange = ({ pointer }: PartWithBasis): boolean => isWhole && pointer.startsWith(`${base.pointer}/`);
  const isBodyUnchanged =
    isWhole || (base.body && revision.body ? unchanged(base.body, revision.body) : base.body === revision.body);
  return (
    isBodyUnchanged &&
    fromBase.every((one, index) => isInsideExchange(one) || unchanged(one, fromRevision[index] as Parameter))
  );
}

/** Checks that the same statuses have unchanged responses. */
export function areResponsesUnchanged(unchanged: IsUnchanged, { base, revision }: ComparedExchange): boolean {
  if (unchanged(base, revision)) return true;
  const isEqualResponse = (one: Response, other: Response | undefined): boolean =>
    one.status === other?.status && unchanged(one, other);
  return (
    base.responses.length === revision.responses.length &&
    base.responses.every((one, index) => isEqualResponse(one, revision.responses[index]))
  );
}
