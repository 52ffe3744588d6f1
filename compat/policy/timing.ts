import { type Contract, isObject, joinPointer, monthsAfter, oncePer, valueAt } from "../../contracts/index.ts";
import type { Change, Timing } from "../model/change.ts";
import { graphqlPointers, listSides } from "./announcement.ts";
import { type Evidence, type NoNotice, type Notice, type PublishedOn, isNotice, noPeriod } from "./evidence.ts";
import { capital } from "../model/wording.ts";
import { isDemand } from "./demands.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { findRuleTraits } from "../changes/rule-traits.ts";
import { innerSchemas } from "./inner-schemas.ts";
import { type Part, type PartRoot, type Start, partsOf } from "./parts.ts";
import { enclosing, toBundledPointer } from "./place.ts";

const unannounced: NoNotice = {
  reason: "it was not announced: neither it nor what encloses it is deprecated in the base",
};

const notForRequirement: NoNotice = {
  reason: "it was not announced: a deprecation does not announce that the part becomes required",
};

const notForAllMediaTypes: NoNotice = {
  reason: "it was not announced: not each of its media types is deprecated in the base",
};

/** Day and profile that a change is judged by. */
interface Judging {
  readonly today: string;
  readonly profile: CompatProfile;
}

/** Judges whether the announcements in the base allow a breaking change on a day. */
export function judgeTiming(
  change: Change,
  { contract, evidence, ...judging }: Judging & { readonly contract: Contract; readonly evidence: Evidence },
): { readonly allowed: Timing } | { readonly blocked: Timing } {
  const { today, profile } = judging;
  const notice = profile.notice ? findChangeNotice(change, contract, evidence) : noPeriod;
  const timing = change.removesOperation
    ? operationTiming(notice, lastPublished(change, contract, evidence), judging)
    : partTiming(notice, judging);
  if (timing.from !== undefined && timing.from <= today) return { allowed: timing };
  return { blocked: timing };
}

/** Latest publication among the operations of a change; undefined if one of them has no known date. */
function lastPublished(change: Change, contract: Contract, evidence: Evidence): PublishedOn | undefined {
  const all = listStarts(change, contract).map(({ root }) => evidence.published(root.pointer));
  return all.reduce((last, one) => last && one && (one.date > last.date ? one : last), all[0]);
}

/** Computes the first day on which a part may change. */
export function partTiming(notice: Notice | NoNotice, { today, profile }: Judging): Timing {
  const decided = timingBy("notice", profile);
  if (isNotice(notice)) return { ...decided, reason: capital(noticeText(notice, today)), from: notice.from };
  return {
    ...decided,
    reason: capital(notice.reason),
    ...(profile.notice && { ifAnnounced: monthsAfter(today, profile.notice.months) }),
  };
}

/**
 * Computes the first day on which an operation may be removed. The policy can also require support for a period after
 * publication. Without a publication date, the day of the deprecation counts.
 */
export function operationTiming(
  notice: Notice | NoNotice,
  dated: PublishedOn | undefined,
  { today, profile }: Judging,
): Timing {
  if (!profile.support) return partTiming(notice, { today, profile });
  const { months } = profile.support;
  const published = dated?.date ?? (isNotice(notice) ? notice.since : undefined);
  const noticeReason = isNotice(notice) ? noticeText(notice, today) : notice.reason;
  if (published === undefined) {
    const reason = `Nothing says when it was published, so its ${months} months of support may not be over: write x-published with the day in the base, or with a git history, make a ledger (concord compat ledger --from-tags); ${noticeReason}`;
    // A deprecation today would show that the operation was published by today.
    const byThen = profile.notice && { ifAnnounced: monthsAfter(today, Math.max(months, profile.notice.months)) };
    return { ...timingBy("support", profile), reason, ...byThen };
  }
  const supported = monthsAfter(published, months);
  const since = `published ${dated ? "on" : "by"} ${published}${dated?.isAssumed ? " (assumed)" : ""}`;
  const support = `${since}, it ${supported > today ? "is" : "was"} supported until ${supported}`;
  // The later of the two deadlines applies.
  const isLast = supported > today || (isNotice(notice) && notice.from <= supported && notice.from <= today);
  return {
    ...timingBy(isLast ? "support" : "notice", profile),
    reason: capital(isLast ? `${support}; ${noticeReason}` : `${noticeReason}; ${support}`),
    ...(isNotice(notice)
      ? { from: chooseLaterDay(notice.from, supported) }
      : profile.notice && { ifAnnounced: chooseLaterDay(monthsAfter(today, profile.notice.months), supported) }),
  };
}

/** The deciding period, and its clause. */
function timingBy(period: Timing["period"], profile: CompatProfile): Pick<Timing, "period" | "section"> {
  return { period, ...cited(profile, principleCriterion(period)) };
}

function chooseLaterDay(day: string, other: string): string {
  return day > other ? day : other;
}

function noticeText({ since, sunset, from, isFromChangelog, period }: Notice, today: string): string {
  const notice = monthsAfter(since, period.months);
  const announced = isFromChangelog ? `announced by the changelog on ${since}` : `deprecated on ${since}`;
  if (sunset !== undefined && sunset > notice)
    return `${announced}, ${from > today ? "it works" : "it worked"} until its sunset on ${sunset}`;
  return `${announced}, its ${period.months} months of notice ${from > today ? "end" : "ended"} on ${from}`;
}

/**
 * Announcement for the part of a change. Every path from its operations to the part must contain a deprecated part whose
 * notice is over. The result is the notice that ends on the first day when this is true.
 */
function findChangeNotice(change: Change, contract: Contract, evidence: Evidence): Notice | NoNotice {
  if (contract.kind === "graphql") return graphqlNotice(change, contract, evidence);
  const parts = partsOf(contract);
  const places = listChangedPlaces(change, contract);
  const starts = listStarts(change, contract);
  if (starts.length === 0) return firstNotice(places.map((at) => evidence.notice(at)));
  const inner = innerSchemas(change, contract, change.base);
  const known = [...places, ...inner, ...starts.map(({ root }) => root.pointer)].map((at) => evidence.notice(at));
  const noticed = evidence.isDated ? noticesBy(evidence)(contract) : [];
  if (noticed.length > 0) {
    const all = parts.reached(starts);
    const isRoot = new Set(starts.map(({ root }) => root.pointer));
    const target = places.find((at) => all.has(at));
    const nearest = target === undefined || isRoot.has(target) ? [...isRoot] : [target];
    const targets = inner.length > 0 && inner.every((at) => all.has(at)) ? inner : nearest;
    for (const day of new Set(noticed.map(({ from }) => from).toSorted())) {
      const open = parts.reached(starts, (at) => isOver(evidence.notice(at), day));
      if (!targets.some((at) => open.has(at)))
        return [...known, ...noticed].find((one) => isNotice(one) && one.from === day) as Notice;
    }
    if (isDemand(change) && listOwnPointers(change, contract).some((at) => isNotice(evidence.notice(at))))
      return notForRequirement;
    if (inner.length > 1 && inner.some((at) => isNotice(evidence.notice(at)))) return notForAllMediaTypes;
    const open = parts.way(starts, targets, (at) => isNotice(evidence.notice(at)));
    if (open && isElsewhere(open, change)) return { reason: explainUnannounced(open, places, evidence) };
  }
  return known.find((one): one is NoNotice => one !== undefined && !isNotice(one)) ?? unannounced;
}

/** Pointers of the changed part and its enclosing parts, from the inside out. If the change makes it required, without itself. */
function listChangedPlaces(change: Change, contract: Contract): string[] {
  const parts = partsOf(contract);
  const own = listOwnPointers(change, contract);
  const [pointer] = own;
  if (pointer === undefined) return [];
  const places = enclosing(contract, pointer);
  if (isDemand(change)) return places.filter((at) => !own.includes(at));
  if (!findRuleTraits(change).isInRequiredList) return places;
  // The change is in the `required` list of the enclosing schema, so the property itself is added.
  const members = listStarts(change, contract).flatMap(({ root, sides }) =>
    sides.flatMap((side) => parts.at(root, side, change.path)),
  );
  return [...new Set([...members, ...places])];
}

/** Pointers of the changed part and of other schemas for the same value. */
function listOwnPointers({ base }: Change, contract: Contract): readonly string[] {
  const pointer = base ? toBundledPointer(contract, base) : undefined;
  if (pointer === undefined) return [];
  return partsOf(contract).alike(pointer);
}

function isElsewhere({ root, path }: Part, change: Change): boolean {
  return root.name !== change.operation || path !== change.path;
}

/** Reason that names the place where a shared part was not announced. */
function explainUnannounced({ root, path }: Part, places: readonly string[], evidence: Evidence): string {
  const why = places.map((at) => evidence.notice(at)).find((one) => one && !isNotice(one));
  const place = path === "" ? root.name : `${path} of ${root.name}`;
  const reason = why && !isNotice(why) ? why.reason : "neither it nor what encloses it there is deprecated in the base";
  return `it was not announced for ${place}: ${reason}`;
}

/** Announcement for a part of a GraphQL schema. A type is announced by its own deprecation, or by that of its last use. */
function graphqlNotice(change: Change, contract: Contract, evidence: Evidence): Notice | NoNotice {
  const [, ...uses] = change.operations;
  if (uses.length > 0)
    return firstNotice([typeNotice(change.operation, evidence), lastNotice(uses, contract, evidence)]);
  const places = listChangedPlaces(change, contract);
  if (places[0] === joinPointer("", change.operation)) return coordinateNotice(change.operation, contract, evidence);
  return firstNotice(places.map((at) => evidence.notice(at)));
}

/** Announcement for a schema coordinate. A root type has no directive, so the announcements of its fields count. */
function coordinateNotice(coordinate: string, contract: Contract, evidence: Evidence): Notice | NoNotice {
  const type = roots.has(coordinate) ? contract.document[coordinate] : undefined;
  if (typeof type !== "string") return firstNotice(graphqlPointers(coordinate).map((at) => evidence.notice(at)));
  const fields = valueAt(contract.document, joinPointer("", "types", type, "fields"));
  const coordinates = isObject(fields) ? Object.keys(fields).map((name) => `${type}.${name}`) : [];
  return firstNotice([typeNotice(type, evidence), lastNotice(coordinates, contract, evidence)]);
}

const roots: ReadonlySet<string> = new Set(["query", "mutation", "subscription"]);

function typeNotice(type: string, evidence: Evidence): Notice | NoNotice | undefined {
  return evidence.notice(joinPointer("", "types", type));
}

/** The last of the announcements of several parts; a reason if one part has none. */
function lastNotice(coordinates: readonly string[], contract: Contract, evidence: Evidence): Notice | NoNotice {
  const notices = coordinates.map((each) => coordinateNotice(each, contract, evidence));
  const open = notices.find((one) => !isNotice(one));
  const [last] = notices.filter(isNotice).toSorted((one, other) => (one.from < other.from ? 1 : -1));
  return open ?? last ?? unannounced;
}

function isOver(notice: Notice | NoNotice | undefined, day: string): boolean {
  return isNotice(notice) && notice.from <= day;
}

/** Announcements of all parts of a contract. */
const noticesBy = oncePer((evidence: Evidence) =>
  oncePer((contract: Contract): readonly Notice[] =>
    partsOf(contract)
      .all()
      .map(({ pointer }) => evidence.notice(pointer))
      .filter(isNotice),
  ),
);

function listStarts({ operations, direction }: Change, contract: Contract): Start[] {
  const parts = partsOf(contract);
  return operations
    .map((name) => parts.root(name))
    .filter((root): root is PartRoot => root !== undefined)
    .map((root) => ({ root, sides: listSides(root.isWebhook ? undefined : direction) }));
}

/** The earliest announcement among those of a part and its enclosing parts. */
export function firstNotice(found: readonly (Notice | NoNotice | undefined)[]): Notice | NoNotice {
  const [first] = found.filter(isNotice).toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return first ?? found.find((one) => one !== undefined) ?? unannounced;
}
