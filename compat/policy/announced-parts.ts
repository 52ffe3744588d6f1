import { type Contract, anonymousTemplate } from "../../contracts/index.ts";
import { traitsOf } from "../changes/rule-traits.ts";
import { type Announcement, isToldOf, toldByPart } from "./announcement.ts";
import { coveredIn } from "./covered.ts";
import { type Ledger, type LedgerRecord, emptyLedger, recordsOf } from "./ledger/ledger.ts";

/** What is known of parts, by their pointers. */
type ByPart<T> = ReadonlyMap<string, readonly T[]>;

/** For a contract, and what the ledger knows of its parts, what was announced of them: under whatever name its API had. */
export function announcedParts(
  contracts: readonly Contract[],
  {
    announcements = [],
    ledger = emptyLedger,
  }: { readonly announcements?: readonly Announcement[]; readonly ledger?: Ledger },
): (contract: Contract, recorded: ByPart<LedgerRecord>) => ByPart<Announcement> {
  const apis = [...contracts, ...new Map(recordsOf(ledger).map((record) => [record.api, record])).values()];
  const nameless = announcements.filter((one) => !apis.some((api) => isToldOf(api, one)));
  return (contract, recorded) => {
    // The ledger may know the API as it was called before.
    const names = [contract, ...new Map([...recorded.values()].flat().map((record) => [record.api, record])).values()];
    const own = announcements.filter((one) => names.some((name) => isToldOf(name, one)));
    const found = toldByPart(contract, [...own, ...coveredIn(contract, announcements)]);
    for (const [pointer, told] of toldByPart(contract, nameless)) {
      const same = told.filter((one) => recorded.get(pointer)?.some((record) => isOfVersion(one, record)));
      if (same.length > 0 && !found.has(pointer)) found.set(pointer, same);
    }
    return found;
  };
}

/**
 * The day since when all places of a part are announced, by what is told of it: one that came to it later was told of then.
 * What is said of it later, such as another sunset, announces nothing.
 */
export function announcedSince(told: readonly Announcement[]): string | undefined {
  const [first] = daysOf(told);
  const places = [...placesIn(told).values()].flatMap((one) => daysOf(one).slice(0, 1));
  return places.toSorted().at(-1) ?? first;
}

/** Whether the changelog told of a part at several places, so that it depends on the operations since when it is announced. */
export function isToldApart(told: readonly Announcement[]): boolean {
  return placesIn(told).size > 1;
}

function placesIn(told: readonly Announcement[]): ReadonlyMap<string, readonly Announcement[]> {
  const first = told.filter((one) => traitsOf(one).deprecation === "begins");
  return Map.groupBy(first, ({ operations: [nearest = ""], path }) => anonymousTemplate(nearest) + path);
}

function daysOf(told: readonly Announcement[]): string[] {
  return told.map(({ date }) => date).toSorted();
}

/** What no API is called by now tells of a part where it is of the version, or the day, that deprecated it by the ledger. */
function isOfVersion({ version, date }: Announcement, { announced, deprecated }: LedgerRecord): boolean {
  if (deprecated === undefined) return false;
  return announced === (version ?? date) || deprecated === date;
}
