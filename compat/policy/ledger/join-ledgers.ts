import type { CompatProfile } from "../../profile/compat-profile.ts";
import { defaultProfile } from "../../profile/default-profile.ts";
import { type Ledger, type LedgerRecord, type Version, isThere, ledgerOf, recordsOf } from "./ledger.ts";

/**
 * One ledger of several lines that are maintained beside each other, the line that decides first: of what two of them
 * have, it tells since when that is deprecated; what is gone from one and not from another is not gone. What was published
 * first, wherever that was, stays published.
 */
export function joinedLedger(
  lines: readonly Ledger[],
  versions: readonly Version[],
  profile: CompatProfile = defaultProfile,
): Ledger {
  const joined = new Map<string, LedgerRecord>();
  const titles = new Map<string, string>();
  for (const record of lines.flatMap(recordsOf)) {
    if (!titles.has(record.api)) titles.set(record.api, record.title);
    const key = JSON.stringify([record.api, record.operations, record.direction, record.path]);
    const known = joined.get(key);
    joined.set(key, known ? bothOf(known, record) : record);
  }
  const titled = [...joined.values()].map((record) => ({ ...record, title: titles.get(record.api) ?? record.title }));
  return ledgerOf(titled, versions, profile.support);
}

function bothOf(one: LedgerRecord, other: LedgerRecord): LedgerRecord {
  const [published] = [one.published, other.published].filter((day) => day !== undefined).toSorted();
  const [first, second] = isThere(other) && !isThere(one) ? [other, one] : [one, other];
  const decisive = first.deprecated === undefined ? { ...first, ...second } : first;
  return { ...decisive, ...(published !== undefined && { published }), gone: goneOf(first, second) };
}

/** The last day on which it went from one of two, where it went from both. */
function goneOf(one: LedgerRecord, other: LedgerRecord): string | undefined {
  if (one.gone === undefined || other.gone === undefined) return undefined;
  return one.gone > other.gone ? one.gone : other.gone;
}
