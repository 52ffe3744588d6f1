import type { Change, Played } from "../../compat/index.ts";
import { type Json, isJson } from "../../contracts/index.ts";
import type { MockRequest } from "../../mock/index.ts";
import type { Answer } from "./answer.ts";
import { isPresent, presenceText, typeOf } from "./presence.ts";
import { type Asked, readDifferently } from "./readings.ts";
import { isInPartHeader, lineAbout } from "./refusal.ts";

/** What a mock shows by a refusal only: how it reads a value, or whether it looks at one, its answer does not tell. */
const seenInRefusals: ReadonlySet<string> = new Set([
  "empty-value-refused",
  "parameter-reserved-refused",
  "parameter-writing-changed",
  "part-media-type-removed",
  "part-reserved-refused",
  "part-writing-changed",
]);

/** What tells of a server that is gone: all requests of the document, or of one operation, went there. */
const ofServers: ReadonlySet<string> = new Set(["server-removed", "operation-server-removed"]);

/** What came of one request, and whether another one may show more: where nothing is said, another answer may. */
export interface Outcome {
  readonly played: Played;
  readonly next?: "nothing" | "completed";
}

/** What the answers of both mocks to a request show of a change. */
export function outcomeOf(change: Change, sent: MockRequest, asked: Asked): Outcome {
  const [before, after] = [asked.base[1], asked.revision[1]];
  const failed = [before, after].find(({ hasFailed }) => hasFailed);
  if (failed)
    return {
      played: { unplayed: `${failed === before ? "the base's" : "the revision's"} mock cannot answer: ${failed.line}` },
    };
  const untold = untoldBy(change, before, after);
  if (untold !== undefined)
    return { played: readDifferently(change, sent, asked) ?? { unplayed: untold }, next: "nothing" };
  const about = lineAbout(change, after, asked.revision[0]);
  if (about === undefined && !before.isRefused)
    return { played: { unplayed: `the revision refuses it for another change: ${after.line}` }, next: "completed" };
  const unseen = unseenIn(change, before, after);
  if (unseen !== undefined) return { played: { unplayed: unseen } };
  const confirmed = isShown(change, before, after);
  if (confirmed && isIgnored(change, after)) {
    const reading = change.witness?.value === undefined ? undefined : readDifferently(change, sent, asked);
    const told = after.isUnknown ? after.line : `${after.line}, ignoring ${change.path}`;
    return { played: reading ?? { base: before.line, revision: told, confirmed } };
  }
  const isAnswered = before.status === after.status && [before, after].every(isAsAsked);
  const [there, then] = isAnswered ? [presenceText(change, before), presenceText(change, after)] : ["", ""];
  return { played: { base: before.line + there, revision: (about ?? after.line) + then, confirmed } };
}

/** Whether an answer is what was asked for, be that a refusal. */
function isAsAsked({ violations, isUnknown }: Answer): boolean {
  return violations.length === 0 && !isUnknown;
}

function isIgnored({ direction, witness }: Change, after: Answer): boolean {
  return direction === "request" && witness?.shows === "gone" && !after.isRefused;
}

/** Why the answers to a request do not show what is gone of them, where that is so. */
function unseenIn(change: Change, before: Answer, after: Answer): string | undefined {
  if (isPartOfAnswer(change) && !before.isUnknown && !after.isUnknown) {
    if (!isPresent(change, before)) return "the base's mock does not answer with it";
    // An object may have what is not listed.
    if (isPresent(change, after)) return "the revision's examples still have it";
  }
  return isAnyStatus(change, before, after)
    ? `asked for it, the revision answers ${after.status} as well: a range or its default speaks of it`
    : undefined;
}

/** Whether a change is about a header or a member of an answer, which is there and then gone. */
function isPartOfAnswer({ direction, witness, path }: Change): boolean {
  return direction === "response" && witness?.shows === "gone" && /^(?:body|header)[.[]/.test(path);
}

/** Why answers of mocks tell nothing, where that is so. */
function untoldBy({ rule, path, direction, witness }: Change, before: Answer, after: Answer): string | undefined {
  if (rule === "empty-value-refused" && before.isRefused)
    return "a mock goes by the schema, and takes no parameter without a value";
  if (before.isRefused || after.isRefused) return undefined;
  if (ofServers.has(rule) && before.isUnknown)
    return "a mock is at the servers of its document, and where their variables have other values it is not";
  if (isInPartHeader(path)) return "a mock does not look at the headers of a part";
  const { method = "", headers = {} } = witness?.request ?? {};
  if (rule === "operation-removed" && ["HEAD", "OPTIONS"].includes(method) && !after.isUnknown)
    return `a mock answers ${method} wherever it answers another method`;
  if (
    direction === "request" &&
    path.startsWith("body") &&
    witness?.shows === "refused" &&
    !isRead(headers["content-type"])
  )
    return `a mock does not look into a body of the type ${headers["content-type"]}`;
  if (rule === "security-narrowed")
    return "a mock looks at where a token stands, and not at who issued it or what it is allowed to do";
  return seenInRefusals.has(rule) && !after.isUnknown
    ? "a mock's answer does not tell how it reads the value"
    : undefined;
}

/** Whether a mock holds bodies of a type against what their schema says. */
function isRead(type = "text/plain"): boolean {
  return isJson(type) || /^(text\/|multipart\/form-data$|application\/x-www-form-urlencoded$)/.test(type);
}

/** Whether the answers are what the witness was to show. */
function isShown(change: Change, before: Answer, after: Answer): boolean {
  const { witness, direction } = change;
  if (witness?.shows === "refused") return !before.isRefused && after.isRefused;
  if (before.isUnknown) return false;
  if (after.isUnknown || (after.isRefused && !before.isRefused)) return true;
  if (direction !== "response") return direction === "request" && !before.isRefused;
  if (change.path === "") return isStatus(witness?.value, before) && before.status !== after.status;
  if (change.path === "body") return typeOf(before) !== typeOf(after);
  return isPresent(change, before) && !isPresent(change, after);
}

/** Whether both sides answer with the status that is told of as gone, as they were asked to. */
function isAnyStatus({ direction, path, witness }: Change, before: Answer, after: Answer): boolean {
  const isGone = direction === "response" && path === "" && witness?.shows === "gone";
  return isGone && before.status === after.status && isStatus(witness.value, before);
}

/** Whether an answer has the status that is told of; any, where none is. */
function isStatus(told: Json | undefined, { status }: Answer): boolean {
  return typeof told !== "string" || !/^\d{3}$/.test(told) || told === String(status);
}
