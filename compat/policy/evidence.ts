import { type Contract, anonymousTemplate, monthsAfter } from "../../contracts/index.ts";
import { announcedParts, announcedSince, isToldApart } from "./announced-parts.ts";
import { type Announcement, toldAmong, toldByPart } from "./announcement.ts";
import { firstDaysIn } from "./first-days.ts";
import { type Ledger, type LedgerRecord, recordsOf } from "./ledger/ledger.ts";
import { recordsByContract } from "./ledger/ledger-apis.ts";
import { hasDates, lifeAt } from "../model/life.ts";
import { partsOf } from "./parts.ts";
import type { CompatProfile, Period } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { type Recorded, recordedOf } from "./ledger/recorded.ts";
import type { EarlierVersion } from "./transitive.ts";

/** What is known of the life of parts beside what the documents say. */
export interface Sources {
  /** The deprecations that the changelog told of; absent where no changelog is given, which then need not have them. */
  readonly announcements?: readonly Announcement[];
  readonly ledger?: Ledger;
  /**
   * Versions before the base: the revision is held against those that are still supported, and they show what is younger
   * than a date of publication that stands above it.
   */
  readonly earlier?: readonly EarlierVersion[];
  /** The policy whose periods count; the default profile if it is not given. */
  readonly profile?: CompatProfile;
}

/** That a part was announced to change, and what it comes to. */
export interface Notice {
  /** The day from which the notice counts. */
  readonly since: string;
  readonly sunset?: string;
  /** The day on which the notice is over. */
  readonly from: string;
  /** Whether the changelog told of it later than anything else did. */
  readonly isTold?: boolean;
  /** The notice that the policy asks for. */
  readonly period: Period;
}

/** That a part is deprecated, and why that allows nothing. */
export interface NoNotice {
  readonly reason: string;
}

/** What a base says, and what is known beside, of the life of its parts. */
export interface Evidence {
  /** Whether anything can have been announced: where nothing is dated, it need not be looked for. */
  readonly isDated: boolean;
  /** What was announced of a part; undefined where it is not deprecated. */
  notice(pointer: string): Notice | NoNotice | undefined;
  /** When an operation was published. */
  published(pointer: string): PublishedOn | undefined;
  /** What the ledger has of a part. */
  recorded(pointer: string): readonly LedgerRecord[];
  /** What of it counts for some operations: what is shared may be dated otherwise in others. */
  among(operations: readonly string[]): Evidence;
}

/** The day on which an operation was published: YYYY-MM-DD. */
export interface PublishedOn {
  readonly date: string;
  /** Whether the document only assumes it: it decides like any other, and is called so. */
  readonly isAssumed: boolean;
}

/** What is known of each of some contracts, found when it is first asked for. */
export function evidenceOf(contracts: readonly Contract[], sources: Sources): (contract: Contract) => Evidence {
  const known = new Map<Contract, Evidence>();
  const recordsIn = sources.ledger ? recordsByContract(contracts, recordsOf(sources.ledger)) : () => [];
  const announcedIn = announcedParts(contracts, sources);
  const firstDay = firstDaysIn(contracts, sources.earlier ?? []);
  const { profile = defaultProfile } = sources;
  return (contract) => {
    let found = known.get(contract);
    if (!found) {
      const records = recordsIn(contract);
      const recorded = recordedOf(contract, records, sources.ledger ?? {});
      const announced = announcedIn(contract, toldByPart(contract, records));
      const isTold = sources.announcements !== undefined;
      known.set(contract, (found = createEvidence(contract, { announced, recorded, isTold, firstDay, profile })));
    }
    return found;
  };
}

/** What is known of the parts of a contract, by their pointers. */
interface Known {
  readonly announced: ReadonlyMap<string, readonly Announcement[]>;
  readonly recorded: Recorded;
  /** Whether a changelog has to tell of what is deprecated. */
  readonly isTold: boolean;
  readonly firstDay: ReturnType<typeof firstDaysIn>;
  readonly profile: CompatProfile;
}

/** Of two sources the later date counts, so that nobody gains time by a second source. */
function createEvidence(contract: Contract, { recorded, ...beside }: Known): Evidence {
  const { announced, isTold, firstDay, profile } = beside;
  const published = new Map(contract.operations.map((one) => [one.pointer, one.published]));
  const notices = new Map<string, Notice | NoNotice | undefined>();
  const narrowed = new Map<string, Evidence>();
  const isMixed = announced.values().some(isToldApart);

  return {
    isDated: hasDates(contract.document) || announced.size > 0 || !recorded.isEmpty,
    notice(pointer) {
      if (!notices.has(pointer)) notices.set(pointer, best(partsOf(contract).alike(pointer).map(noticeAt)));
      return notices.get(pointer);
    },
    published(pointer) {
      const own = published.get(pointer);
      const isInherited = own !== undefined && lifeAt(contract.document, pointer).published === undefined;
      const shown = isInherited ? firstDay(contract, pointer) : undefined;
      const known = latest([...datesIn(pointer, "published"), shown]);
      const date = latest([own?.date, known]);
      return date === undefined ? undefined : { date, isAssumed: own?.basis === "assumed" && date !== known };
    },
    recorded: (pointer) => recorded.at(pointer),
    among(operations) {
      const asked = recorded.among(operations);
      if (asked === recorded && !isMixed) return this;
      const key = operations.map(anonymousTemplate).join("\n");
      let found = narrowed.get(key);
      if (!found) {
        const heard = isMixed ? toldAmong(announced, operations) : announced;
        narrowed.set(key, (found = createEvidence(contract, { ...beside, announced: heard, recorded: asked })));
      }
      return found;
    },
  };

  function noticeAt(pointer: string): Notice | NoNotice | undefined {
    const life = lifeAt(contract.document, pointer);
    if (!life.deprecated && life.since === undefined) return undefined;
    if (!life.deprecated) {
      const mark = contract.kind === "graphql" ? "by @deprecated" : "as deprecated: true";
      return { reason: `it has x-deprecated, but is not marked ${mark} beside it` };
    }
    if (!profile.notice) return noPeriod;
    const told = announced.get(pointer) ?? [];
    const first = announcedSince(told);
    if (isTold && first === undefined) return { reason: "it is deprecated, but the changelog did not announce it" };
    const dated = latest([life.since, ...datesIn(pointer, "deprecated")]);
    const since = latest([dated, first]);
    if (since === undefined && life.unreadable.includes("x-deprecated"))
      return { reason: "it is deprecated, but the date of its x-deprecated cannot be read" };
    if (since === undefined) return { reason: "it is deprecated, but nothing says since when" };
    const [open] = (life.since ?? first) === undefined ? undatedIn(pointer) : [];
    if (open) return { reason: `it is deprecated, but nothing says since when for ${open.operations[0]}` };
    if (life.unreadable.includes("x-sunset")) return { reason: "it is deprecated, but its x-sunset cannot be read" };
    const sunset = latest([life.sunset, ...datesIn(pointer, "sunset")]) ?? latest(told.map((one) => one.sunset));
    const from = latest([monthsAfter(since, profile.notice.months), sunset]) as string;
    const isLater = since !== dated;
    return { since, ...(sunset !== undefined && { sunset }), from, isTold: isLater, period: profile.notice };
  }

  function datesIn(pointer: string, field: keyof Pick<LedgerRecord, "deprecated" | "published" | "sunset">) {
    return recorded.at(pointer).map((record) => record[field]);
  }

  /** A part that several operations have may be dated in some of them only. */
  function undatedIn(pointer: string): LedgerRecord[] {
    return recorded.at(pointer).filter(({ deprecated }) => deprecated === undefined);
  }
}

/** The notice of a part that is deprecated as of a day, if nothing else is said. */
export function noticeSince(since: string, period: Period): Notice {
  return { since, from: monthsAfter(since, period.months), period };
}

/** The reason that nothing announced counts, where the policy has no period of notice. */
export const noPeriod: NoNotice = {
  reason: "no announcement allows it: the policy has no period of notice",
};

/** Whether a part was announced to change. */
export function isNotice(found: Notice | NoNotice | undefined): found is Notice {
  return found !== undefined && "from" in found;
}

/** One announcement suffices: the one whose notice is over first. */
function best(found: readonly (Notice | NoNotice | undefined)[]): Notice | NoNotice | undefined {
  const [first] = found.filter(isNotice).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return first ?? found.find((one) => one !== undefined);
}

function latest(days: readonly (string | undefined)[]): string | undefined {
  return days
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
}
