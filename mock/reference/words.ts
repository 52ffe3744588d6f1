import { type JsonObject, type RemovedOperation, lifecycleOf } from "../../contracts/index.ts";
import type { Ground } from "./ground.ts";

/** "stated §4.1": what a badge says. */
export function groundBadge({ basis, section }: Ground): string {
  return section === undefined ? basis : `${basis} §${section}`;
}

/** "Stated in §2.6." or "Assumed: <reason>." in Markdown, of the whole or of some part. */
export function groundSentence({ basis, section, reason }: Ground, part: string): string {
  const what = part === "" ? capital(basis) : `${part} ${basis}`;
  if (section !== undefined) return `${what} in §${escapeMarkdown(section)}.`;
  return reason === undefined ? `${what}.` : `${what}: ${sentence(reason)}`;
}

/** Which values of a stated enum are assumed. */
export function assumedValues(schema: JsonObject): string | undefined {
  const values = schema["x-assumed-values"];
  return Array.isArray(values) && values.length > 0 ? `Assumed values: ${values.map(code).join(", ")}.` : undefined;
}

/** Since when and why something is deprecated, and when it stops. */
export function lifecycleSentences(node: JsonObject): string[] {
  const { deprecation, sunset } = lifecycleOf(node, undefined);
  const { date, reason, replacement } = deprecation ?? {};
  const since = date === undefined ? "Deprecated" : `Deprecated since ${date}`;
  return [
    ...(deprecation ? [reason === undefined ? `${since}.` : `${since}: ${sentence(reason)}`] : []),
    ...(replacement === undefined ? [] : [`Use ${code(replacement)} instead.`]),
    ...(sunset === undefined ? [] : [`Stops working on ${sunset}.`]),
  ];
}

/** The operations that are gone, as a section of the document's description. */
export function removedSection(removed: readonly RemovedOperation[]): string | undefined {
  if (removed.length === 0) return undefined;
  const lines = removed.map(({ name, section, description }) => {
    const source = section === undefined ? [] : [`Stated in §${escapeMarkdown(section)}.`];
    return `- ${[code(name), ...(description === "" ? [] : [sentence(description)]), ...source].join(" ")}`;
  });
  return ["# Removed operations", "These operations are no longer there.", lines.join("\n")].join("\n\n");
}

/** Text that Markdown shows as it is. */
function escapeMarkdown(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>&|~#]/g, String.raw`\$&`);
}

function sentence(text: string): string {
  const escaped = escapeMarkdown(text);
  return /[.!?]$/.test(escaped) ? escaped : `${escaped}.`;
}

function code(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
