import type { Change, Timing } from "../model/change.ts";
import { isDemand } from "../policy/demands.ts";
import { type CompatProfile, clauseOf, clauseTexts } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { cut, plain } from "../model/wording.ts";

/** Changes that block for the same reason, and the day from which they would be allowed. */
export interface BlockedGroup {
  readonly section?: string;
  readonly reason: string;
  /** What was announced is allowed from this day (YYYY-MM-DD). */
  readonly from?: string;
  /** What was not announced is allowed from this day, if it is announced today (YYYY-MM-DD). */
  readonly ifAnnounced?: string;
  /** Whether deprecating the part announces nothing, as the change demands what could be left out. */
  readonly isDemand: boolean;
  readonly changes: readonly Change[];
}

/** What blocks, grouped by reason and day, in the order in which the changes come. */
export function blockedGroups(changes: readonly Change[]): readonly BlockedGroup[] {
  const blocked = changes.filter((change): change is Change & { blocked: Timing } => change.blocked !== undefined);
  const keyOf = (change: Change & { blocked: Timing }): string => JSON.stringify([change.blocked, isDemand(change)]);
  return [...Map.groupBy(blocked, keyOf).values()].map((group) => {
    const [first] = group as [Change & { blocked: Timing }];
    const { section, reason, from, ifAnnounced } = first.blocked;
    return {
      ...(section !== undefined && { section }),
      reason,
      ...(from !== undefined && { from }),
      ...(ifAnnounced !== undefined && { ifAnnounced }),
      isDemand: isDemand(first),
      changes: group,
    };
  });
}

/** Whether the notice of a change may be waived; the months of support may not. */
function isWaivable({ blocked }: Change): boolean {
  return blocked?.period === "notice";
}

/** The remedy of a group, in one sentence. */
function remedyText({ from, ifAnnounced, isDemand: demands }: BlockedGroup, { notice }: CompatProfile): string {
  if (!notice) return "Take the change back.";
  if (from !== undefined) return `It is announced: make the change on ${from} or later.`;
  const day =
    ifAnnounced === undefined ? "" : ` If that is published today, the change is allowed from ${ifAnnounced}.`;
  return demands
    ? `Leave it optional, or announce the change by deprecating what encloses the part.${day}`
    : `Announce it: deprecate the part, or what encloses it, in the base.${day}`;
}

/** What to do about one change that blocks, for reports in which each change stands alone. */
export function remedyOf(change: Change, profile: CompatProfile): string {
  const [group] = blockedGroups([change]);
  if (!group) return "";
  const how = group.ifAnnounced === undefined ? "" : ` ${deprecatingText(change, group.ifAnnounced)}`;
  const waived = isWaivable(change) ? ` Or waive it: a waiver of change "${change.id}" in compat/waivers.yaml.` : "";
  return remedyText(group, profile) + how + waived;
}

/** The remedy of one change that blocks, in parts: what to do, and what to write to announce or waive it. */
interface RemedyParts {
  readonly text: string;
  /** Lines for the part in the base, where nothing is announced. */
  readonly announcement?: string;
  /** Lines for the file of waivers, where the notice may be waived. */
  readonly waiver?: string;
}

/** The remedy of a change in parts, for programs; undefined for a change that does not block. */
export function remedyPartsOf(change: Change, profile: CompatProfile): RemedyParts | undefined {
  const [group] = blockedGroups([change]);
  if (!group) return undefined;
  const { ifAnnounced } = group;
  const example = isOfGraphql(change) ? graphqlAnnouncement : announcement;
  return {
    text: remedyText(group, profile),
    ...(ifAnnounced !== undefined && { announcement: example(ifAnnounced).join("\n") }),
    ...(isWaivable(change) && { waiver: waiver(change, profile).join("\n") }),
  };
}

/** The announcement in one sentence. */
function deprecatingText(change: Change, day: string): string {
  return isOfGraphql(change)
    ? `Deprecating is "@deprecated(reason: …)" with the last lines "x-deprecated: …" and "x-sunset: ${day}" of the description.`
    : `Deprecating is "deprecated: true" with "x-deprecated: { date: … }" and "x-sunset: ${day}".`;
}

/** The sunset in an example for changes that are allowed from different days. */
const EACH_ITS_OWN = "<day from which the change is allowed, as said at its reason above>";

/** An example of an announcement for each kind of document that has a change to announce. */
function announcementLines(changes: readonly Change[]): readonly string[] {
  const kinds = [
    {
      part: "the part of an OpenAPI document says",
      example: announcement,
      of: changes.filter((one) => !isOfGraphql(one)),
    },
    {
      part: "the part of a GraphQL schema says, with the dates as the last lines of its description",
      example: graphqlAnnouncement,
      of: changes.filter(isOfGraphql),
    },
  ];
  return kinds.flatMap(({ part, example, of }) => {
    const [day, ...others] = new Set(of.flatMap(({ blocked }) => blocked?.ifAnnounced ?? []));
    if (day === undefined) return [];
    return [
      "",
      `To announce a change, publish a version of the base in which ${part}`,
      ...example(others.length === 0 ? day : EACH_ITS_OWN).map((line) => `    ${line}`),
    ];
  });
}

/** An announcement in an OpenAPI document. */
function announcement(sunset: string): readonly string[] {
  return [
    "deprecated: true",
    "x-deprecated: { date: <day on which it is published>, reason: <why>, replacement: <what to use instead> }",
    `x-sunset: ${sunset}`,
  ];
}

/** An announcement in a GraphQL schema: the dates stand in the last lines of the description. */
function graphqlAnnouncement(sunset: string): readonly string[] {
  return ['@deprecated(reason: "<why>")', "x-deprecated: <day on which it is published>", `x-sunset: ${sunset}`];
}

/** A waiver of a change, ready to be completed, as a file of waivers holds it. */
function waiver({ id }: Change, { waiverReasons: [reason, ...others] = [] }: CompatProfile): readonly string[] {
  return [
    `- change: "${id}"`,
    `  reason: ${[reason ?? "<why>", ...others.map((other) => `# or ${other}`)].join(" ")}`,
    "  by: <who decides>",
    "  expires: <last day, YYYY-MM-DD>",
  ];
}

/** The heading of what `remedyLines` returns. */
export const remediesTitle = "What blocks, and what to do";

/** More ids than a reader wants to see on a line. */
const MOST = 8;

/**
 * What to do about the changes that block, once for all of them: why they are blocked, what to write to announce them,
 * and a waiver to paste. Groups are numbered from 1, in the order of `blockedGroups`. Empty where nothing blocks.
 */
export function remedyLines(changes: readonly Change[], profile: CompatProfile): readonly string[] {
  const groups = blockedGroups(changes);
  if (groups.length === 0) return [];
  const unannounced = groups.filter(({ ifAnnounced }) => ifAnnounced !== undefined);
  const waivable = changes.filter(isWaivable);
  return [
    ...groups.flatMap((group, index) => [
      `[${index + 1}] ${[...clauseTexts(profile, group.section), cut(plain(group.reason))].join(", ")}.`,
      `    ${remedyText(group, profile)}`,
      `    ${idsText(group.changes)}`,
    ]),
    ...announcementLines(unannounced.flatMap((group) => group.changes)),
    ...waivable
      .slice(0, 1)
      .flatMap((change) => [
        "",
        `${waivingText(profile)}, add to compat/waivers.yaml, or the file of --waivers`,
        ...waiver(change, profile).map((line) => `    ${line}`),
        ...(waivable.length > 1 ? [`Each change needs a waiver of its own: ${idsText(waivable)}`] : []),
      ]),
  ];
}

/** The words that introduce the example of a waiver: the clause and the reasons that it may have. */
function waivingText(profile: CompatProfile): string {
  const { notice, waiverReasons } = profile;
  const terms = [
    ...clauseTexts(profile, clauseOf(profile, principleCriterion("notice"))),
    ...(waiverReasons ? [`for ${waiverReasons.join(" or ")}`] : []),
  ];
  return `To waive ${notice ? "the notice" : "a change"}${terms.length > 0 ? ` (${terms.join(": ")})` : ""}`;
}

/** The ids of some changes, the first few by name. */
function idsText(changes: readonly Change[]): string {
  const named = changes.slice(0, MOST).map(({ id }) => id);
  const more = changes.length > MOST ? ` and ${changes.length - MOST} more` : "";
  return named.join(", ") + more;
}

function isOfGraphql(change: Change | undefined): boolean {
  return change?.rule.startsWith("graphql-") === true;
}
