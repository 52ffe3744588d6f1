import { type Contract, anonymousTemplate } from "../../contracts/index.ts";
import { findRuleTraits } from "../changes/rule-traits.ts";
import { type Announcement, namesApi, mentionsByPart } from "./announcement.ts";
import { coveredAnnouncements } from "./covered.ts";
import { type Ledger, type LedgerRecord, emptyLedger, listRecords } from "./ledger/ledger.ts";

/** Records or announcements of parts, by pointer of the part. */
type ByPart<T> = ReadonlyMap<string, readonly T[]>;

/**
 * Returns a function that finds the announcements for the parts of a contract. The ledger records of the parts identify
 * announcements under an earlier name of the API.
 */
export function announcedParts(
  contracts: readonly Contract[],
  {
    announcements = [],
    ledger = emptyLedger,
  }: { readonly announcements?: readonly Announcement[]; readonly ledger?: Ledger },
): (contract: Contract, recorded: ByPart<LedgerRecord>) => ByPart<Announcement> {
  const apis = [...contracts, ...new Map(listRecords(ledger).map((record) => [record.api, record])).values()];
  const nameless = announcements.filter((one) => !apis.some((api) => namesApi(api, one)));
  return (contract, recorded) => {
    // The ledger may list the API under an earlier name.
    const names = [contract, ...new Map([...recorded.values()].flat().map((record) => [record.api, record])).values()];
    const own = announcements.filter((one) => names.some((name) => namesApi(name, one)));
    const found = mentionsByPart(contract, [...own, ...coveredAnnouncements(contract, announcements)]);
    for (const [pointer, mentions] of mentionsByPart(contract, nameless)) {
      const same = mentions.filter((one) => recorded.get(pointer)?.some((record) => isOfVersion(one, record)));
      if (same.length > 0 && !found.has(pointer)) found.set(pointer, same);
    }
    return found;
  };
}

/**
 * First day on which all places of a part are announced: the latest of the first days of each place. Later entries, such
 * as a changed sunset, do not count.
 */
export function announcedSince(announcements: readonly Announcement[]): string | undefined {
  const [first] = listAnnouncedDays(announcements);
  const places = [...groupByPart(announcements).values()].flatMap((one) => listAnnouncedDays(one).slice(0, 1));
  return places.toSorted().at(-1) ?? first;
}

/** Checks whether a part was announced at several places, so that the day of announcement depends on the operation. */
export function hasSeveralPlaces(announcements: readonly Announcement[]): boolean {
  return groupByPart(announcements).size > 1;
}

function groupByPart(announcements: readonly Announcement[]): ReadonlyMap<string, readonly Announcement[]> {
  const first = announcements.filter((one) => findRuleTraits(one).deprecation === "begins");
  return Map.groupBy(first, ({ operations: [nearest = ""], path }) => anonymousTemplate(nearest) + path);
}

function listAnnouncedDays(announcements: readonly Announcement[]): string[] {
  return announcements.map(({ date }) => date).toSorted();
}

/** Checks that an announcement is from the version, or the day, that deprecated the part according to the ledger. */
function isOfVersion({ version, date }: Announcement, { announced, deprecated }: LedgerRecord): boolean {
  if (deprecated === undefined) return false;
  return announced === (version ?? date) || deprecated === date;
}
