import type { Location } from "../../contracts/index.ts";
import type { Cause, Change, Direction, Fault, Note, Timing, Waived } from "../model/change.ts";
import { isSaid, valueText } from "../model/value-text.ts";
import { cut, plain } from "../model/wording.ts";
import { type CompatProfile, clauseTexts } from "../profile/compat-profile.ts";
import { proofText } from "./proof-text.ts";
import { type BlockedGroup, remedyOf } from "./remedies.ts";
import { type Tally, excuseOf } from "./shown.ts";

/** More operations, or a longer proof or remedy, than a reader wants to see on a line. */
const MOST = { operations: 3, fact: 800 };

/** One thing that is to be known of a change beside its message. */
export type Fact = readonly [label: string, text: string];

/** A change that cannot be told from its message: what it said, what proves it, what the policy says of its time. */
export function factsOf(change: Change, profile: CompatProfile): readonly Fact[] {
  const { before, after, cause, note, against, witness, allowed, waived, blocked } = change;
  return [
    ...([before, after].every((value) => isSaid(value, change.message))
      ? []
      : [["change", `${valueText(before)} -> ${valueText(after)}`] as const]),
    ...(change.verdict === "non-breaking" ? [] : [["affects", affectedText(change)] as const]),
    ...(cause ? [["cause", causeText(cause)] as const] : []),
    ...(note === undefined ? [] : [["note", note] as const]),
    ...(against === undefined ? [] : [["against", `version ${against}`] as const]),
    ...(witness ? [["proof", proofText(change, witness)] as const] : []),
    ...(allowed ? [["allowed", timingText(allowed, "since", profile)] as const] : []),
    ...(waived ? [["waived", waivedText(waived)] as const] : []),
    ...(blocked ? [["blocked", timingText(blocked, "allowed from", profile)] as const] : []),
    ...(blocked ? [["remedy", remedyOf(change, profile)] as const] : []),
    ...(excuseOf(change) === "assumed"
      ? [["assumed", "the specification does not state this part, so it is only listed"] as const]
      : []),
  ].map(([label, text]) => [
    label,
    label === "proof" || label === "remedy" ? cut(plain(text), MOST.fact) : cut(plain(text)),
  ]);
}

/** The same for reports that tell once, at their end, what blocks and what to do: a number refers to it. */
export function briefFactsOf(change: Change, groups: readonly BlockedGroup[], profile: CompatProfile): readonly Fact[] {
  const number = groups.findIndex((group) => group.changes.includes(change)) + 1;
  return factsOf(change, profile).flatMap(([label, text]): readonly Fact[] => {
    if (label === "remedy") return [];
    return [[label, label === "blocked" && number > 0 ? `see [${number}], at the end` : text]];
  });
}

/** Where in the exchange: "response body.total", "response 404 body.code"; empty for the operation itself. */
export function whereText({ direction, status, path }: Change): string {
  return path === "" ? "" : [direction, ...(status === undefined ? [] : [plain(status)]), cut(plain(path))].join(" ");
}

/** `the edit of "Pet" (schemas): 13 changes in 2 operations`. */
export function causeText({ component, changes, operations }: Cause): string {
  const [section = "", ...name] = component.split("/");
  const reached = `${operations} ${operations === 1 ? "operation" : "operations"}`;
  return `the edit of ${JSON.stringify(name.join("/"))} (${section}): ${changes} changes in ${reached}`;
}

/** "openapi.yaml:12". */
function placeText(location: Location | null): string {
  return location ? `${plain(location.file)}:${location.line}` : "(none)";
}

/** Where a fault or a note is: "openapi.yaml:12 and 3 more places". */
export function placesOfText({ at, places = [] }: Fault | Note): string {
  const more = places.length === 0 ? "" : ` and ${places.length} more ${places.length === 1 ? "place" : "places"}`;
  return placeText(at) + more;
}

/** A file by its path in the checkout: that of a commit by the one that it has there. */
export function pathOf(file: string): string {
  return /^git:[^:]*:(.+)$/s.exec(file)?.[1] ?? file;
}

export function placesText({ base, revision }: Change): string {
  return `base ${placeText(base)}, revision ${placeText(revision)}`;
}

/** Of a harmless change, the operations that it reaches beside its own: the first few, and how many more. */
export function othersText({ operation, operations, verdict }: Change): string | undefined {
  const others = operations.filter((name) => name !== operation);
  return others.length === 0 || verdict !== "non-breaking" ? undefined : namesText(others);
}

const affected: Readonly<Record<Direction, string>> = {
  operation: "clients that call",
  request: "clients that send requests to",
  response: "clients that read responses of",
  webhook: "receivers of",
};

/** The consumers that a change concerns: "clients that read responses of GET /v1/orders, POST /v1/orders and 3 more". */
function affectedText({ direction, operation, operations }: Change): string {
  const names = [operation, ...operations.filter((name) => name !== operation)].filter((name) => name !== "");
  return names.length === 0 ? "all clients" : `${affected[direction]} ${namesText(names)}`;
}

function namesText(names: readonly string[]): string {
  const named = names.slice(0, MOST.operations).map(plain).join(", ");
  return names.length > MOST.operations ? `${named} and ${names.length - MOST.operations} more` : named;
}

/** "type-changed, 0a1b2c3d4e5f", with the clause between them if one is cited: what a waiver names stands last. */
export function sourceText({ rule, section, basis, id }: Change, profile: CompatProfile): string {
  return [rule, ...clauseTexts(profile, section), ...(basis === "assumed" ? ["assumed"] : []), id].join(", ");
}

/** The head line of a report: the policy that judged. */
export function headText({ name }: CompatProfile): string {
  return plain(`Profile: ${name}`);
}

/** The code of a fault, and the clause that it is against. */
export function faultText({ code, section }: Fault, profile: CompatProfile): string {
  return [code, ...clauseTexts(profile, section)].join(", ");
}

/** "5 breaking (3 blocking, 2 allowed), 1 dangerous, 3 non-breaking, 1 fault". */
export function tallyText(tally: Tally): string {
  const fates = (["blocking", "allowed", "waived", "assumed"] as const)
    .filter((fate) => tally[fate] > 0)
    .map((fate) => `${tally[fate]} ${fate}`);
  const isPlain = tally.blocking === tally.breaking;
  return [
    `${tally.breaking} breaking${isPlain ? "" : ` (${fates.join(", ")})`}`,
    `${tally.dangerous} dangerous`,
    `${tally["non-breaking"]} non-breaking`,
    ...(tally.faults > 0 ? [`${tally.faults} ${tally.faults === 1 ? "fault" : "faults"}`] : []),
    ...(tally.undecided > 0 ? [`${tally.undecided} not compared`] : []),
  ].join(", ");
}

/** What a report comes to, as a sentence; `failing` are the changes that fail the check although they do not block. */
export function verdictText({ blocking, breaking, dangerous, faults, undecided, ...rest }: Tally, failing = 0): string {
  if (blocking + faults > 0) {
    const parts = [
      ...(blocking > 0 ? [`${blocking} ${blocking === 1 ? "change" : "changes"}`] : []),
      ...(faults > 0 ? [`${faults} ${faults === 1 ? "fault" : "faults"}`] : []),
    ];
    return `${parts.join(" and ")} ${blocking + faults === 1 ? "blocks" : "block"}`;
  }
  if (failing > 0)
    return `Nothing blocks, but ${failing} ${failing === 1 ? "change fails" : "changes fail"} this check`;
  return breaking + dangerous + rest["non-breaking"] + undecided === 0 ? "No changes" : "Nothing blocks";
}

/** Everything of a change on one line, for reports that have room for no more. */
export function lineOf(change: Change): string {
  const where = whereText(change);
  return `${cut(plain(change.operation || whole))}${where === "" ? "" : `, ${where}`}: ${cut(plain(change.message))}`;
}

function waivedText({ reason, by, expires, note }: Waived): string {
  return `for ${reason}, by ${by}, until ${expires}${note === undefined ? "" : `: ${note}`}`;
}

function timingText({ section, reason, from }: Timing, word: string, profile: CompatProfile): string {
  return `${[...clauseTexts(profile, section), reason].join(", ")}${from === undefined ? "" : `; ${word} ${from}`}`;
}

/** The heading of what belongs to no operation, such as servers. */
export const whole = "The API as a whole";

/** The heading of a level in a report that has one for each. */
export const headings = {
  blocking: "Blocking",
  breaking: "Breaking, and only listed",
  dangerous: "Dangerous: a person decides",
  "non-breaking": "Non-breaking",
} as const;

/** Changes by API and operation, in the order in which these first come. */
export function grouped(
  changes: readonly Change[],
): readonly (readonly [api: string, operations: ReadonlyMap<string, readonly Change[]>])[] {
  return [...Map.groupBy(changes, ({ api }) => api)].map(([api, found]) => [
    api,
    Map.groupBy(found, ({ operation }) => operation || whole),
  ]);
}
