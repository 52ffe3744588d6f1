import type { Pair } from "../model/pair.ts";
import { type Contract, isObject } from "../../contracts/index.ts";
import { type Change, type CompatReport, judgeReport, verdicts } from "../model/change.ts";
import { nameLookupOfRevision, pairsByApiName } from "../pairing/api-names.ts";
import { checkCompat } from "../compare/check.ts";
import { pairContracts } from "../pairing/pair-contracts.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import type { Settings } from "../verdicts/questions.ts";
import { findBackdated } from "./backdated.ts";
import { type Evidence, type Sources, createEvidenceLookup } from "./evidence.ts";
import { judgeTiming } from "./timing.ts";
import { versionFaults, versionTiming } from "./version-policy.ts";
import { changesAgainst, isSupported } from "./transitive.ts";
import { type Waiver, applyWaivers } from "./waivers.ts";

/** Day, sources of dates, and waivers that changes are judged by. */
export interface TimePolicy extends Sources {
  /** Day of the judgement (YYYY-MM-DD). */
  readonly today: string;
  readonly waivers?: readonly Waiver[];
  /** Settings that `checkCompat` received, for the comparison with earlier versions. */
  readonly settings?: Settings;
}

/**
 * Judges the changes of a report by the periods of its profile. Each breaking change of a stated part is allowed, waived
 * or blocked. Back-dated parts, and waivers that are expired or unused, are faults.
 * @example
 * const report = judgeInTime(checkCompat(base, revision), [base, revision], { today: "2026-11-20" });
 */
export function judgeInTime(
  report: CompatReport,
  [base, revision]: readonly [base: readonly Contract[], revision: readonly Contract[]],
  { today, waivers = [], settings, ...known }: TimePolicy,
): CompatReport {
  const profile = known.profile ?? report.profile ?? defaultProfile;
  const sources = { ...known, profile };
  const judge = createTimeJudge(base, { pairs: pairsByApiName(base, revision), today, sources });
  const own = report.changes.map(judge.withTiming);
  const supported = (sources.earlier ?? []).filter((version) => isSupported(version, today, profile));
  // Names of the revision identify a part in all versions, even if files were renamed.
  const names = nameLookupOfRevision(base, revision);
  const off = new Map((report.off ?? []).map((one) => [one.id, one]));
  const more = changesAgainst(own, { versions: supported, profile }, ({ contracts }) => {
    const against = checkCompat(contracts, revision, { ...settings, profile, names });
    for (const one of against.off ?? []) if (one.verdict === "breaking") off.set(one.id, one);
    return against.changes.map(
      createTimeJudge(contracts, { pairs: pairsByApiName(contracts, revision, names), today, sources }).withTiming,
    );
  });
  // If the base and an earlier version have a change with the same id, the change against the earlier version is kept.
  const stricter = new Set(more.map(({ id }) => id));
  const all = [...own.filter(({ id }) => !stricter.has(id)), ...more];
  const { changes, faults } = applyWaivers(all, waivers, { today, profile });
  const proposed = createEvidenceLookup(revision, sources);
  const backdated = pairContracts(base, revision).flatMap((pair) => {
    if (pair.base && pair.revision)
      return findBackdated(pair.base, pair.revision, {
        evidence: judge.evidence(pair.base),
        proposed: proposed(pair.revision),
        today,
        profile,
        changes: own,
      });
    return [];
  });
  const versions = profile.majorVersion
    ? [...pairsByApiName(base, revision)].flatMap(([api, pairs]) =>
        pairs.map((pair) => versionFaults(pair, { api, profile, changes: own.filter((one) => one.api === api) })),
      )
    : [];
  const notes = [...(report.notes ?? []), ...versions.flatMap((one) => one.notes)];
  const judged = {
    changes: changes.toSorted((one, other) => verdicts.indexOf(one.verdict) - verdicts.indexOf(other.verdict)),
    faults: [...report.faults, ...backdated, ...faults, ...versions.flatMap((one) => one.faults)],
    ...((report.notes || notes.length > 0) && { notes }),
    ...(off.size > 0 && { off: [...off.values()] }),
  };
  return { profile, today, verdict: judgeReport(judged), ...judged };
}

interface TimeJudge {
  evidence(contract: Contract): Evidence;
  withTiming(change: Change): Change;
}

/** Contracts, day and sources of dates for a comparison. */
interface TimeJudgeOptions {
  readonly pairs: Pairs;
  readonly today: string;
  readonly sources: Sources & { readonly profile: CompatProfile };
}

type Pairs = ReadonlyMap<string, readonly Pair<Contract>[]>;

function createTimeJudge(base: readonly Contract[], { pairs, today, sources }: TimeJudgeOptions): TimeJudge {
  const evidence = createEvidenceLookup(base, sources);
  return {
    evidence,
    withTiming(change) {
      const pair = needsJudgement(change) ? findChangedPair(change, pairs) : undefined;
      const contract = pair?.base;
      if (!pair || !contract) return change;
      const { profile } = sources;
      const own = evidence(contract).among(change.operations);
      const timing = judgeTiming(change, { contract, evidence: own, today, profile });
      return { ...change, ...oasdiffOn(change, today), ...withVersion(timing, change, { pair, profile }) };
    },
  };
}

/** Timing of a change under a policy that may require a higher version, alone or in addition to dates. */
function withVersion(
  byDate: ReturnType<typeof judgeTiming>,
  { removesOperation }: Change,
  { pair, profile }: { readonly pair: Pair<Contract>; readonly profile: CompatProfile },
): ReturnType<typeof judgeTiming> {
  if (!profile.majorVersion) return byDate;
  const { isAllowed, timing } = versionTiming(pair, profile);
  const needsDates = profile.notice !== undefined || (profile.support !== undefined && removesOperation === true);
  if (!needsDates) {
    if (isAllowed) return { allowed: timing };
    return { blocked: timing };
  }
  if (isAllowed) return byDate;
  const blocked = "blocked" in byDate ? byDate.blocked : undefined;
  if (!blocked) return { blocked: timing };
  const { version, reason: rest } = timing;
  const reason = `${blocked.reason}; ${rest.charAt(0).toLowerCase()}${rest.slice(1)}`;
  return { blocked: { ...blocked, reason, ...(version !== undefined && { version }) } };
}

/** Id in oasdiff, which distinguishes removals before and after the sunset. */
function oasdiffOn({ oasdiff, before }: Change, today: string): Pick<Change, "oasdiff"> {
  if (!oasdiff?.endsWith("-before-sunset") || !isObject(before)) return {};
  const { sunset } = before;
  const isOver = typeof sunset === "string" && sunset.slice(0, today.length) <= today;
  if (isOver) return { oasdiff: oasdiff.replace("-before-sunset", "-with-deprecation") };
  return {};
}

/** Selects breaking changes of stated parts that have no judgement yet. */
function needsJudgement({ verdict, basis, allowed, blocked, waived }: Change): boolean {
  return verdict === "breaking" && basis === "stated" && !allowed && !blocked && !waived;
}

/** Pair of contracts that a change belongs to. Among several with the same API name, the file of the base decides. */
function findChangedPair({ api, base }: Change, pairs: Pairs): Pair<Contract> | undefined {
  const found = (pairs.get(api) ?? []).filter((pair) => pair.base);
  return found.find((pair) => pair.base?.file === base?.file) ?? found[0];
}
