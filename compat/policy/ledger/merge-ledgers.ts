import type { CompatProfile } from "../../profile/compat-profile.ts";
import { defaultProfile } from "../../profile/default-profile.ts";
import { type Ledger, type LedgerRecord, type Version, isInLatestVersion, buildLedger, listRecords } from "./ledger.ts";

/**
 * Joins the ledgers of several maintained release lines. The first line takes precedence for deprecation dates. A part is
 * removed only if all lines that have it removed it. The earliest publication date counts.
 */
export function mergeLedgers(
  lines: readonly Ledger[],
  versions: readonly Version[],
  profile: CompatProfile = defaultProfile,
): Ledger {
  const joined = new Map<string, LedgerRecord>();
  const titles = new Map<string, string>();
  for (const record of lines.flatMap(listRecords)) {
    if (!titles.has(record.api)) titles.set(record.api, record.title);
    const key = JSON.stringify([record.api, record.operations, record.direction, record.path]);
    const known = joined.get(key);
    joined.set(key, known ? mergeRecords(known, record) : record);
  }
  const titled = [...joined.values()].map((record) => ({ ...record, title: titles.get(record.api) ?? record.title }));
  return buildLedger(titled, versions, profile.support);
}

function mergeRecords(one: LedgerRecord, other: LedgerRecord): LedgerRecord {
  const [published] = [one.published, other.published].filter((day) => day !== undefined).toSorted();
  const [first, second] = isInLatestVersion(other) && !isInLatestVersion(one) ? [other, one] : [one, other];
  const decisive = first.deprecated === undefined ? { ...first, ...second } : first;
  return { ...decisive, ...(published !== undefined && { published }), gone: laterRemoval(first, second) };
}

/** The later day of removal; undefined if one of the two records is not removed. */
function laterRemoval(one: LedgerRecord, other: LedgerRecord): string | undefined {
  if (one.gone === undefined || other.gone === undefined) return undefined;
  if (one.gone > other.gone) return one.gone;
  return other.gone;
}
