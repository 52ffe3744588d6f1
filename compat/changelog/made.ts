import { type Json, isDate, isObject } from "../../contracts/index.ts";
import { maskForms } from "../../contracts/secrets/index.ts";
import type { Change, CompatReport } from "../change.ts";
import { adviceFor } from "./advice.ts";
import type { Entry } from "./entry.ts";
import { kindOf } from "./kinds.ts";

/** When, and by which version, changes are published. */
export interface Publication {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly version?: string;
}

/** The entries that a report makes, in the report's order. */
export function entriesOf({ changes }: CompatReport, publication: Publication): Entry[] {
  return changes.map((change) => entryOf(change, publication));
}

function entryOf(change: Change, { date, version }: Publication): Entry {
  const { id, api, verdict, section, basis, rule, direction, operation, operations, path, message, why } = change;
  const kind = kindOf(change);
  const life = kind === "deprecated" ? lifeOf(change.after) : {};
  const effective = kind === "deprecated" ? life.sunset : verdict === "breaking" ? date : undefined;
  const notes = [life.reason, change.note, noticeOf(change)].filter((text) => text !== undefined);
  return {
    id,
    date,
    ...(effective !== undefined && { effective }),
    ...(version !== undefined && { version }),
    api,
    kind,
    compatibility: verdict,
    section,
    ...(basis === "assumed" && { basis }),
    rule,
    direction,
    operations: operation === "" ? operations : [operation, ...operations.filter((name) => name !== operation)],
    path,
    message: maskForms(message),
    ...valuesOf(kind === "deprecated" ? sunsetsOf(change) : change),
    impact: why,
    action: maskForms(adviceFor(change, { kind, ...life })),
    ...(life.replacement !== undefined && { replacement: maskForms(life.replacement) }),
    ...(life.sunset !== undefined && { sunset: life.sunset }),
    ...(notes.length > 0 && { note: maskForms(notes.join(" ")) }),
    links: [],
    covers: [],
    hidden: false,
  };
}

interface Life {
  readonly sunset?: string;
  readonly reason?: string;
  readonly replacement?: string;
}

/** What a deprecation says of a part: `{ date, reason, replacement, sunset }`; of a sunset alone its day. */
function lifeOf(after: Json | undefined): Life {
  if (isDate(after)) return { sunset: after };
  if (!isObject(after)) return {};
  const { sunset, reason, replacement } = after;
  return {
    ...(isDate(sunset) && { sunset }),
    ...(typeof reason === "string" && { reason: sentence(reason) }),
    ...(typeof replacement === "string" && { replacement }),
  };
}

/** Why a breaking change may be made at this time; who waived it is nobody else's business. */
function noticeOf({ allowed, waived }: Change): string | undefined {
  if (allowed) return `${sentence(allowed.reason)} (§${allowed.section})`;
  return waived && `The notice was shortened for reasons of ${waived.reason}. (§9.4)`;
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
    ...(before !== undefined && { before: masked(before) }),
    ...(after !== undefined && { after: masked(after) }),
  };
}

/** A document's own text may hold what looks like a credential: it is published nowhere. */
function masked(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (_, member: Json) =>
    typeof member === "string" ? maskForms(member) : member,
  ) as Json;
}
