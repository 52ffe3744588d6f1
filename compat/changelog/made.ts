import { createHash } from "node:crypto";
import { type Json, isDate, isObject, isRawNumber } from "../../contracts/index.ts";
import { maskForms } from "../../contracts/secrets/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { maskedChange, maskedPart } from "../changes/masked.ts";
import { type CompatProfile, principleText } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { adviceFor } from "./advice.ts";
import type { Entry } from "./entry.ts";
import { kindOf } from "./kinds.ts";
import { slugOf } from "./slug.ts";

/** When, and by which version, changes are published. */
export interface Publication {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly version?: string;
  /** What ids are made of, by the names of APIs: feeds go by it. */
  readonly keys?: ReadonlyMap<string, string>;
}

/** The entries that a report makes, in the report's order. */
export function entriesOf(report: CompatReport, publication: Publication): Entry[] {
  const { changes, faults, notes = [], profile = defaultProfile } = report;
  const unread = [...faults, ...notes].filter(({ api, verdict }) => api !== undefined && verdict === "dangerous");
  return [
    ...changes.map((change) => entryOf(maskedChange(change), publication, profile)),
    ...unread.map((part) => unreadEntryOf(maskedPart(part), publication)),
  ];
}

const notCompared = "A part of the contract could not be compared with its earlier version.";

/** Entries that only say that a part was not compared. */
export function isNotCompared({ impact }: Entry): boolean {
  return impact === notCompared;
}

/** The entry of a part that was not compared: a reader must not take its silence for a promise. */
function unreadEntryOf({ code, api = "", message }: Fault | Note, { date, version, keys }: Publication): Entry {
  const feed = keys?.get(api) ?? api;
  const id = createHash("sha256")
    .update(JSON.stringify([code, feed, message]))
    .digest("hex")
    .slice(0, 12);
  return {
    id,
    date,
    ...(version !== undefined && { version }),
    api,
    ...(slugOf(feed) !== slugOf(api) && { feed }),
    kind: "changed",
    compatibility: "dangerous",
    rule: code,
    direction: "operation",
    operations: [],
    path: "",
    message,
    impact: notCompared,
    action: "Ask what changed there.",
    links: [],
    covers: [],
    hidden: false,
  };
}

function entryOf(change: Change, { date, version, keys }: Publication, profile: CompatProfile): Entry {
  const { id, api, verdict, section, basis, rule, direction, path, message, why } = change;
  const kind = kindOf(change);
  const isRemoval = change.kind === "removed";
  const life = kind === "deprecated" ? lifeOf(change.after) : isRemoval ? goneBefore(lifeOf(change.before), date) : {};
  const feed = keys?.get(api) ?? api;
  const effective = kind === "deprecated" ? life.sunset : verdict === "breaking" ? date : undefined;
  const notes = [isRemoval ? undefined : life.reason, change.note, noticeOf(change, profile)].filter(
    (text) => text !== undefined,
  );
  return {
    id,
    date,
    ...(effective !== undefined && { effective }),
    ...(version !== undefined && { version }),
    api,
    ...(slugOf(feed) !== slugOf(api) && { feed }),
    kind,
    compatibility: verdict,
    ...(section !== undefined && { section }),
    ...(basis === "assumed" && { basis }),
    rule,
    direction,
    operations: operationsOf(change),
    path,
    message,
    ...valuesOf(kind === "deprecated" ? sunsetsOf(change) : change),
    impact: why,
    action: maskForms(adviceFor(change, { kind, ...life })),
    ...(life.replacement !== undefined && { replacement: life.replacement }),
    ...(life.sunset !== undefined && { sunset: life.sunset }),
    ...(notes.length > 0 && { note: maskForms(notes.join(" ")) }),
    links: [],
    covers: [],
    hidden: false,
  };
}

/** The operations that a change reaches, the one that is nearest to its cause first. */
export function operationsOf({ operation, operations }: Pick<Change, "operation" | "operations">): readonly string[] {
  return operation === "" ? operations : [operation, ...operations.filter((name) => name !== operation)];
}

interface Life {
  readonly sunset?: string;
  readonly reason?: string;
  readonly replacement?: string;
}

/** What a deprecation says of a part: `{ date, reason, replacement, sunset }`; of a sunset alone its day. */
function lifeOf(after: Json | undefined): Life {
  if (!isObject(after)) return {};
  const { sunset, reason, replacement } = after;
  return {
    ...(isDate(sunset) && { sunset }),
    ...(typeof reason === "string" && { reason: sentence(reason) }),
    ...(typeof replacement === "string" && { replacement }),
  };
}

/** What was to end later than it went ended then. */
function goneBefore({ sunset, ...life }: Life, date: string): Life {
  return sunset === undefined || sunset > date ? life : { ...life, sunset };
}

/** Why a breaking change may be made at this time; who waived it is nobody else's business. */
function noticeOf({ allowed, waived }: Change, profile: CompatProfile): string | undefined {
  if (allowed) return sentence(allowed.reason) + principleText(profile, allowed.period);
  const what = profile.notice ? "The notice was shortened" : "The change was waived";
  return waived && `${what} for reasons of ${waived.reason}.${principleText(profile, "notice")}`;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

/** When a part was to end and is to end, where that moved. */
function sunsetsOf({ before, after }: Change): Pick<Entry, "before" | "after"> {
  const [earlier, later] = [lifeOf(before).sunset, lifeOf(after).sunset];
  return earlier === undefined || later === undefined || earlier === later ? {} : { before: earlier, after: later };
}

function valuesOf({ before, after }: Pick<Change, "before" | "after">): Pick<Entry, "before" | "after"> {
  return {
    ...(before !== undefined && { before: withoutRaw(before) }),
    ...(after !== undefined && { after: withoutRaw(after) }),
  };
}

/** A file of an entry is read again, and has numbers that are no doubles as text. */
function withoutRaw(value: Json): Json {
  if (isRawNumber(value)) return JSON.stringify(value);
  return Array.isArray(value) ? value.map(withoutRaw) : value;
}
