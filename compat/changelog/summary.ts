import { type Entry, isActionRequired } from "./entry.ts";
import { escapedAttribute, escapedText } from "./markup.ts";
import { changeText } from "./values.ts";

/** More operations than a reader wants to see; all are in the entry's file. */
export const MOST_OPERATIONS = 20;

/** A category of an entry: what it says, and of what. */
export interface Category {
  readonly domain: "api" | "kind" | "compatibility" | "action";
  readonly name: string;
}

/** An entry's categories. */
export function categoriesOf(entry: Entry): Category[] {
  return [
    { domain: "api", name: entry.api },
    { domain: "kind", name: entry.kind },
    { domain: "compatibility", name: entry.compatibility },
    ...(isActionRequired(entry) ? [{ domain: "action", name: "action required" } as const] : []),
  ];
}

/** An entry's title in a feed, as text. */
export function titleOf({ compatibility, kind, api, operations: [operation], message }: Entry): string {
  const label = compatibility !== "breaking" && kind === "deprecated" ? kind : compatibility;
  return `${label}: ${message} (${operation === undefined ? api : `${api}, ${operation}`})`;
}

/** An entry in HTML: what changed, why it matters, what to do. */
export function summaryOf(entry: Entry): string {
  return `<p>${escapedText(entry.message)}</p>${detailsOf(entry)}`;
}

/** The same without what it says first. */
export function detailsOf(entry: Entry): string {
  const { path, direction, operations, impact, action, sunset, effective, date, replacement, note, links } = entry;
  const values = changeText(entry);
  const terms: readonly (readonly [string, string | undefined])[] = [
    [
      "Where",
      path === "" ? undefined : `${direction === undefined ? "" : `${direction} `}<code>${escapedText(path)}</code>`,
    ],
    ["Change", values && `<code>${escapedText(values.before)}</code> → <code>${escapedText(values.after)}</code>`],
    ["Why it matters", joined(impact, reference(entry))],
    ["What to do", action && escapedText(action)],
    ["Sunset", sunset],
    ["Effective", effective === date || effective === sunset ? undefined : effective],
    ["Replacement", replacement && `<code>${escapedText(replacement)}</code>`],
    ["Note", note && escapedText(note)],
    ["Operations", operations.length < 2 ? undefined : operationsOf(operations)],
    ["Links", links.length === 0 ? undefined : links.map(linkOf).join(", ")],
  ];
  const shown = terms.filter(([, text]) => text !== undefined);
  return `<dl>${shown.map(([term, text]) => `<dt>${term}</dt><dd>${text}</dd>`).join("")}</dl>`;
}

/** The clause and the rule by which an entry is judged: "(§9.5, operation-removed)". */
function reference({ section, rule, basis }: Entry): string | undefined {
  const parts = [section && `§${section}`, rule, basis && "an assumed part"].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : `(${parts.join(", ")})`;
}

function joined(...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : escapedText(said.join(" "));
}

function operationsOf(operations: readonly string[]): string {
  const named = operations.slice(0, MOST_OPERATIONS).map((name) => `<code>${escapedText(name)}</code>`);
  return [
    ...named,
    ...(operations.length > MOST_OPERATIONS ? [`and ${operations.length - MOST_OPERATIONS} more`] : []),
  ].join(", ");
}

function linkOf(link: string): string {
  const { href } = new URL(link);
  return `<a href="${escapedAttribute(href)}">${escapedText(href)}</a>`;
}
