import type { Verdict } from "../../model/change.ts";
import { findWorst } from "../../model/change.ts";
import { type UsagePath, type RootSummary, compareUsagePaths, summarizeRoots } from "../../model/usage-graph.ts";
import type { Proven } from "../../witness/prove.ts";

/** The findings of one cause that determine the report of the change. */
export interface RankedFindings {
  /** The worst verdict of the findings. */
  readonly verdict: Verdict;
  /** The finding with this verdict that is nearest to an operation. It determines place and message. */
  readonly leading: Proven;
  /** Shortest path to the leading finding; undefined if no operation uses the part. */
  readonly nearest?: UsagePath;
  /** A finding with this verdict that has a proof, if there is one. It determines clause and proof. */
  readonly decisive: Proven;
  /** Path to the decisive finding. */
  readonly proofReach?: UsagePath;
  /** Operations and webhooks that use the part of each finding. */
  readonly reached: readonly RootSummary[];
}

/** Selects among the findings of one cause. There must be at least one. */
export function rankFindings(findings: readonly Proven[]): RankedFindings {
  const [first] = findings as readonly [Proven, ...Proven[]];
  const reached = findings.map(({ usage }) => summarizeRoots(usage));
  const verdict = findWorst(findings.map(({ answer }) => answer.verdict));
  const isWorst = ({ answer }: Proven): boolean => answer.verdict === verdict;
  // A change can break a body and be harmless in a parameter, which is text. Only the worst findings count.
  const [nearest] = findings
    .flatMap((finding, index) => {
      const reach = reached[index]?.nearest;
      if (reach && isWorst(finding)) return [{ finding, reach }];
      return [];
    })
    .toSorted((one, other) => compareUsagePaths(one.reach, other.reach));
  const worst = findings.filter(isWorst);
  // A change can have a proof for one media type and none for another. A finding with a value is preferred.
  const decisive = worst.find(({ witness }) => witness?.value !== undefined) ?? worst[0] ?? first;
  const proofReach = nearest?.finding === decisive ? nearest.reach : summarizeRoots(decisive.usage).nearest;
  return {
    verdict,
    leading: nearest?.finding ?? first,
    ...(nearest && { nearest: nearest.reach }),
    decisive,
    ...(proofReach && { proofReach }),
    reached,
  };
}
