import type { Change, Timing } from "../model/change.ts";
import { isDemand } from "../policy/demands.ts";
import { isWaivable } from "../policy/waivers.ts";
import { type CompatProfile, clauseOf, clauseTexts, waiverReasonsIn } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { cut, printableText } from "../model/wording.ts";

/** Changes that block for the same reason, and the day from which they would be allowed. */
export interface BlockedGroup {
  readonly section?: string;
  readonly reason: string;
  /** Day from which announced changes are allowed (YYYY-MM-DD). */
  readonly from?: string;
  /** Day from which changes are allowed if they are announced today (YYYY-MM-DD). */
  readonly ifAnnounced?: string;
  /** Lowest version of the revision that allows the changes. */
  readonly version?: string;
  /** True if the change makes a part required, which a deprecation of the part cannot announce. */
  readonly isDemand: boolean;
  readonly changes: readonly Change[];
}

/** Groups blocking changes by reason and day, in order of their first change. */
export function blockedGroups(changes: readonly Change[]): readonly BlockedGroup[] {
  const blocked = changes.filter((change): change is Change & { blocked: Timing } => change.blocked !== undefined);
  const keyOf = (change: Change & { blocked: Timing }): string => JSON.stringify([change.blocked, isDemand(change)]);
  return [...Map.groupBy(blocked, keyOf).values()].map((group) => {
    const [first] = group as [Change & { blocked: Timing }];
    const { section, reason, from, ifAnnounced, version } = first.blocked;
    return {
      ...(section !== undefined && { section }),
      reason,
      ...(from !== undefined && { from }),
      ...(ifAnnounced !== undefined && { ifAnnounced }),
      ...(version !== undefined && { version }),
      isDemand: isDemand(first),
      changes: group,
    };
  });
}

/** The remedy of a group, in one sentence. */
function remedyText(group: BlockedGroup, { notice }: CompatProfile): string {
  const { from, ifAnnounced, version, isDemand: demands } = group;
  if (!notice)
    return version === undefined
      ? "Revert the change."
      : `Write the version ${version} in the revision (info.version), or revert the change.`;
  if (from !== undefined) return `It is announced: make the change on ${from} or later.`;
  const day =
    ifAnnounced === undefined ? "" : ` If that is published today, the change is allowed from ${ifAnnounced}.`;
  return demands
    ? `Leave it optional, or announce the change by deprecating what encloses the part.${day}`
    : `Announce it: deprecate the part, or what encloses it, in the base.${day}`;
}

/** Remedy for one blocking change, for reports that list it with each change. */
export function remedyOf(change: Change, profile: CompatProfile): string {
  const [group] = blockedGroups([change]);
  if (!group) return "";
  const instruction = group.ifAnnounced === undefined ? "" : ` ${deprecationText(change, group.ifAnnounced)}`;
  const waived = isWaivable(change) ? ` Or waive it: a waiver of change "${change.id}" in compat/waivers.yaml.` : "";
  return remedyText(group, profile) + instruction + waived;
}

/** Remedy for one blocking change, with snippets to announce or waive it. */
interface RemedyParts {
  readonly text: string;
  /** Lines for the part in the base, if the change is not announced. */
  readonly announcement?: string;
  /** Lines for the file of waivers, if the notice can be waived. */
  readonly waiver?: string;
}

/** Remedy for programs. Undefined for a change that does not block. */
export function remedyPartsOf(change: Change, profile: CompatProfile): RemedyParts | undefined {
  const [group] = blockedGroups([change]);
  if (!group) return undefined;
  const { ifAnnounced } = group;
  const example = isGraphqlChange(change) ? graphqlAnnouncement : openapiAnnouncement;
  return {
    text: remedyText(group, profile),
    ...(ifAnnounced !== undefined && { announcement: example(ifAnnounced).join("\n") }),
    ...(isWaivable(change) && { waiver: waiverLines(change, profile).join("\n") }),
  };
}

/** The announcement in one sentence. */
function deprecationText(change: Change, day: string): string {
  return isGraphqlChange(change)
    ? `Deprecating is "@deprecated(reason: …)" with the last lines "x-deprecated: …" and "x-sunset: ${day}" of the description.`
    : `Deprecating is "deprecated: true" with "x-deprecated: { date: … }" and "x-sunset: ${day}".`;
}

/** Placeholder for the sunset in an example for several changes with different days. */
const DAY_PLACEHOLDER = "<day from which the change is allowed, see its reason above>";

/** Example of an announcement for each kind of document with an unannounced change. */
function announcementLines(changes: readonly Change[]): readonly string[] {
  const kinds = [
    {
      part: "the part of an OpenAPI document has",
      example: openapiAnnouncement,
      of: changes.filter((one) => !isGraphqlChange(one)),
    },
    {
      part: "the part of a GraphQL schema has, with the dates as the last lines of its description",
      example: graphqlAnnouncement,
      of: changes.filter(isGraphqlChange),
    },
  ];
  return kinds.flatMap(({ part, example, of }) => {
    const [day, ...others] = new Set(of.flatMap(({ blocked }) => blocked?.ifAnnounced ?? []));
    if (day === undefined) return [];
    return [
      "",
      `To announce a change, publish a version of the base in which ${part}`,
      ...example(others.length === 0 ? day : DAY_PLACEHOLDER).map((line) => `    ${line}`),
      ...placeLines(of),
    ];
  });
}

/**
 * Places in the base of the parts to deprecate: one line for each place, although one edit can cause several changes.
 * Excludes parts that became required, because something around these has to be deprecated.
 */
function placeLines(changes: readonly Change[]): readonly string[] {
  const places = changes.flatMap((change) => {
    const at = isDemand(change) ? null : change.base;
    return at ? [`${at.file}:${at.line} ${at.pointer}`] : [];
  });
  const distinct = [...new Set(places)];
  if (distinct.length === 0) return [];
  return [
    "at",
    ...distinct.slice(0, MOST_IDS).map((place) => `    ${cut(printableText(place))}`),
    ...(distinct.length > MOST_IDS ? [`    and ${distinct.length - MOST_IDS} more`] : []),
  ];
}

/** An announcement in an OpenAPI document. */
function openapiAnnouncement(sunset: string): readonly string[] {
  return [
    "deprecated: true",
    "x-deprecated: { date: <day on which it is published>, reason: <why>, replacement: <what to use instead> }",
    `x-sunset: ${sunset}`,
  ];
}

/** An announcement in a GraphQL schema: the last lines of the description have the dates. */
function graphqlAnnouncement(sunset: string): readonly string[] {
  return ['@deprecated(reason: "<why>")', "x-deprecated: <day on which it is published>", `x-sunset: ${sunset}`];
}

/** Template of a waiver for a change. */
function waiverLines({ id }: Change, profile: CompatProfile): readonly string[] {
  const [reason, ...others] = waiverReasonsIn(profile) ?? [];
  return [
    `- change: "${id}"`,
    `  reason: ${[reason ?? "<why>", ...others.map((other) => `# or ${other}`)].join(" ")}`,
    "  by: <who decides>",
    "  expires: <last day, YYYY-MM-DD>",
  ];
}

/** Heading above `remedyLines`. */
export const remediesTitle = "What blocks, and what to do";

/** Most ids on a line. */
const MOST_IDS = 8;

/**
 * Remedies for all blocking changes: reasons, an announcement and a waiver to paste. Groups are numbered from 1, in the
 * order of `blockedGroups`. Empty if no change blocks.
 */
export function remedyLines(changes: readonly Change[], profile: CompatProfile): readonly string[] {
  const groups = blockedGroups(changes);
  if (groups.length === 0) return [];
  const unannounced = groups.filter(({ ifAnnounced }) => ifAnnounced !== undefined);
  const waivable = changes.filter(isWaivable);
  return [
    ...groups.flatMap((group, index) => [
      `[${index + 1}] ${[...clauseTexts(profile, group.section), cut(printableText(group.reason))].join(", ")}.`,
      `    ${remedyText(group, profile)}`,
      `    ${idsText(group.changes)}`,
    ]),
    ...announcementLines(unannounced.flatMap((group) => group.changes)),
    ...waivable
      .slice(0, 1)
      .flatMap((change) => [
        "",
        `${waivingText(profile)}, add to compat/waivers.yaml, or the file of --waivers`,
        ...waiverLines(change, profile).map((line) => `    ${line}`),
        ...(waivable.length > 1 ? [`Each change needs a waiver of its own: ${idsText(waivable)}`] : []),
      ]),
  ];
}

/** Introduction of the waiver template: the clause, and the reasons that a waiver can have. */
function waivingText(profile: CompatProfile): string {
  const { notice } = profile;
  const waiverReasons = waiverReasonsIn(profile);
  const terms = [
    ...clauseTexts(profile, clauseOf(profile, principleCriterion("notice"))),
    ...(waiverReasons ? [`for ${waiverReasons.join(" or ")}`] : []),
  ];
  return `To waive ${notice ? "the notice" : "a change"}${terms.length > 0 ? ` (${terms.join(": ")})` : ""}`;
}

/** Ids of changes: the first few, and the number of others. */
function idsText(changes: readonly Change[]): string {
  const named = changes.slice(0, MOST_IDS).map(({ id }) => id);
  const more = changes.length > MOST_IDS ? ` and ${changes.length - MOST_IDS} more` : "";
  return named.join(", ") + more;
}

function isGraphqlChange(change: Change | undefined): boolean {
  return change?.rule.startsWith("graphql-") === true;
}
