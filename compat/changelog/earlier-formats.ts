import { type Json, type JsonObject, ToolError, isObject, parseBounded } from "../../contracts/index.ts";
import { type Change, verdicts } from "../model/change.ts";
import { type CompatProfile, clauseTexts, clausesIn } from "../profile/compat-profile.ts";
import { adviceFor } from "./advice.ts";
import type { Entry } from "./entry.ts";
import { parseEntry } from "./entry-fields.ts";
import { entryKindOf } from "./entry-kind.ts";
import { affectedOperations } from "./report-entries.ts";

/**
 * Reads the entries of a changelog.json, the format before each entry had a file.
 * @throws ToolError "unreadable-changelog" for invalid content, because every entry would be published again.
 */
export function entriesInRecord(text: string, file: string): Entry[] {
  const record = parseRecord(text, file);
  const entries = isObject(record) && record["version"] === 1 ? record["entries"] : undefined;
  if (!Array.isArray(entries)) throw unreadableError(file, "it is not a list of published entries");
  return entries.map((value, index) => {
    const read = isRecordedChange(value) ? parseEntry(recordedFields(value)) : undefined;
    if (read && "entry" in read) return read.entry;
    throw unreadableError(file, `entry ${index + 1} is invalid: ${read?.mistake.reason ?? "fields are missing"}`);
  });
}

type RecordedChange = Omit<Change, "base" | "revision"> & { readonly date: string };

const textMembers = ["id", "date", "rule", "kind", "verdict", "section", "api", "operation", "path", "message", "why"];

function isRecordedChange(value: Json): value is JsonObject & RecordedChange {
  return (
    isObject(value) &&
    textMembers.every((name) => typeof value[name] === "string") &&
    verdicts.some((verdict) => verdict === value["verdict"]) &&
    Array.isArray(value["operations"])
  );
}

function recordedFields(recorded: RecordedChange): JsonObject {
  const { id, date, api, verdict, section, basis, rule, direction, path, message, why } = recorded;
  const kind = entryKindOf(recorded);
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
    operations: affectedOperations(recorded),
    path,
    message,
    impact: why,
    action: adviceFor(recorded, { kind }),
  };
}

/** An entry in a CHANGELOG.md without markers, which was written by hand or by an earlier version. */
export interface MarkdownEntry {
  readonly date: string;
  readonly message: string;
  readonly impact?: string;
}

/** Entries of a CHANGELOG.md without markers, by id. Their text includes edits by hand. */
export function entriesInMarkdown(markdown: string, profile: CompatProfile): ReadonlyMap<string, MarkdownEntry> {
  const clauses = [...new Set(clausesIn(profile).flatMap((clause) => clauseTexts(profile, clause)))];
  const found = new Map<string, MarkdownEntry>();
  let date = "";
  const lines = markdown.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    date = /^## (\d{4}-\d\d-\d\d)\b/.exec(line)?.[1] ?? date;
    const [, text = "", id] = itemLine.exec(line) ?? [];
    if (id === undefined || date === "") continue;
    const impact = /^ {2}- (?!Also: )(.*)$/.exec(lines[index + 1] ?? "")?.[1];
    found.set(id, {
      date,
      message: unescapeMarkdown(text.replace(/^\*\*.*?(?<!\\)\*\*(?: `[^`]*`)*: /, "")),
      ...(impact !== undefined && { impact: unescapeMarkdown(withoutReference(impact, clauses)) }),
    });
  }
  return found;
}

/** Removes the reference to a clause, in brackets, from the end of a reason. */
function withoutReference(text: string, clauses: readonly string[]): string {
  const starts = clauses.map((clause) => text.indexOf(` (${clause}`)).filter((start) => start >= 0);
  return starts.length === 0 ? text : text.slice(0, Math.min(...starts));
}

/** Removes entries with these ids from a CHANGELOG.md, and headings without remaining entries. */
export function withoutEntries(markdown: string, ids: ReadonlySet<string>): string {
  const kept: string[] = [];
  let isRemoved = false;
  for (const line of markdown.split(/\r?\n/)) {
    const id = itemLine.exec(line)?.[2];
    isRemoved = id === undefined ? isRemoved && line.startsWith("  ") : ids.has(id);
    if (!isRemoved) kept.push(line);
  }
  const isEmpty = (index: number, heads: RegExp): boolean => {
    const next = kept.findIndex((line, position) => position > index && line.trim() !== "");
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

const itemLine = /^- (.*) <!-- change ([0-9a-f]{12}) -->$/;

function unescapeMarkdown(text: string): string {
  return text.replaceAll(/\\([\\`*_[\]<>&|~])/g, "$1");
}

function parseRecord(text: string, file: string): Json {
  try {
    return parseBounded(text);
  } catch (error) {
    throw unreadableError(file, error instanceof Error ? error.message : String(error));
  }
}

function unreadableError(file: string, reason: string): ToolError {
  return new ToolError("unreadable-changelog", `Cannot read "${file}": ${reason}`, {
    at: { file },
    hint: "Restore it from version control: it lists the published entries",
  });
}
