import { type Contract, omitUndefined } from "../../../contracts/index.ts";
import type { Verdict, Witness } from "../../model/change.ts";
import type { Pair } from "../../model/pair.ts";
import { isInShapeByName } from "../../model/usage-graph.ts";
import { buildProof } from "../../witness/build-proof.ts";
import type { Effort } from "../../witness/search.ts";
import type { RankedFindings } from "./leading-finding.ts";

/** A verdict, and what proves or limits it. */
interface ProvenVerdict {
  readonly verdict: Verdict;
  readonly note?: string;
  readonly witness?: Witness;
}

/**
 * Looks for an exchange that proves a breaking verdict. A value that the other side accepts in another shape of a union
 * makes the change dangerous.
 */
export function proveChange(
  { verdict, leading, nearest, decisive, proofReach }: RankedFindings,
  { pair, effort }: { readonly pair: Pair<Contract>; readonly effort: Effort },
): ProvenVerdict {
  const proof = proofReach && verdict === "breaking" ? buildProof(decisive, proofReach, pair, effort) : undefined;
  if (proof?.isAccepted) {
    const note =
      proof.witness.shows === "unexpected"
        ? "What this newly sends, the base could send as well: in another shape"
        : "What this refuses, the revision takes as a whole: in another shape";
    return { verdict: "dangerous", note };
  }
  const witness = proof && withPlace(proof.witness, proofReach?.path ?? "", nearest?.path ?? "");
  const isShapeByName = witness?.value !== undefined && isInShapeByName(decisive.usage);
  const note =
    decisive.note ??
    leading.found.note ??
    (isShapeByName ? "Only a name in the value says that it has this shape, which validators ignore" : undefined);
  return omitUndefined({ verdict, note, witness });
}

/** Adds the place of the value to a proof if it is not the place of the change. */
function withPlace(witness: Witness, valuePath: string, changed: string): Witness {
  if (witness.value === undefined || witness.at !== undefined || valuePath === changed) return witness;
  return { ...witness, at: valuePath };
}
