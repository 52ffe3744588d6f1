import { type Ledger, type LedgerRecord, type Version, ledgerOf, recordsOf } from "./ledger.ts";

/**
 * One ledger of several lines that are maintained beside each other, the line that decides first: of what two of them
 * have, it tells since when that is deprecated. What was published first, wherever that was, stays published.
 */
export function joinedLedger(lines: readonly Ledger[], versions: readonly Version[]): Ledger {
  const joined = new Map<string, LedgerRecord>();
  const titles = new Map<string, string>();
  for (const record of lines.flatMap(recordsOf)) {
    if (!titles.has(record.api)) titles.set(record.api, record.title);
    const key = JSON.stringify([record.api, record.operations, record.direction, record.path]);
    const known = joined.get(key);
    joined.set(key, known ? bothOf(known, record) : record);
  }
  const titled = [...joined.values()].map((record) => ({ ...record, title: titles.get(record.api) ?? record.title }));
  return ledgerOf(titled, versions);
}

function bothOf(one: LedgerRecord, other: LedgerRecord): LedgerRecord {
  const [published] = [one.published, other.published].filter((day) => day !== undefined).toSorted();
  const decisive = one.deprecated === undefined ? { ...one, ...other } : one;
  return { ...decisive, ...(published !== undefined && { published }) };
}
