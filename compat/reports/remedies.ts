import type { Change, ChangeKind, Timing } from "../model/change.ts";
import { isDemand } from "../policy/demands.ts";
import { daysAfter, isWaivable } from "../policy/waivers.ts";
import {
  type CompatProfile,
  findClause,
  clauseTexts,
  listWaiverReasons,
  getWaiverTerms,
} from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { capital, cut, printableText } from "../model/wording.ts";

/** Ways to make a change without breaking consumers, by its kind. */
const waysByKind: Readonly<Record<ChangeKind | "demand", string>> = {
  removed: "Keep the removed part, deprecate it with a sunset (x-sunset), and remove it in a new version of the API.",
  changed:
    "Add the new form beside the old one, under another name, and deprecate the old one; or change it in a new version of the API.",
  added:
    "Add the part beside what the base has, so that consumers can choose it; or add it in a new version of the API.",
  demand:
    "Leave the part optional, with a default for consumers that do not send it; or require it in a new version of the API.",
};

/** Checks for a part that requests must contain, and did not have to contain before. */
function requiresMore(change: Change): boolean {
  return isDemand(change) || (change.kind === "added" && change.direction === "request");
}

/** The remedy of a change in one sentence or two. */
function remedyText(change: Change, { from, ifAnnounced, version }: Timing, { notice }: CompatProfile): string {
  if (!notice) {
    if (version === undefined)
      return `${waysByKind[requiresMore(change) ? "demand" : change.kind]} Or accept the change with a waiver, or revert it.`;
    return `Write the version ${version} in the revision (info.version), accept the change with a waiver, or revert it.`;
  }
  if (from !== undefined) return `It is announced: make the change on ${from} or later.`;
  const day =
    ifAnnounced === undefined ? "" : ` If that is published today, the change is allowed from ${ifAnnounced}.`;
  if (requiresMore(change))
    return `Leave it optional, or announce the change by deprecating what encloses the part.${day}`;
  return `Announce it: deprecate the part, or what encloses it, in the base.${day}`;
}

/** Remedy for one change, for reports that list announcements and waivers at their end. Empty if it does not block. */
export function writeShortRemedy(change: Change, profile: CompatProfile): string {
  if (change.blocked) return remedyText(change, change.blocked, profile);
  return "";
}

/** Remedy for one change, for reports that list it with each change. Empty if it does not block. */
export function writeRemedy(change: Change, profile: CompatProfile): string {
  const { blocked, id } = change;
  if (!blocked) return "";
  const instruction = blocked.ifAnnounced === undefined ? "" : ` ${deprecationText(change, blocked.ifAnnounced)}`;
  const waived = isWaivable(change) ? ` Or waive it: a waiver of change "${id}" in compat/waivers.yaml.` : "";
  return writeShortRemedy(change, profile) + instruction + waived;
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
export function createRemedyParts(change: Change, profile: CompatProfile): RemedyParts | undefined {
  const { blocked } = change;
  if (!blocked) return undefined;
  const { ifAnnounced } = blocked;
  const example = isGraphqlChange(change) ? graphqlAnnouncement : openapiAnnouncement;
  return {
    text: remedyText(change, blocked, profile),
    ...(ifAnnounced !== undefined && { announcement: example(ifAnnounced).join("\n") }),
    ...(isWaivable(change) && { waiver: waiverLines(change, profile).join("\n") }),
  };
}

/** The announcement in one sentence. */
function deprecationText(change: Change, day: string): string {
  if (isGraphqlChange(change))
    return `Deprecating is "@deprecated(reason: …)" with the last lines "x-deprecated: …" and "x-sunset: ${day}" of the description.`;
  return `Deprecating is "deprecated: true" with "x-deprecated: { date: … }" and "x-sunset: ${day}".`;
}

/** Announcements of unannounced changes, with their places: one for each kind of document and each day. */
export function announcementLines(changes: readonly Change[]): readonly string[] {
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
  const lines = kinds.flatMap(({ part, example, of }) =>
    [...Map.groupBy(of, ({ blocked }) => blocked?.ifAnnounced)].flatMap(([day, sameDay]) => {
      if (day === undefined) return [];
      return [
        "",
        `To announce a change, publish a version of the base in which ${part}`,
        ...example(day).map((line) => `    ${line}`),
        ...placeLines(sameDay),
      ];
    }),
  );
  return lines.slice(1);
}

/**
 * Places in the base of the parts to deprecate: one line for each place, although one edit can cause several changes.
 * Excludes parts that became required, because something around these has to be deprecated.
 */
function placeLines(changes: readonly Change[]): readonly string[] {
  const places = changes.flatMap((change) => {
    const at = isDemand(change) ? null : change.base;
    if (at) return [`${at.file}:${at.line} ${at.pointer}`];
    return [];
  });
  const distinct = [...new Set(places)];
  if (distinct.length === 0) return [];
  return [
    "at",
    ...distinct.slice(0, MAX_IDS).map((place) => `    ${cut(printableText(place))}`),
    ...(distinct.length > MAX_IDS ? [`    and ${distinct.length - MAX_IDS} more`] : []),
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
  return [`- change: "${id}"`, ...waiverMemberLines(profile, undefined)];
}

/** Days from the judgement until a proposed waiver expires, if the policy has no limit. */
const WAIVER_DAYS = 90;

/** Members of a waiver besides its change: the first reason, with all others in a comment, and a day if one is known. */
function waiverMemberLines(profile: CompatProfile, today: string | undefined): readonly string[] {
  const [reason, ...others] = listWaiverReasons(profile) ?? [];
  const limit = (each: string): number | undefined => getWaiverTerms(profile, each).days;
  const named = (each: string): string => (limit(each) === undefined ? each : `${each}, at most ${limit(each)} days`);
  const days = reason === undefined ? undefined : limit(reason);
  const comments = [
    ...(days === undefined ? [] : [`# at most ${days} days`]),
    ...others.map((other) => `# or ${named(other)}`),
  ];
  const expires =
    today === undefined ? "<last day, YYYY-MM-DD>" : daysAfter(today, Math.min(days ?? WAIVER_DAYS, WAIVER_DAYS));
  return [`  reason: ${[reason ?? "<why>", ...comments].join(" ")}`, "  by: <who decides>", `  expires: ${expires}`];
}

/** Heading above `announcementLines` and `waiverRemedy`. */
export const remediesTitle = "How to announce or waive a change";

/** Most ids on a line, and most waivers. */
const MAX_IDS = 8;

/** Most changes in all waivers together: a comment on a pull request has a limited length. */
const MAX_WAIVED = 300;

/** Waivers to paste into the file of waivers: one for each cause. */
export interface WaiverRemedy {
  readonly introduction: string;
  /** Lines of YAML. */
  readonly lines: readonly string[];
}

/** Waivers of all blocking changes. Undefined if no change can be waived. `today` is the day of the judgement. */
export function waiverRemedy(
  changes: readonly Change[],
  profile: CompatProfile,
  today: string | undefined,
): WaiverRemedy | undefined {
  const waivable = changes.filter(isWaivable);
  const causes = [
    ...Map.groupBy(waivable, ({ api, cause, id }) => (cause ? `${api} ${cause.component}` : id)).values(),
  ];
  if (causes.length === 0) return undefined;
  const listed: (readonly Change[])[] = [];
  for (const same of causes)
    if (listed.length < MAX_IDS && listed.flat().length + same.length <= MAX_WAIVED) listed.push(same);
  const rest = causes.filter((same) => !listed.includes(same)).flat();
  return {
    introduction: `${waivingText(profile)}, add to compat/waivers.yaml, or the file of --waivers`,
    lines: [
      ...listed.flatMap((same) => causeWaiverLines(same, profile, today)),
      ...(rest.length > 0 ? [`# Each further change needs a waiver, too: ${idsText(rest)}`] : []),
    ],
  };
}

/** A waiver for all changes of a cause, below a comment that describes them. */
function causeWaiverLines(
  same: readonly Change[],
  profile: CompatProfile,
  today: string | undefined,
): readonly string[] {
  const [first, ...others] = same as [Change, ...Change[]];
  const { operation, message, cause } = first;
  const about =
    cause && others.length > 0
      ? `${capital(editText(cause.component))}: ${same.length} changes`
      : `${operation}: ${message}`;
  return [
    `# ${cut(printableText(about.replace(/^: /, "")))}`,
    ...(others.length === 0 ? [`- change: "${first.id}"`] : changesLines(same)),
    ...waiverMemberLines(profile, today),
  ];
}

/** List of ids in lines of equal length, because reports cut long lines. */
function changesLines(same: readonly Change[]): readonly string[] {
  const ids = same.map(({ id }) => `"${id}"`);
  if (ids.length <= MAX_IDS) return [`- changes: [${ids.join(", ")}]`];
  const rows = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, row) =>
    ids.slice(row * MAX_IDS, (row + 1) * MAX_IDS).join(", "),
  );
  return [
    "- changes:",
    ...rows.map((row, at) => `    ${at === 0 ? "[" : " "}${row}${at === rows.length - 1 ? "]" : ","}`),
  ];
}

/** `the edit of "Pet" (schemas)`, `the edit of the document's "servers"`. */
export function editText(component: string): string {
  const [section = "", ...name] = component.split("/");
  if (name.length === 0) return `the edit of the document's ${JSON.stringify(section)}`;
  return `the edit of ${JSON.stringify(name.join("/"))} (${section})`;
}

/** Introduction of the waiver template: the clause, and the reasons that a waiver can have. */
function waivingText(profile: CompatProfile): string {
  const { notice } = profile;
  const waiverReasons = listWaiverReasons(profile);
  const terms = [
    ...clauseTexts(profile, findClause(profile, principleCriterion("notice"))),
    ...(waiverReasons ? [`for ${waiverReasons.join(" or ")}`] : []),
  ];
  return `To waive ${notice ? "the notice" : "a change"}${terms.length > 0 ? ` (${terms.join(": ")})` : ""}`;
}

/** Ids of changes: the first few, and the number of others. */
function idsText(changes: readonly Change[]): string {
  const named = changes.slice(0, MAX_IDS).map(({ id }) => id);
  const more = changes.length > MAX_IDS ? ` and ${changes.length - MAX_IDS} more` : "";
  return named.join(", ") + more;
}

function isGraphqlChange(change: Change | undefined): boolean {
  return change?.rule.startsWith("graphql-") === true;
}
