import { createHash } from "node:crypto";
import { type Entry, headingOperation, newestFirst } from "./entry.ts";
import { feedDescription } from "./feed.ts";
import { type EntryGroup, chooseEntryGroup, entryGroups, dayHeading } from "./entry-groups.ts";
import { printableText } from "../model/wording.ts";
import { type CompatProfile, clauseLink, clauseTexts } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { changeText } from "./change-text.ts";

const heading = `# Changelog\n\n${feedDescription}.\n`;

const beginNote = "made of the files in entries/: edit those. What stands above and below is kept";
const beginMarker = `<!-- changelog: ${beginNote} -->`;
const [beginLine, endLine] = [/^<!-- changelog: .*-->$/m, /^<!-- changelog ends ([0-9a-f]{12}) -->$/m];

/** Most operations that an item lists; the entry's file has all of them. */
const MAX_LISTED = 5;

/** Text of a CHANGELOG.md. `hadEdits` is true if edits between the markers were overwritten. */
export interface RenderedChangelog {
  readonly text: string;
  readonly hadEdits: boolean;
}

/**
 * Writes entries between the two markers of a CHANGELOG.md, under a heading per day and version, in groups. Text outside
 * the markers is kept. Without markers, the entries are appended.
 */
export function renderChangelog(
  entries: readonly Entry[],
  existing: string = heading,
  profile: CompatProfile = defaultProfile,
): RenderedChangelog {
  const body = entriesText(entries, profile);
  const block = `${beginMarker}\n\n${body}<!-- changelog ends ${digestBody(body)} -->`;
  const text = existing.replaceAll("\r\n", "\n");
  const [first, last] = [beginLine.exec(text), endLine.exec(text)];
  if (!first || !last || last.index < first.index) {
    return { text: `${text.trimEnd()}\n\n${block}\n`, hadEdits: false };
  }
  const current = text.slice(first.index + first[0].length, last.index).replace(/^\n{1,2}/, "");
  return {
    text: text.slice(0, first.index) + block + text.slice(last.index + last[0].length),
    hadEdits: digestBody(current) !== last[1],
  };
}

function entriesText(entries: readonly Entry[], profile: CompatProfile): string {
  const days = Map.groupBy(newestFirst(entries), ({ date, version }) => dayHeading(date, version));
  return [...days].map(([day, published]) => `## ${escapeMarkdown(day)}\n\n${dayText(published, profile)}`).join("");
}

function dayText(entries: readonly Entry[], profile: CompatProfile): string {
  const grouped = Map.groupBy(entries, chooseEntryGroup);
  return (Object.keys(entryGroups) as EntryGroup[])
    .filter((group) => grouped.has(group))
    .map(
      (group) =>
        `### ${entryGroups[group]}\n\n${(grouped.get(group) ?? []).map((entry) => entryItem(entry, profile)).join("\n")}\n\n`,
    )
    .join("");
}

function entryItem(entry: Entry, profile: CompatProfile): string {
  const { id, api, operations, path, message, links } = entry;
  const side = path !== "" && isRequestOrResponse(entry.direction) ? ` ${entry.direction}` : "";
  const operation = headingOperation(entry);
  const others = operation === undefined ? operations : operations.slice(1);
  const named = others.slice(0, MAX_LISTED).map(formatEntryCode).join(", ");
  const more = others.length > MAX_LISTED ? ` and ${others.length - MAX_LISTED} more` : "";
  const values = changeText(entry);
  const reason = reasonText(entry, profile);
  // Messages such as "Operation … was removed" already contain the name.
  const isNamed = path === "" && operation !== undefined && message.includes(`"${operation}"`);
  const where = (isNamed ? [] : [operation, path])
    .filter((part) => part !== undefined && part !== "")
    .map((part, index) => `${index === 0 ? "" : side} ${formatEntryCode(part ?? "")}`);
  return [
    `- **${escapeMarkdown(api)}**${where.join("")}: ${escapeMarkdown(message)} <!-- change ${id} -->`,
    ...(values === undefined ? [] : [`  - ${formatEntryCode(values.before)} → ${formatEntryCode(values.after)}`]),
    ...(reason === "" ? [] : [`  - ${reason}`]),
    ...entryFacts(entry).map((fact) => `  - ${fact}`),
    ...(others.length > 0 ? [`  - ${operation === undefined ? "Operations" : "Also"}: ${named}${more}`] : []),
    ...links.map((link) => `  - <${new URL(link).href}>`),
  ].join("\n");
}

/** Checks for directions that must be shown, because a path can exist in both the request and the response. */
function isRequestOrResponse(direction: Entry["direction"]): boolean {
  return direction === "request" || direction === "response";
}

/** Impact of an entry, with clause and rule in brackets. */
function reasonText({ impact, section, rule, basis }: Entry, profile: CompatProfile): string {
  const by = [
    ...clauseTexts(profile, section).map((text) => linked(escapeMarkdown(text), clauseLink(profile, section))),
    ...(rule === undefined ? [] : [formatEntryCode(rule)]),
    ...(basis === "assumed" ? ["an assumed part"] : []),
  ];
  return [impact === undefined ? "" : escapeMarkdown(impact), by.length === 0 ? "" : `(${by.join(", ")})`]
    .join(" ")
    .trim();
}

function linked(text: string, url: string | undefined): string {
  if (url === undefined || !URL.canParse(url)) return text;
  return `[${text}](<${new URL(url).href}>)`;
}

function entryFacts({ date, effective, sunset, action, replacement, note: noteText }: Entry): string[] {
  return [
    ...(action === undefined ? [] : [`What to do: ${escapeMarkdown(action)}`]),
    ...(sunset === undefined ? [] : [`Sunset: ${sunset}`]),
    ...(effective === undefined || effective === date || effective === sunset ? [] : [`Effective: ${effective}`]),
    ...(replacement === undefined ? [] : [`Replacement: ${formatEntryCode(replacement)}`]),
    ...(noteText === undefined ? [] : [escapeMarkdown(noteText)]),
  ];
}

function digestBody(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 12);
}

/** Escapes text from a document, so that it has no effect as Markdown. */
function escapeMarkdown(text: string): string {
  return printableText(text).replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`);
}

function formatEntryCode(text: string): string {
  return `\`${printableText(text).replaceAll("`", "'").replaceAll("|", "¦")}\``;
}
