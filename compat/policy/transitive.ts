import { type Contract, monthsAfter } from "../../contracts/index.ts";
import type { Change, Timing } from "../model/change.ts";
import { type CompatProfile, principleText } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import type { Version } from "./ledger/ledger.ts";

/** An earlier version, and what was published with it. */
export interface EarlierVersion extends Version {
  readonly contracts: readonly Contract[];
  /** How a file of it is named; as it is called if not said. */
  shown?(file: string): string;
}

/** Whether a published version is still supported; without a period of support, every one is. */
export function isSupported(version: Version, today: string, profile: CompatProfile = defaultProfile): boolean {
  const end = supportEnd(version, profile);
  return version.date <= today && (end === undefined || end > today);
}

/** The day on which the support of a version ends. */
export function supportEnd({ date }: Pick<Version, "date">, { support }: CompatProfile): string | undefined {
  return support && monthsAfter(date, support.months);
}

/**
 * What breaks earlier versions and was not reported against a newer one. Only what breaks: what came since then is
 * no news to anybody. `compare` gives the changes from a version, judged.
 */
export function changesAgainst(
  reported: readonly Change[],
  { versions, profile }: { readonly versions: readonly EarlierVersion[]; readonly profile: CompatProfile },
  compare: (version: EarlierVersion) => readonly Change[],
): Change[] {
  const breaking = (changes: readonly Change[]): Change[] => changes.filter(({ verdict }) => verdict === "breaking");
  const known = new Set(breaking(reported).flatMap(coveredBy));
  const newestFirst = versions.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0));
  return newestFirst.flatMap((version) => {
    const changes = breaking(compare(version)).filter((change) => !keysOf(change).some((key) => known.has(key)));
    for (const key of changes.flatMap(coveredBy)) known.add(key);
    return changes.map((change): Change => ({
      ...change,
      ...(change.blocked && { blocked: untilSupportEnds(change.blocked, version, profile) }),
      base: shownIn(version, change.base),
      against: version.name,
    }));
  });
}

/** What is gone since cannot be announced any more: it is owed until nobody is promised the version. */
function untilSupportEnds(timing: Timing, version: Version, profile: CompatProfile): Timing {
  const { ifAnnounced: _, ...known } = timing;
  const end = supportEnd(version, profile);
  if (end === undefined) return { ...known, reason: `${timing.reason}; no period ends the support of ${version.name}` };
  if (timing.from !== undefined && timing.from <= end) return known;
  const support = `${version.name}, published on ${version.date}, is supported until ${end}${principleText(profile, "support")}`;
  return { ...known, reason: `${timing.reason}; ${support}`, from: end };
}

/** One change may have been defined elsewhere in an earlier version: then its words tell that it is the same. */
function keysOf({ id, api, rule, direction, operation, path, message, basis }: Change): string[] {
  return [id, JSON.stringify([api, rule, direction, operation, path, message])].map((key) => `${basis} ${key}`);
}

/** What need not be told beside a change: that of an assumed part blocks nothing, and stands for no stated one. */
function coveredBy(change: Change): string[] {
  return [...keysOf(change), ...keysOf({ ...change, basis: "assumed" })];
}

/** The line is looked up now: the files of an earlier version may be gone later. */
function shownIn({ shown }: EarlierVersion, at: Change["base"]): Change["base"] {
  return at && { file: shown?.(at.file) ?? at.file, line: at.line, pointer: at.pointer };
}
