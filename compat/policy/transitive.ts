import { type Contract, monthsAfter } from "../../contracts/index.ts";
import type { Change, Timing } from "../model/change.ts";
import { type CompatProfile, principleText } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import type { Version } from "./ledger/ledger.ts";

/** A published version with its contracts. */
export interface EarlierVersion extends Version {
  readonly contracts: readonly Contract[];
  /** Display name of one of its files; the file's own name if undefined. */
  shown?(file: string): string;
}

/** Checks whether a published version is still supported. Without a period of support, every version is. */
export function isSupported(version: Version, today: string, profile: CompatProfile = defaultProfile): boolean {
  const end = supportEnd(version, profile);
  return version.date <= today && (end === undefined || end > today);
}

/** Day on which the support of a version ends. */
export function supportEnd({ date }: Pick<Version, "date">, { support }: CompatProfile): string | undefined {
  return support && monthsAfter(date, support.months);
}

/**
 * Breaking changes against earlier versions that were not reported against a newer one. Other changes are left out.
 * `compare` returns the judged changes from a version.
 */
export function changesAgainst(
  reported: readonly Change[],
  { versions, profile }: { readonly versions: readonly EarlierVersion[]; readonly profile: CompatProfile },
  compare: (version: EarlierVersion) => readonly Change[],
): Change[] {
  const breaking = (changes: readonly Change[]): Change[] => changes.filter(({ verdict }) => verdict === "breaking");
  const known = new Set(breaking(reported).flatMap(coveredBy));
  const newestFirst = versions.toSorted((one, other) => {
    if (one.date < other.date) return 1;
    if (one.date > other.date) return -1;
    return 0;
  });
  return newestFirst.flatMap((version) => {
    const changes = breaking(compare(version)).filter(
      (change) => !listChangeKeys(change).some((key) => known.has(key)),
    );
    for (const key of changes.flatMap(coveredBy)) known.add(key);
    return changes.map((change): Change => ({
      ...change,
      ...(change.blocked && { blocked: untilSupportEnds(change.blocked, version, profile) }),
      base: displayLocation(version, change.base),
      against: version.name,
    }));
  });
}

/** Blocks a change until the support of its version ends, because a removed part can no longer be announced. */
function untilSupportEnds(timing: Timing, version: Version, profile: CompatProfile): Timing {
  const { ifAnnounced: _, ...known } = timing;
  const end = supportEnd(version, profile);
  if (end === undefined) return { ...known, reason: `${timing.reason}; no period ends the support of ${version.name}` };
  if (timing.from !== undefined && timing.from <= end) return known;
  const support = `${version.name}, published on ${version.date}, is supported until ${end}${principleText(profile, "support")}`;
  return { ...known, reason: `${timing.reason}; ${support}`, from: end };
}

/** Keys of a change. The message identifies it if an earlier version defines the part elsewhere, so that the id differs. */
function listChangeKeys({ id, api, rule, direction, operation, path, message, basis }: Change): string[] {
  return [id, JSON.stringify([api, rule, direction, operation, path, message])].map((key) => `${basis} ${key}`);
}

/** Keys of the changes that a change makes redundant. One of an assumed part does not replace one of a stated part. */
function coveredBy(change: Change): string[] {
  return [...listChangeKeys(change), ...listChangeKeys({ ...change, basis: "assumed" })];
}

/** Location with its display name. Reads the line now, because the files of an earlier version can be temporary. */
function displayLocation({ shown }: EarlierVersion, at: Change["base"]): Change["base"] {
  return at && { file: shown?.(at.file) ?? at.file, line: at.line, pointer: at.pointer };
}
