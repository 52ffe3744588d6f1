import { type Json, type JsonObject, ToolError, isObject, parseBounded } from "../../contracts/index.ts";
import { type Change, verdicts } from "../model/change.ts";
import { type CompatProfile, clauseTexts, clausesIn } from "../profile/compat-profile.ts";
import { adviceFor } from "./advice.ts";
import type { Entry } from "./entry.ts";
import { entryIn } from "./fields.ts";
import { kindOf } from "./kinds.ts";
import { operationsOf } from "./made.ts";

/**
 * The entries of a changelog.json, which held them before they had files of their own.
 * @throws ToolError "unreadable-changelog" for anything else: going on would publish every entry again.
 */
export function entriesInRecord(text: string, file: string): Entry[] {
  const record = parse(text, file);
  const entries = isObject(record) && record["version"] === 1 ? record["entries"] : undefined;
  if (!Array.isArray(entries)) throw unreadable(file, "it is not a record of published entries");
  return entries.map((value, index) => {
    const read = isRecorded(value) ? entryIn(entryOf(value)) : undefined;
    if (read && "entry" in read) return read.entry;
    throw unreadable(file, `its entry ${index + 1} is not one: ${read?.mistake.reason ?? "fields are missing"}`);
  });
}

type Recorded = Omit<Change, "base" | "revision"> & { readonly date: string };

const texts = ["id", "date", "rule", "kind", "verdict", "section", "api", "operation", "path", "message", "why"];

function isRecorded(value: Json): value is JsonObject & Recorded {
  return (
    isObject(value) &&
    texts.every((name) => typeof value[name] === "string") &&
    verdicts.some((verdict) => verdict === value["verdict"]) &&
    Array.isArray(value["operations"])
  );
}

function entryOf(recorded: Recorded): JsonObject {
  const { id, date, api, verdict, section, basis, rule, direction, path, message, why } = recorded;
  const kind = kindOf(recorded);
  return {
    id,
    date,
    ...(verdict === "breaking" && { effective: date }),
    api,
    kind,
    compatibility: verdict,
    ...(section !== undefined && { section }),
    ...(basis === "assumed" && { basis }),
    rule,
    ...(direction !== undefined && { direction }),
    operations: operationsOf(recorded),
    path,
    message,
    impact: why,
    action: adviceFor(recorded, { kind }),
  };
}

/** What a CHANGELOG.md without marks, written by hand or before there were marks, says of an entry. */
export interface Told {
  readonly date: string;
  readonly message: string;
  readonly impact?: string;
}

/** By id, what such a text tells of the entries in it: somebody may have edited it. */
export function toldIn(markdown: string, profile: CompatProfile): ReadonlyMap<string, Told> {
  const clauses = [...new Set(clausesIn(profile).flatMap((clause) => clauseTexts(profile, clause)))];
  const told = new Map<string, Told>();
  let date = "";
  const lines = markdown.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    date = /^## (\d{4}-\d\d-\d\d)\b/.exec(line)?.[1] ?? date;
    const [, text = "", id] = item.exec(line) ?? [];
    if (id === undefined || date === "") continue;
    const impact = /^ {2}- (?!Also: )(.*)$/.exec(lines[index + 1] ?? "")?.[1];
    told.set(id, {
      date,
      message: unescaped(text.replace(/^\*\*.*?(?<!\\)\*\*(?: `[^`]*`)*: /, "")),
      ...(impact !== undefined && { impact: unescaped(withoutReference(impact, clauses)) }),
    });
  }
  return told;
}

/** A reason without the brackets at its end that begin with a clause. */
function withoutReference(text: string, clauses: readonly string[]): string {
  const starts = clauses.map((clause) => text.indexOf(` (${clause}`)).filter((start) => start >= 0);
  return starts.length === 0 ? text : text.slice(0, Math.min(...starts));
}

/** The same text without those entries that have files now, and without headings that nothing is left of. */
export function withoutEntries(markdown: string, ids: ReadonlySet<string>): string {
  const kept: string[] = [];
  let isIn = false;
  for (const line of markdown.split(/\r?\n/)) {
    const id = item.exec(line)?.[2];
    isIn = id === undefined ? isIn && line.startsWith("  ") : ids.has(id);
    if (!isIn) kept.push(line);
  }
  const isEmpty = (index: number, heads: RegExp): boolean => {
    const next = kept.findIndex((line, at) => at > index && line.trim() !== "");
    return next < 0 || heads.test(kept[next] as string);
  };
  for (let index = kept.length - 1; index >= 0; index--) {
    const line = kept[index] as string;
    const isGroup = /^### (Breaking|Dangerous|Other)$/.test(line) && isEmpty(index, /^##/);
    const isDay = /^## \d{4}-\d\d-\d\d$/.test(line) && isEmpty(index, /^## /);
    if (isGroup || isDay) kept.splice(index, 1);
  }
  return `${kept
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

const item = /^- (.*) <!-- change ([0-9a-f]{12}) -->$/;

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\`*_[\]<>&|~])/g, "$1");
}

function parse(text: string, file: string): Json {
  try {
    return parseBounded(text);
  } catch (error) {
    throw unreadable(file, error instanceof Error ? error.message : String(error));
  }
}

function unreadable(file: string, reason: string): ToolError {
  return new ToolError("unreadable-changelog", `Cannot read "${file}": ${reason}`, {
    at: { file },
    hint: "Restore it from version control: it says which entries were published",
  });
}
