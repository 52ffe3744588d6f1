import { type Contract, anonymousTemplate, monthsAfter, omitUndefined } from "../../contracts/index.ts";
import { announcedParts, announcedSince, hasSeveralPlaces } from "./announced-parts.ts";
import { type Announcement, selectMentions, mentionsByPart } from "./announcement.ts";
import { createFirstDayLookup } from "./first-days.ts";
import { type Ledger, type LedgerRecord, listRecords } from "./ledger/ledger.ts";
import { recordsByContract } from "./ledger/ledger-apis.ts";
import { hasDates, readLifeAtPointer } from "../model/life.ts";
import { partsOf } from "./parts.ts";
import type { CompatProfile, Period } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { type Recorded, indexRecords } from "./ledger/recorded.ts";
import type { EarlierVersion } from "./transitive.ts";

/** Sources of dates besides the documents. */
export interface Sources {
  /** Announcements of the changelog. Undefined without a changelog; then deprecations need no announcement in one. */
  readonly announcements?: readonly Announcement[];
  readonly ledger?: Ledger;
  /**
   * Versions before the base. The revision is compared with those that are still supported. They also show which
   * operations are newer than a publication date that they inherit.
   */
  readonly earlier?: readonly EarlierVersion[];
  /** Profile whose periods apply; the default profile if undefined. */
  readonly profile?: CompatProfile;
}

/** Announcement of a change to a part, with the resulting dates. */
export interface Notice {
  /** First day of the notice. */
  readonly since: string;
  readonly sunset?: string;
  /** Day on which the notice is over. */
  readonly from: string;
  /** True if the changelog announced the change last, so that its date is `since`. */
  readonly isFromChangelog?: boolean;
  /** Period of notice that the policy requires. */
  readonly period: Period;
}

/** Reason why a part has no valid announcement. */
export interface NoNotice {
  readonly reason: string;
}

/** Dates of the parts of a contract, from its document and from the other sources. */
export interface Evidence {
  /** False if no source has any date, so that no announcement can exist. */
  readonly isDated: boolean;
  /** Announcement of a part; undefined if it is not deprecated. */
  notice(pointer: string): Notice | NoNotice | undefined;
  /** Day of publication of an operation. */
  published(pointer: string): PublishedOn | undefined;
  /** Ledger records of a part. */
  recorded(pointer: string): readonly LedgerRecord[];
  /** Evidence for some operations only, because a shared part can have other dates in other operations. */
  among(operations: readonly string[]): Evidence;
}

/** Day of publication of an operation (YYYY-MM-DD). */
export interface PublishedOn {
  readonly date: string;
  /** True if the document only assumes the date. It counts like any other, and the report calls it assumed. */
  readonly isAssumed: boolean;
}

/** Returns a function that gives the evidence for a contract, computed on first use. */
export function createEvidenceLookup(
  contracts: readonly Contract[],
  sources: Sources,
): (contract: Contract) => Evidence {
  const known = new Map<Contract, Evidence>();
  const recordsIn = sources.ledger ? recordsByContract(contracts, listRecords(sources.ledger)) : () => [];
  const announcedIn = announcedParts(contracts, sources);
  const firstDay = createFirstDayLookup(contracts, sources.earlier ?? []);
  const { profile = defaultProfile } = sources;
  return (contract) => {
    let found = known.get(contract);
    if (!found) {
      const records = recordsIn(contract);
      const recorded = indexRecords(contract, records, sources.ledger ?? {});
      const announced = announcedIn(contract, mentionsByPart(contract, records));
      const needsAnnouncement = sources.announcements !== undefined;
      known.set(
        contract,
        (found = createEvidence(contract, { announced, recorded, needsAnnouncement, firstDay, profile })),
      );
    }
    return found;
  };
}

/** Sources of dates for the parts of one contract. */
interface ContractSources {
  readonly announced: ReadonlyMap<string, readonly Announcement[]>;
  readonly recorded: Recorded;
  /** True if a deprecation counts only with an announcement in the changelog. */
  readonly needsAnnouncement: boolean;
  readonly firstDay: ReturnType<typeof createFirstDayLookup>;
  readonly profile: CompatProfile;
}

/** Combines the sources. The later of two dates counts, so that a second source never allows a change sooner. */
function createEvidence(contract: Contract, { recorded, ...beside }: ContractSources): Evidence {
  const { announced, needsAnnouncement, firstDay, profile } = beside;
  const published = new Map(contract.operations.map((one) => [one.pointer, one.published]));
  const notices = new Map<string, Notice | NoNotice | undefined>();
  const narrowed = new Map<string, Evidence>();
  const isMixed = announced.values().some(hasSeveralPlaces);

  return {
    isDated: hasDates(contract.document) || announced.size > 0 || !recorded.isEmpty,
    notice(pointer) {
      if (!notices.has(pointer)) notices.set(pointer, earliestNotice(partsOf(contract).alike(pointer).map(findNotice)));
      return notices.get(pointer);
    },
    published(pointer) {
      const own = published.get(pointer);
      const isInherited = own !== undefined && readLifeAtPointer(contract.document, pointer).published === undefined;
      const shown = isInherited ? firstDay(contract, pointer) : undefined;
      const known = latest([...listRecordDates(pointer, "published"), shown]);
      const date = latest([own?.date, known]);
      if (date === undefined) return undefined;
      return { date, isAssumed: own?.basis === "assumed" && date !== known };
    },
    recorded: (pointer) => recorded.at(pointer),
    among(operations) {
      const asked = recorded.among(operations);
      if (asked === recorded && !isMixed) return this;
      const key = operations.map(anonymousTemplate).join("\n");
      let found = narrowed.get(key);
      if (!found) {
        const ofOperations = isMixed ? selectMentions(announced, operations) : announced;
        narrowed.set(key, (found = createEvidence(contract, { ...beside, announced: ofOperations, recorded: asked })));
      }
      return found;
    },
  };

  function findNotice(pointer: string): Notice | NoNotice | undefined {
    const life = readLifeAtPointer(contract.document, pointer);
    if (!life.deprecated && life.since === undefined) return undefined;
    if (!life.deprecated) {
      const mark = contract.kind === "graphql" ? "by @deprecated" : "as deprecated: true";
      return { reason: `it has x-deprecated, but is not marked ${mark} beside it` };
    }
    if (!profile.notice) return noPeriod;
    const announcements = announced.get(pointer) ?? [];
    const first = announcedSince(announcements);
    if (needsAnnouncement && first === undefined)
      return { reason: "it is deprecated, but the changelog did not announce it" };
    const dated = latest([life.since, ...listRecordDates(pointer, "deprecated")]);
    const since = latest([dated, first]);
    if (since === undefined && life.unreadable.includes("x-deprecated"))
      return { reason: "it is deprecated, but the date of its x-deprecated cannot be read" };
    if (since === undefined) return { reason: "it is deprecated, but nothing says since when" };
    const [open] = (life.since ?? first) === undefined ? listUndatedRecords(pointer) : [];
    if (open) return { reason: `it is deprecated, but nothing says since when for ${open.operations[0]}` };
    if (life.unreadable.includes("x-sunset")) return { reason: "it is deprecated, but its x-sunset cannot be read" };
    const sunset =
      latest([life.sunset, ...listRecordDates(pointer, "sunset")]) ?? latest(announcements.map((one) => one.sunset));
    const from = latest([monthsAfter(since, profile.notice.months), sunset]) as string;
    const isLater = since !== dated;
    return omitUndefined({ since, sunset, from, isFromChangelog: isLater, period: profile.notice });
  }

  function listRecordDates(pointer: string, field: keyof Pick<LedgerRecord, "deprecated" | "published" | "sunset">) {
    return recorded.at(pointer).map((record) => record[field]);
  }

  /** Records without a deprecation date, of a part that has one in other operations only. */
  function listUndatedRecords(pointer: string): LedgerRecord[] {
    return recorded.at(pointer).filter(({ deprecated }) => deprecated === undefined);
  }
}

/** Notice that starts on a day and has no sunset. */
export function noticeSince(since: string, period: Period): Notice {
  return { since, from: monthsAfter(since, period.months), period };
}

/** Reason for a breaking change under a policy without a period of notice. */
export const noPeriod: NoNotice = {
  reason: "the policy allows it with a waiver only, not after an announcement",
};

/** Checks for a valid announcement. */
export function isNotice(found: Notice | NoNotice | undefined): found is Notice {
  return found !== undefined && "from" in found;
}

/** The announcement whose notice is over first, because one announcement suffices. */
function earliestNotice(found: readonly (Notice | NoNotice | undefined)[]): Notice | NoNotice | undefined {
  const [first] = found.filter(isNotice).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return first ?? found.find((one) => one !== undefined);
}

function latest(days: readonly (string | undefined)[]): string | undefined {
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
}
