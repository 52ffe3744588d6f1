import { type Contract, type Location, joinPointer, locate, tokensOf, valueAt } from "../../../contracts/index.ts";
import type { Change } from "../../model/change.ts";
import type { Pair } from "../../model/pair.ts";
import type { Finding } from "../../rules/support/judge.ts";
import type { Found } from "../../rules/support/rule.ts";

/** Places of a change in the files of both sides. */
export function changeLocations({ rule, found }: Finding, pair: Pair<Contract>): Pick<Change, "base" | "revision"> {
  const { base, revision } = pair;
  return {
    base: locationIn(base, found.base),
    revision: locationIn(revision, rule.kind === "removed" ? formerPlaceIn(revision, found) : found.revision),
  };
}

/**
 * Place of a removed part in the revision: the `properties`, `parameters`, `responses` or other member that contained it
 * in the base, if the revision has that member.
 */
function formerPlaceIn(contract: Contract | undefined, { base, revision }: Found): string {
  const container = tokensOf(base).at(-2);
  const place = container === undefined ? revision : joinPointer(revision, container);
  if (contract && valueAt(contract.document, place) !== undefined) return place;
  return revision;
}

/** Location of a part, or of the nearest part around it that exists. */
function locationIn(contract: Contract | undefined, pointer: string): Location | null {
  if (!contract) return null;
  let tokens = tokensOf(pointer);
  while (tokens.length > 0 && valueAt(contract.document, joinPointer("", ...tokens)) === undefined) {
    tokens = tokens.slice(0, -1);
  }
  return locate(contract, joinPointer("", ...tokens));
}
