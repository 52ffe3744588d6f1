import { createHash } from "node:crypto";
import { type Json, isDate, isObject, isRawNumber } from "../../contracts/index.ts";
import { maskForms } from "../../contracts/secrets/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { maskedChange, maskedPart } from "../changes/masked.ts";
import { type CompatProfile, principleText } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { writeAdvice } from "./advice.ts";
import type { Entry } from "./entry.ts";
import { chooseEntryKind } from "./entry-kind.ts";
import { createSlug } from "./slug.ts";

/** Date and version with which changes are published. */
export interface Publication {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly version?: string;
  /** Names of feeds, by the names of APIs. */
  readonly keys?: ReadonlyMap<string, string>;
}

/** Creates the entries for a report, in its order. */
export function reportEntries(report: CompatReport, publication: Publication): Entry[] {
  const { changes, faults, notes = [], profile = defaultProfile } = report;
  const unread = [...faults, ...notes].filter(({ api, verdict }) => api !== undefined && verdict === "dangerous");
  return [
    ...changes.map((change) => changeEntry(maskedChange(change), publication, profile)),
    ...unread.map((part) => notComparedEntry(maskedPart(part), publication)),
  ];
}

const notComparedImpact = "A part of the contract could not be compared with its earlier version.";

/** Checks for entries about parts that were not compared. */
export function isNotCompared({ impact }: Entry): boolean {
  return impact === notComparedImpact;
}

/** Entry for a part that was not compared. Without it, readers would assume that nothing changed there. */
function notComparedEntry({ code, api = "", message }: Fault | Note, { date, version, keys }: Publication): Entry {
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
    ...(createSlug(feed) !== createSlug(api) && { feed }),
    kind: "changed",
    compatibility: "dangerous",
    rule: code,
    direction: "operation",
    operations: [],
    path: "",
    message,
    impact: notComparedImpact,
    action: "Ask the provider what changed there.",
    links: [],
    covers: [],
    hidden: false,
  };
}

function changeEntry(change: Change, { date, version, keys }: Publication, profile: CompatProfile): Entry {
  const { id, api, verdict, section, basis, rule, direction, path, message, why } = change;
  const kind = chooseEntryKind(change);
  const isRemoval = change.kind === "removed";
  const deprecation =
    kind === "deprecated"
      ? deprecationFacts(change.after)
      : isRemoval
        ? withPastSunset(deprecationFacts(change.before), date)
        : {};
  const feed = keys?.get(api) ?? api;
  const effective = kind === "deprecated" ? deprecation.sunset : verdict === "breaking" ? date : undefined;
  const notes = [isRemoval ? undefined : deprecation.reason, change.note, timingNote(change, profile)].filter(
    (text) => text !== undefined,
  );
  return {
    id,
    date,
    ...(effective !== undefined && { effective }),
    ...(version !== undefined && { version }),
    api,
    ...(createSlug(feed) !== createSlug(api) && { feed }),
    kind,
    compatibility: verdict,
    ...(section !== undefined && { section }),
    ...(basis === "assumed" && { basis }),
    rule,
    direction,
    operations: affectedOperations(change),
    path,
    message,
    ...changedValues(kind === "deprecated" ? movedSunset(change) : change),
    impact: why,
    action: maskForms(writeAdvice(change, { kind, ...deprecation })),
    ...(deprecation.replacement !== undefined && { replacement: deprecation.replacement }),
    ...(deprecation.sunset !== undefined && { sunset: deprecation.sunset }),
    ...(notes.length > 0 && { note: maskForms(notes.join(" ")) }),
    links: [],
    covers: [],
    hidden: false,
  };
}

/** Operations that a change affects, the closest to its cause first. */
function affectedOperations({ operation, operations }: Pick<Change, "operation" | "operations">): readonly string[] {
  if (operation === "") return operations;
  return [operation, ...operations.filter((name) => name !== operation)];
}

interface DeprecationFacts {
  readonly sunset?: string;
  readonly reason?: string;
  readonly replacement?: string;
}

/** Reads a deprecation such as `{ date, reason, replacement, sunset }`. */
function deprecationFacts(after: Json | undefined): DeprecationFacts {
  if (!isObject(after)) return {};
  const { sunset, reason, replacement } = after;
  return {
    ...(isDate(sunset) && { sunset }),
    ...(typeof reason === "string" && { reason: withPeriod(reason) }),
    ...(typeof replacement === "string" && { replacement }),
  };
}

/** Drops a sunset that lies after the removal. */
function withPastSunset({ sunset, ...life }: DeprecationFacts, date: string): DeprecationFacts {
  if (sunset === undefined || sunset > date) return life;
  return { ...life, sunset };
}

/** Note on the reason why a breaking change is allowed. It does not name the person who waived it. */
function timingNote({ allowed, waived }: Change, profile: CompatProfile): string | undefined {
  if (allowed) return withPeriod(allowed.reason) + principleText(profile, allowed.period);
  const exception = profile.notice ? "The notice was shortened" : "The change was waived";
  return waived && `${exception} for reasons of ${waived.reason}.${principleText(profile, "notice")}`;
}

function withPeriod(text: string): string {
  if (/[.!?]$/.test(text.trim())) return text.trim();
  return `${text.trim()}.`;
}

/** Old and new sunset, if it was moved. */
function movedSunset({ before, after }: Change): Pick<Entry, "before" | "after"> {
  const [earlier, later] = [deprecationFacts(before).sunset, deprecationFacts(after).sunset];
  if (earlier === undefined || later === undefined || earlier === later) return {};
  return { before: earlier, after: later };
}

function changedValues({ before, after }: Pick<Change, "before" | "after">): Pick<Entry, "before" | "after"> {
  return {
    ...(before !== undefined && { before: withTextNumbers(before) }),
    ...(after !== undefined && { after: withTextNumbers(after) }),
  };
}

/** Writes numbers that are not representable as doubles as text, because the file is parsed again. */
function withTextNumbers(value: Json): Json {
  if (isRawNumber(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(withTextNumbers);
  return value;
}
