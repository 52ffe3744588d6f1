import type { Verdict } from "../../model/change.ts";
import { worstOf } from "../../model/change.ts";
import { type UsagePath, type RootSummary, compareUsagePaths, rootSummaryOf } from "../../model/usage-graph.ts";
import type { Proven } from "../../witness/prove.ts";

/** Findings of one cause, ranked: those that decide how the change is reported. */
export interface RankedFindings {
  /** The worst verdict of the findings. */
  readonly verdict: Verdict;
  /** The finding of this verdict that is nearest to an operation: it names the place and the message. */
  readonly leading: Proven;
  /** The way to the leading finding; undefined if no operation leads there. */
  readonly nearest?: UsagePath;
  /** The finding of this verdict that has a proof, if one has: it names the clause and the proof. */
  readonly decisive: Proven;
  /** The way to the decisive finding. */
  readonly proofReach?: UsagePath;
  /** The roots that lead to each finding. */
  readonly reached: readonly RootSummary[];
}

/** Ranks findings of one cause, of which there is at least one. */
export function rankFindings(findings: readonly Proven[]): RankedFindings {
  const [first] = findings as readonly [Proven, ...Proven[]];
  const reached = findings.map(({ spot }) => rootSummaryOf(spot));
  const verdict = worstOf(findings.map(({ answer }) => answer.verdict));
  const isWorst = ({ answer }: Proven): boolean => answer.verdict === verdict;
  // A change that breaks a body may be harmless in a parameter, which is text: only the worst findings count.
  const [nearest] = findings
    .flatMap((finding, index) => {
      const reach = reached[index]?.nearest;
      return reach && isWorst(finding) ? [{ finding, reach }] : [];
    })
    .toSorted((one, other) => compareUsagePaths(one.reach, other.reach));
  const worst = findings.filter(isWorst);
  // A change can have a proof for one media type and none for another. A finding with a value is preferred.
  const decisive = worst.find(({ witness }) => witness?.value !== undefined) ?? worst[0] ?? first;
  const proofReach = nearest?.finding === decisive ? nearest.reach : rootSummaryOf(decisive.spot).nearest;
  return {
    verdict,
    leading: nearest?.finding ?? first,
    ...(nearest && { nearest: nearest.reach }),
    decisive,
    ...(proofReach && { proofReach }),
    reached,
  };
}
