import { type Contract, isObject } from "../../contracts/index.ts";
import { type Change, type CompatReport, verdicts, worstOf } from "../change.ts";
import { namesBeside } from "../api-names.ts";
import { checkCompat } from "../check.ts";
import { pairContracts } from "../match-contracts.ts";
import type { Settings } from "./questions.ts";
import { backdatedIn } from "./backdated.ts";
import { type Evidence, type Sources, createEvidence } from "./evidence.ts";
import { timingOf } from "./timing.ts";
import { type EarlierVersion, changesAgainst, isSupported } from "./transitive.ts";
import { type Waiver, applyWaivers } from "./waivers.ts";

/** What decides on the time of changes: the day, and what is known beside the documents. */
export interface TimePolicy extends Sources {
  /** The day on which it is judged: YYYY-MM-DD. */
  readonly today: string;
  readonly waivers?: readonly Waiver[];
  /** Versions before the base: the revision is held against those that are still supported. */
  readonly earlier?: readonly EarlierVersion[];
  /** As they were given to `checkCompat`: for the comparison with earlier versions. */
  readonly settings?: Settings;
}

/**
 * Judges the changes of a report by the policy's promises of time (§9.3, §9.4): each breaking change of a stated part
 * is allowed, waived or blocked; what is back-dated, and waivers that are stale or unused, are faults.
 * @example
 * const report = judgeInTime(checkCompat(base, revision), [base, revision], { today: "2026-11-20" });
 */
export function judgeInTime(
  report: CompatReport,
  [base, revision]: readonly [base: readonly Contract[], revision: readonly Contract[]],
  { today, waivers = [], earlier = [], settings, ...sources }: TimePolicy,
): CompatReport {
  const judge = createTimeJudge(base, today, sources);
  const own = report.changes.map(judge.judged);
  const supported = earlier.filter((version) => isSupported(version, today));
  // Of several versions, a part has to be known again whatever their files are called.
  const names = namesBeside(base, revision);
  const more = changesAgainst(own, supported, ({ contracts }) =>
    checkCompat(contracts, revision, { ...settings, names }).changes.map(
      createTimeJudge(contracts, today, sources).judged,
    ),
  );
  const { changes, faults } = applyWaivers([...own, ...more], waivers, today);
  const backdated = pairContracts(base, revision).flatMap((pair) =>
    pair.base && pair.revision
      ? backdatedIn(pair.base, pair.revision, { evidence: judge.evidence(pair.base), today })
      : [],
  );
  return {
    verdict: worstOf(changes.map(({ verdict }) => verdict)),
    changes: changes.toSorted((one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict)),
    faults: [...report.faults, ...backdated, ...faults],
  };
}

interface TimeJudge {
  evidence(contract: Contract): Evidence;
  judged(change: Change): Change;
}

function createTimeJudge(base: readonly Contract[], today: string, sources: Sources): TimeJudge {
  const known = new Map<Contract, Evidence>();
  const evidence = (contract: Contract): Evidence => {
    let found = known.get(contract);
    if (!found) known.set(contract, (found = createEvidence(contract, sources)));
    return found;
  };
  return {
    evidence,
    judged(change) {
      const contract = isJudged(change) ? contractOf(change, base) : undefined;
      if (!contract) return change;
      const timing = timingOf(change, { contract, evidence: evidence(contract), today });
      return { ...change, ...oasdiffOn(change, today), ...timing };
    },
  };
}

/** oasdiff tells what is removed after its sunset from what is removed before. */
function oasdiffOn({ oasdiff, before }: Change, today: string): Pick<Change, "oasdiff"> {
  if (!oasdiff?.endsWith("-before-sunset") || !isObject(before)) return {};
  const { sunset } = before;
  const isOver = typeof sunset === "string" && sunset.slice(0, today.length) <= today;
  return isOver ? { oasdiff: oasdiff.replace("-before-sunset", "-with-deprecation") } : {};
}

/** What the specification does not show was not promised; what was judged already keeps it. */
function isJudged({ verdict, basis, allowed, blocked, waived }: Change): boolean {
  return verdict === "breaking" && basis === "stated" && !allowed && !blocked && !waived;
}

/** A change goes by the name that both sides have; where they have none in common, there is one on each side. */
function contractOf({ api }: Change, base: readonly Contract[]): Contract | undefined {
  return (
    base.find((one) => one.api === api) ??
    base.find(({ title }) => title === api) ??
    (base.length === 1 ? base[0] : undefined)
  );
}
