import type { Location } from "../../contracts/index.ts";
import type { Detail } from "../../formats/index.ts";
import type { Cause, Change, Direction, Fault, Note, Timing, Waived } from "../model/change.ts";
import { messageContains, valueText } from "../model/value-text.ts";
import { cut, printableText } from "../model/wording.ts";
import { type CompatProfile, clauseDetails, clauseTexts } from "../profile/compat-profile.ts";
import { proofText } from "./proof-text.ts";
import { editText, writeRemedy, writeShortRemedy } from "./remedies.ts";
import { type ShownReport, type Tally, listedOnlyReason } from "./shown-report.ts";

/** Most operations of a line, and most characters of a proof or remedy. */
const LIMITS = { operations: 3, fact: 800 };

/** Details of a change beyond its message: values, affected clients, proof, clause, waiver, dates and remedy. */
export function changeFacts(
  change: Change,
  profile: CompatProfile,
  describeRemedy: typeof writeRemedy = writeRemedy,
): readonly Detail[] {
  const clause = change.section === undefined ? undefined : clauseDetails(profile, change.section);
  const { before, after, cause, note, against, witness, allowed, waived, blocked } = change;
  return [
    ...([before, after].every((value) => messageContains(value, change.message))
      ? []
      : [["change", `${valueText(before)} -> ${valueText(after)}`] as const]),
    ...(change.verdict === "non-breaking" ? [] : [["affects", affectedText(change)] as const]),
    ...(cause ? [["cause", causeText(cause)] as const] : []),
    ...(note === undefined ? [] : [["note", note] as const]),
    ...(against === undefined ? [] : [["against", `version ${against}`] as const]),
    ...(clause === undefined ? [] : [["clause", clause] as const]),
    ...(witness ? [["proof", proofText(change, witness)] as const] : []),
    ...(allowed ? [["allowed", timingText(allowed, "since", profile)] as const] : []),
    ...(waived ? [["waived", waivedText(waived)] as const] : []),
    ...(blocked ? [["blocked", timingText(blocked, "allowed from", profile)] as const] : []),
    ...(blocked ? [["what to do", describeRemedy(change, profile)] as const] : []),
    ...(listedOnlyReason(change) === "assumed"
      ? [["assumed", "the specification does not state this part, so it is only listed"] as const]
      : []),
  ].map(([label, text]) => [
    label,
    label === "proof" || label === "what to do" ? cut(printableText(text), LIMITS.fact) : cut(printableText(text)),
  ]);
}

/** Details for reports that list announcements, waivers and clauses once at their end. */
export function briefChangeFacts(change: Change, profile: CompatProfile): readonly Detail[] {
  return changeFacts(change, profile, writeShortRemedy).filter(([label]) => label !== "clause");
}

/** Position of a change: "response body.total", "response 404 body.code". Empty for the operation itself. */
export function whereText({ direction, status, path }: Change): string {
  if (path === "") return "";
  return [direction, ...(status === undefined ? [] : [printableText(status)]), cut(printableText(path))].join(" ");
}

/** `the edit of "Pet" (schemas): 13 changes in 2 operations`. */
export function causeText({ component, changes, operations }: Cause): string {
  const reached = operations === 0 ? "" : ` in ${operations} ${operations === 1 ? "operation" : "operations"}`;
  return `${editText(component)}: ${changes} changes${reached}`;
}

/** Location as text: "openapi.yaml:12". */
function locationText(location: Location | null): string {
  if (location) return `${printableText(location.file)}:${location.line}`;
  return "(none)";
}

/** Locations of a fault or note: "openapi.yaml:12 and 3 more places". */
export function faultLocationsText({ at, places = [] }: Fault | Note): string {
  const more = places.length === 0 ? "" : ` and ${places.length} more ${places.length === 1 ? "place" : "places"}`;
  return locationText(at) + more;
}

export function changeLocationsText({ base, revision }: Change): string {
  return `base ${locationText(base)}, revision ${locationText(revision)}`;
}

/** Further operations that a non-breaking change affects: the first few, and the number of others. */
export function otherOperationsText({ operation, operations, verdict }: Change): string | undefined {
  const others = operations.filter((name) => name !== operation);
  if (others.length === 0 || verdict !== "non-breaking") return undefined;
  return operationNamesText(others);
}

const affectedClients: Readonly<Record<Direction, string>> = {
  operation: "clients that call",
  api: "clients that call",
  request: "clients that send requests to",
  response: "clients that read responses of",
  webhook: "receivers of",
};

/** Affected consumers: "clients that read responses of GET /v1/orders, POST /v1/orders and 3 more". */
function affectedText({ direction, operation, operations }: Change): string {
  const names = [operation, ...operations.filter((name) => name !== operation)].filter((name) => name !== "");
  if (names.length === 0) return "all clients";
  return `${affectedClients[direction]} ${operationNamesText(names)}`;
}

function operationNamesText(names: readonly string[]): string {
  const named = names.slice(0, LIMITS.operations).map(printableText).join(", ");
  if (names.length > LIMITS.operations) return `${named} and ${names.length - LIMITS.operations} more`;
  return named;
}

/** Rule, clause and id of a change: "type-changed, 0a1b2c3d4e5f". The id is last, because waivers need it. */
export function sourceText({ rule, section, basis, id }: Change, profile: CompatProfile): string {
  return [rule, ...clauseTexts(profile, section), ...(basis === "assumed" ? ["assumed"] : []), id].join(", ");
}

/** Head line of a report: the name of the policy. */
export function profileText({ name }: CompatProfile): string {
  return printableText(`Profile: ${name}`);
}

/** Code of a fault, and the clause that it violates. */
export function faultText({ code, section }: Fault, profile: CompatProfile): string {
  return [code, ...clauseTexts(profile, section)].join(", ");
}

/** Numbers of changes: "5 breaking (3 blocking, 2 allowed), 1 dangerous, 3 non-breaking, 1 fault". */
export function tallyText(tally: Tally): string {
  const outcomes = (["blocking", "allowed", "waived", "assumed"] as const)
    .filter((outcome) => tally[outcome] > 0)
    .map((outcome) => `${tally[outcome]} ${outcome}`);
  const notCompared = tally.undecided - tally.lowVersions;
  const isPlain = tally.blocking === tally.breaking;
  return [
    `${tally.breaking} breaking${isPlain ? "" : ` (${outcomes.join(", ")})`}`,
    `${tally.dangerous} dangerous${tally.warnings > 0 ? ` (${tally.warnings} ${tally.warnings === 1 ? "warning" : "warnings"})` : ""}`,
    `${tally["non-breaking"]} non-breaking`,
    ...(tally.faults > 0 ? [`${tally.faults} ${tally.faults === 1 ? "fault" : "faults"}`] : []),
    ...(notCompared > 0 ? [`${notCompared} not compared`] : []),
    ...(tally.lowVersions > 0
      ? [`${tally.lowVersions} ${tally.lowVersions === 1 ? "version" : "versions"} too low`]
      : []),
    ...(tally.off > 0 ? [`${tally.off} switched off`] : []),
  ].join(", ");
}

/** Rules that the policy switches off, each with the number of its changes; undefined without any. */
export function offText({ off }: Pick<ShownReport, "off">): string | undefined {
  if (off.length === 0) return undefined;
  const byRule = Map.groupBy(off, ({ rule }) => rule);
  const rules = [...byRule].map(([rule, changes]) => `${rule} (${changes.length})`).toSorted();
  return `Switched off by the policy: ${rules.join(", ")}`;
}

/** Names and URLs of the clauses that a report cites: "API-4: Remove nothing, https://…". */
export function clauseLines({
  profile,
  changes,
  faults,
}: Pick<ShownReport, "profile" | "changes" | "faults">): string[] {
  const cited = [
    ...changes.flatMap(({ section, allowed, blocked }) => [section, allowed?.section, blocked?.section]),
    ...faults.map(({ section }) => section),
  ].flatMap((clause) => clause ?? []);
  return [...new Set(cited)].toSorted().flatMap((clause) => {
    const details = clauseDetails(profile, clause);
    if (details === undefined) return [];
    return [`${clauseTexts(profile, clause).join("")}: ${details}`];
  });
}

/** Verdict of a change, or "warning". */
export function verdictLabel({ verdict, warning }: Change): string {
  return warning ? "warning" : verdict;
}

/** Result of a report in one sentence. `failing`: number of changes that fail the check without blocking. */
export function verdictText(
  { blocking, breaking, dangerous, faults, undecided, off, ...rest }: Tally,
  failing = 0,
): string {
  if (blocking + faults > 0) {
    const parts = [
      ...(blocking > 0 ? [`${blocking} ${blocking === 1 ? "change" : "changes"}`] : []),
      ...(faults > 0 ? [`${faults} ${faults === 1 ? "fault" : "faults"}`] : []),
    ];
    return `${parts.join(" and ")} ${blocking + faults === 1 ? "blocks" : "block"}`;
  }
  if (failing > 0)
    return `Nothing blocks, but ${failing} ${failing === 1 ? "change fails" : "changes fail"} this check`;
  if (breaking + dangerous + rest["non-breaking"] + undecided + off === 0) return "No changes";
  return "Nothing blocks";
}

/** Operation, position and message of a change on one line. */
export function changeLine(change: Change): string {
  const where = whereText(change);
  return `${cut(printableText(change.operation || apiHeading))}${where === "" ? "" : `, ${where}`}: ${cut(printableText(change.message))}`;
}

export function waivedText({ reason, by, expires, note }: Waived): string {
  return `for ${reason}, by ${by}, until ${expires}${note === undefined ? "" : `: ${note}`}`;
}

function timingText({ section, reason, from }: Timing, word: string, profile: CompatProfile): string {
  return `${[...clauseTexts(profile, section), reason].join(", ")}${from === undefined ? "" : `; ${word} ${from}`}`;
}

/** Heading of changes outside of operations, such as servers. */
export const apiHeading = "The API as a whole";

/** Headings of levels. */
export const levelHeadings = {
  blocking: "Blocking",
  breaking: "Breaking, and only listed",
  dangerous: "Dangerous: a person decides",
  "non-breaking": "Non-breaking",
} as const;

/** Groups changes by API and operation, in order of their first change. */
export function groupByOperation(
  changes: readonly Change[],
): readonly (readonly [api: string, operations: ReadonlyMap<string, readonly Change[]>])[] {
  return [...Map.groupBy(changes, ({ api }) => api)].map(([api, found]) => [
    api,
    Map.groupBy(found, ({ operation }) => operation || apiHeading),
  ]);
}
