import { createHash } from "node:crypto";
import { type Entry, newestFirst } from "./entry.ts";
import { about } from "./feed.ts";
import { type Group, groupOf, groups, headingOf } from "./groups.ts";
import { plain } from "../model/wording.ts";
import { type CompatProfile, clauseTexts } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { changeText } from "./values.ts";

const heading = `# Changelog\n\n${about}.\n`;

const note = "made of the files in entries/: edit those. What stands above and below is kept";
const begin = `<!-- changelog: ${note} -->`;
const [beginning, ending] = [/^<!-- changelog: .*-->$/m, /^<!-- changelog ends ([0-9a-f]{12}) -->$/m];

/** More operations than a reader wants to see; all are in the entry's file. */
const MOST = 5;

/** The text of a CHANGELOG.md, and whether somebody had edited what it is made of entries anew. */
export interface RenderedChangelog {
  readonly text: string;
  readonly hadEdits: boolean;
}

/**
 * Writes entries, none of them hidden, between the two marks of a changelog: under a heading per day and version, in
 * groups. What the existing text holds outside of the marks stays as it is; without marks they come at the end.
 */
export function renderChangelog(
  entries: readonly Entry[],
  existing: string = heading,
  profile: CompatProfile = defaultProfile,
): RenderedChangelog {
  const body = bodyOf(entries, profile);
  const block = `${begin}\n\n${body}<!-- changelog ends ${digest(body)} -->`;
  const text = existing.replaceAll("\r\n", "\n");
  const [first, last] = [beginning.exec(text), ending.exec(text)];
  if (!first || !last || last.index < first.index) {
    return { text: `${text.trimEnd()}\n\n${block}\n`, hadEdits: false };
  }
  const held = text.slice(first.index + first[0].length, last.index).replace(/^\n{1,2}/, "");
  return {
    text: text.slice(0, first.index) + block + text.slice(last.index + last[0].length),
    hadEdits: digest(held) !== last[1],
  };
}

/** Whether a text has the marks between which entries stand. */
export function hasMarks(markdown: string): boolean {
  return beginning.test(markdown) && ending.test(markdown);
}

function bodyOf(entries: readonly Entry[], profile: CompatProfile): string {
  const days = Map.groupBy(newestFirst(entries), ({ date, version }) => headingOf(date, version));
  return [...days].map(([day, published]) => `## ${escaped(day)}\n\n${dayOf(published, profile)}`).join("");
}

function dayOf(entries: readonly Entry[], profile: CompatProfile): string {
  const grouped = Map.groupBy(entries, groupOf);
  return (Object.keys(groups) as Group[])
    .filter((group) => grouped.has(group))
    .map(
      (group) =>
        `### ${groups[group]}\n\n${(grouped.get(group) ?? []).map((entry) => itemOf(entry, profile)).join("\n")}\n\n`,
    )
    .join("");
}

function itemOf(entry: Entry, profile: CompatProfile): string {
  const { id, api, operations, path, message, links } = entry;
  const side = path !== "" && isSide(entry.direction) ? ` ${entry.direction}` : "";
  const [operation, ...others] = operations;
  const named = others.slice(0, MOST).map(code).join(", ");
  const more = others.length > MOST ? ` and ${others.length - MOST} more` : "";
  const values = changeText(entry);
  const reason = reasonOf(entry, profile);
  // "Operation … was removed" names it by itself.
  const isNamed = path === "" && operation !== undefined && message.includes(`"${operation}"`);
  const where = (isNamed ? [] : [operation, path])
    .filter((part) => part !== undefined && part !== "")
    .map((part, index) => `${index === 0 ? "" : side} ${code(part ?? "")}`);
  return [
    `- **${escaped(api)}**${where.join("")}: ${escaped(message)} <!-- change ${id} -->`,
    ...(values === undefined ? [] : [`  - ${code(values.before)} → ${code(values.after)}`]),
    ...(reason === "" ? [] : [`  - ${reason}`]),
    ...factsOf(entry).map((fact) => `  - ${fact}`),
    ...(others.length > 0 ? [`  - Also: ${named}${more}`] : []),
    ...links.map((link) => `  - <${new URL(link).href}>`),
  ].join("\n");
}

/** One place of an operation may be in what is sent and in what is answered. */
function isSide(direction: Entry["direction"]): boolean {
  return direction === "request" || direction === "response";
}

/** Why it matters, and by what that is known. */
function reasonOf({ impact, section, rule, basis }: Entry, profile: CompatProfile): string {
  const by = [
    ...clauseTexts(profile, section).map(escaped),
    ...(rule === undefined ? [] : [code(rule)]),
    ...(basis === "assumed" ? ["an assumed part"] : []),
  ];
  return [impact === undefined ? "" : escaped(impact), by.length === 0 ? "" : `(${by.join(", ")})`].join(" ").trim();
}

function factsOf({ date, effective, sunset, action, replacement, note: said }: Entry): string[] {
  return [
    ...(action === undefined ? [] : [`What to do: ${escaped(action)}`]),
    ...(sunset === undefined ? [] : [`Sunset: ${sunset}`]),
    ...(effective === undefined || effective === date || effective === sunset ? [] : [`Effective: ${effective}`]),
    ...(replacement === undefined ? [] : [`Replacement: ${code(replacement)}`]),
    ...(said === undefined ? [] : [escaped(said)]),
  ];
}

function digest(body: string): string {
  return createHash("sha256").update(body).digest("hex").slice(0, 12);
}

/** Text from a document as Markdown that shows it and does nothing else. */
function escaped(text: string): string {
  return plain(text).replaceAll(/[\\`*_[\]<>&|~]/g, String.raw`\$&`);
}

function code(text: string): string {
  return `\`${plain(text).replaceAll("`", "'").replaceAll("|", "¦")}\``;
}
