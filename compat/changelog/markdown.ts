import type { Verdict } from "../change.ts";
import { plain } from "../wording.ts";
import type { Entry } from "./entry.ts";

const heading = "# Changelog\n\nChanges of the API contracts, newest first.\n";

const groups: Readonly<Record<Verdict, string>> = {
  breaking: "### Breaking",
  dangerous: "### Dangerous",
  "non-breaking": "### Other",
};

/** More operations than a reader wants to see; all are in the record. */
const MOST = 5;

/**
 * Writes entries into a changelog: under a heading per day, in groups by verdict. What the existing
 * text holds stays as it is, edits by hand included.
 */
export function renderChangelog(entries: readonly Entry[], existing: string = heading): string {
  const lines = existing.trimEnd().split(/\r?\n/);
  for (const [date, published] of Map.groupBy(entries, (entry) => entry.date)) insertDay(lines, date, published);
  return `${lines.join("\n")}\n`;
}

/** The ids of the entries that a changelog holds, each with its day. */
export function idsIn(markdown: string): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  let date = "";
  for (const line of markdown.split(/\r?\n/)) {
    date = dayOf(line) ?? date;
    const id = /^- .*<!-- change ([0-9a-f]{12}) -->$/.exec(line)?.[1];
    if (id !== undefined) ids.set(id, date);
  }
  return ids;
}

function insertDay(lines: string[], date: string, entries: readonly Entry[]): void {
  const at = lines.findIndex((line) => (dayOf(line) ?? "9999") <= date);
  if (at < 0) lines.push("", `## ${date}`);
  else if (dayOf(lines[at] as string) !== date) lines.splice(at, 0, `## ${date}`, "");
  for (const verdict of Object.keys(groups) as Verdict[]) {
    const group = entries.filter((entry) => entry.verdict === verdict);
    if (group.length > 0) insertGroup(lines, date, verdict, group.flatMap(linesOf));
  }
}

function insertGroup(lines: string[], date: string, verdict: Verdict, added: readonly string[]): void {
  const start = lines.findIndex((line) => dayOf(line) === date);
  const next = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  const end = next < 0 ? lines.length : next;
  const find = (wanted: readonly string[]): number =>
    lines.findIndex((line, index) => index > start && index < end && wanted.includes(line));
  const own = find([groups[verdict]]);
  if (own >= 0) {
    const first = lines[own + 1] === "" ? own + 2 : own + 1;
    lines.splice(first, 0, ...added);
    return;
  }
  const titles = Object.values(groups);
  const later = find(titles.slice(titles.indexOf(groups[verdict]) + 1));
  const block = [groups[verdict], "", ...added];
  if (later >= 0) lines.splice(later, 0, ...block, "");
  else if (next < 0) lines.push("", ...block);
  else lines.splice(end, 0, ...block, "");
}

function linesOf({ id, api, operation, operations, path, message, why, section, rule, basis }: Entry): string[] {
  const where = path === "" ? "" : ` ${code(path)}`;
  const others = operations.filter((name) => name !== operation);
  const named = others.slice(0, MOST).map(code).join(", ");
  const more = others.length > MOST ? ` and ${others.length - MOST} more` : "";
  return [
    `- **${escaped(api)}** ${code(operation)}${where}: ${escaped(message)} <!-- change ${id} -->`,
    `  - ${escaped(why)} (§${escaped(section)}, ${code(rule)}${basis === "assumed" ? ", an assumed part" : ""})`,
    ...(others.length > 0 ? [`  - Also: ${named}${more}`] : []),
  ];
}

function dayOf(line: string): string | undefined {
  return /^## (\d{4}-\d\d-\d\d)\b/.exec(line)?.[1];
}

/** Text from a document as Markdown that shows it and does nothing else. */
function escaped(text: string): string {
  return plain(text).replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`);
}

function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'").replaceAll("|", "¦")}\``;
}
