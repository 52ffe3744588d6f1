import { type Json, type Location, isJson, writeForm } from "../../contracts/index.ts";
import type { Change, Fault, Note, Played, Timing, Waived, Witness, WitnessPart, WitnessRequest } from "../change.ts";
import { isSaid, valueText } from "../said-values.ts";
import { plain } from "../wording.ts";
import { type Tally, excuseOf } from "./shown.ts";

/** More operations, or a longer text, than a reader wants to see on a line. */
const MOST = { operations: 3, text: 300 };

/** One thing that is to be known of a change beside its message. */
export type Fact = readonly [label: string, text: string];

/** A change that cannot be told from its message: what it said, what proves it, what the policy says of its time. */
export function factsOf(change: Change): readonly Fact[] {
  const { before, after, note, against, witness, allowed, waived, blocked } = change;
  return [
    ...([before, after].every((value) => isSaid(value, change.message))
      ? []
      : [["change", `${valueText(before)} -> ${valueText(after)}`] as const]),
    ...(note === undefined ? [] : [["note", note] as const]),
    ...(against === undefined ? [] : [["against", `version ${against}`] as const]),
    ...(witness ? [["witness", witnessText(change, witness)] as const] : []),
    ...(witness?.played ? [["played", playedText(witness.played)] as const] : []),
    ...(allowed ? [["allowed", timingText(allowed, "since")] as const] : []),
    ...(waived ? [["waived", waivedText(waived)] as const] : []),
    ...(blocked ? [["blocked", timingText(blocked, "allowed from")] as const] : []),
    ...(excuseOf(change) === "assumed"
      ? [["assumed", "the specification does not state this part, so it is only listed"] as const]
      : []),
  ].map(([label, text]) => [label, cut(plain(text))]);
}

/** Where in the exchange: "response body.total", "response 404 body.code"; empty for the operation itself. */
export function whereText({ direction, status, path }: Change): string {
  return path === "" ? "" : [direction, ...(status === undefined ? [] : [plain(status)]), cut(plain(path))].join(" ");
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

/** The operations that a change reaches beside its own: the first few, and how many more. */
export function othersText({ operation, operations }: Change): string | undefined {
  const others = operations.filter((name) => name !== operation);
  if (others.length === 0) return undefined;
  const named = others.slice(0, MOST.operations).map(plain).join(", ");
  return others.length > MOST.operations ? `${named} and ${others.length - MOST.operations} more` : named;
}

/** "type-changed, §9.5, 0a1b2c3d4e5f": what a waiver names stands last. */
export function sourceText({ rule, section, basis, id }: Change): string {
  return [rule, `§${section}`, ...(basis === "assumed" ? ["assumed"] : []), id].join(", ");
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

/** Text as a reader can bear it. */
export function cut(text: string): string {
  return text.length > MOST.text ? `${text.slice(0, MOST.text - 1).toWellFormed()}…` : text;
}

function waivedText({ reason, by, expires, note }: Waived): string {
  return `for ${reason}, by ${by}, until ${expires}${note === undefined ? "" : `: ${note}`}`;
}

function timingText({ section, reason, from, ifAnnounced }: Timing, word: string): string {
  const day = from === undefined ? "" : `; ${word} ${from}`;
  const possible = ifAnnounced === undefined ? "" : `; announced today, it would be allowed from ${ifAnnounced}`;
  return `§${section}, ${reason}${day}${possible}`;
}

function witnessText({ path, direction }: Change, { shows, value, at = path, request }: Witness): string {
  const parts = [
    ...(request ? [requestText(request)] : []),
    ...(value === undefined || (at === "body" && request?.body !== undefined && shows === "refused")
      ? []
      : [at === "status" ? `status ${String(value)}` : `${JSON.stringify(value)}${at === "" ? "" : ` at ${at}`}`]),
  ];
  const verb = direction === "webhook" ? "send" : "answer";
  const proof = {
    refused: "the base accepts, the revision refuses",
    unexpected: `the revision may ${verb}, the base may not`,
    gone: "the base knows, the revision does not",
  }[shows];
  if (parts.length === 0) return proof;
  const isAnswer =
    at.startsWith("status") ||
    (direction !== "webhook" && (shows === "unexpected" || (shows === "gone" && direction === "response")));
  return `${proof}: ${parts.join(request && isAnswer ? " answered with " : ", with ")}`;
}

function playedText(played: Played): string {
  if ("unplayed" in played) return `not played: ${played.unplayed}`;
  const { base, revision, confirmed, request } = played;
  const sent = request ? `to ${requestText(request)} ` : "";
  return `${confirmed ? "confirmed" : "not confirmed"}: ${sent}the base answers ${base}, the revision ${revision}`;
}

/** A request as a curl line has it: what is from a document is quoted. */
function requestText({ method, path, headers, body, text, parts = [] }: WitnessRequest): string {
  const [type = ""] = (headers["content-type"] ?? "application/json").split(";");
  return [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [text === undefined ? bodyText(type, body) : `-d ${inShell(text)}`]),
    ...parts.flatMap(partTypeText),
  ].join(" ");
}

/** `("file" as "image/png")`: of a part that says its type. */
function partTypeText({ name, headers }: WitnessPart): readonly string[] {
  const type = headers["content-type"];
  return type === undefined ? [] : [`(${JSON.stringify(name)} as ${JSON.stringify(type)})`];
}

/** A body as it is sent; what is neither JSON nor text by itself is told as JSON. */
function bodyText(type: string, body: Json): string {
  if (type === "application/x-www-form-urlencoded") return `-d ${inShell(writeForm(body))}`;
  if (isJson(type)) return `-d ${inShell(JSON.stringify(body))}`;
  return typeof body === "string" ? `-d ${inShell(body)}` : `with a body that says ${JSON.stringify(body)}`;
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
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
