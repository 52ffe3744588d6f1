import { type Markup, html } from "../../formats/index.ts";
import { printableText } from "../model/wording.ts";
import { type CompatProfile, clauseDetails, clauseTexts } from "../profile/compat-profile.ts";
import { type Entry, headingOperation, isActionRequired } from "./entry.ts";
import { changeText } from "./change-text.ts";

/** Most operations that a summary lists; the entry's file has all of them. */
export const MAX_OPERATIONS = 20;

/** A category of an entry in a feed. */
export interface Category {
  readonly domain: "api" | "kind" | "compatibility" | "action";
  readonly name: string;
}

export function listCategories(entry: Entry): Category[] {
  return [
    { domain: "api", name: entry.api },
    { domain: "kind", name: entry.kind },
    { domain: "compatibility", name: entry.compatibility },
    ...(isActionRequired(entry) ? [{ domain: "action", name: "action required" } as const] : []),
  ];
}

/** Title of an entry in a feed, as plain text. */
export function titleEntry(entry: Entry): string {
  const { compatibility, kind, api, path, direction, message } = entry;
  const operation = headingOperation(entry);
  const side = path === "" || (direction !== "request" && direction !== "response") ? "" : ` ${direction}`;
  const label = compatibility !== "breaking" && kind === "deprecated" ? kind : compatibility;
  return `${label}: ${message} (${operation === undefined ? api : `${api}, ${operation}${side}`})`;
}

/** HTML of an entry: message, reason and advice. */
export function renderSummary(entry: Entry, profile: CompatProfile): string {
  return html`<p>${printableText(entry.message)}</p>
    ${renderDetails(entry, profile)}`.markup;
}

/** HTML of an entry without its message. */
export function renderDetails(entry: Entry, profile: CompatProfile): Markup {
  const { path, direction, operations, impact, action, sunset, effective, date, replacement, note, links, section } =
    entry;
  const values = changeText(entry);
  const hasOneHeading = operations.length === (headingOperation(entry) === undefined ? 0 : 1);
  const terms: readonly (readonly [term: string, definition: string | Markup | undefined])[] = [
    ["Where", path === "" ? undefined : html`${direction === undefined ? "" : `${direction} `}${renderCode(path)}`],
    ["Change", values && html`${renderCode(values.before)} → ${renderCode(values.after)}`],
    [
      "Why it matters",
      [impact, referenceText(entry, profile)].filter((part) => part !== undefined).join(" ") || undefined,
    ],
    ["Clause", section === undefined ? undefined : clauseDetails(profile, section)],
    ["What to do", action],
    ["Sunset", sunset],
    ["Effective", effective === date || effective === sunset ? undefined : effective],
    ["Replacement", replacement === undefined ? undefined : renderCode(replacement)],
    ["Note", note],
    ["Operations", hasOneHeading ? undefined : operationList(operations)],
    ["Links", links.length === 0 ? undefined : commaSeparated(links.map(renderLink))],
  ];
  const rows = terms.flatMap(([term, definition]) => {
    if (definition === undefined || definition === "") return [];
    return html`<dt>${term}</dt>
      <dd>${typeof definition === "string" ? printableText(definition) : definition}</dd>`;
  });
  return html`<dl>${rows}</dl>`;
}

/** Clause and rule of an entry in brackets: "(operation-removed)". */
function referenceText({ section, rule, basis }: Entry, profile: CompatProfile): string | undefined {
  const parts = [...clauseTexts(profile, section), rule, basis && "an assumed part"].filter(
    (part) => part !== undefined,
  );
  if (parts.length === 0) return undefined;
  return `(${parts.join(", ")})`;
}

function operationList(operations: readonly string[]): Markup {
  const more = operations.length - MAX_OPERATIONS;
  return commaSeparated([
    ...operations.slice(0, MAX_OPERATIONS).map(renderCode),
    ...(more > 0 ? [html`and ${more} more`] : []),
  ]);
}

function renderLink(link: string): Markup {
  const { href } = new URL(link);
  return html`<a href="${href}">${href}</a>`;
}

function renderCode(text: string): Markup {
  return html`<code>${printableText(text)}</code>`;
}

function commaSeparated(parts: readonly Markup[]): Markup {
  return { markup: parts.map(({ markup }) => markup).join(", ") };
}
