import { type Contract, type Location, joinPointer, locate, splitPointer, valueAt } from "../../../contracts/index.ts";
import type { Change } from "../../model/change.ts";
import type { Pair } from "../../model/pair.ts";
import type { Finding } from "../../rules/support/judge.ts";
import type { Found } from "../../rules/support/rule.ts";

/** Places of a change in the files of both sides. */
export function changeLocations({ rule, found }: Finding, pair: Pair<Contract>): Pick<Change, "base" | "revision"> {
  const { base, revision } = pair;
  return {
    base: locateNearestPart(base, found.base),
    revision: locateNearestPart(revision, rule.kind === "removed" ? findFormerPlace(revision, found) : found.revision),
  };
}

/**
 * Place of a removed part in the revision: the `properties`, `parameters`, `responses` or other member that contained it
 * in the base, if the revision has that member.
 */
function findFormerPlace(contract: Contract | undefined, { base, revision }: Found): string {
  const container = splitPointer(base).at(-2);
  const place = container === undefined ? revision : joinPointer(revision, container);
  if (contract && valueAt(contract.document, place) !== undefined) return place;
  return revision;
}

/** Location of a part, or of the nearest part around it that exists. */
function locateNearestPart(contract: Contract | undefined, pointer: string): Location | null {
  if (!contract) return null;
  let tokens = splitPointer(pointer);
  while (tokens.length > 0 && valueAt(contract.document, joinPointer("", ...tokens)) === undefined) {
    tokens = tokens.slice(0, -1);
  }
  return locate(contract, joinPointer("", ...tokens));
}
