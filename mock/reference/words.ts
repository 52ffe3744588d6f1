import {
  type JsonObject,
  type RemovedOperation,
  assumedValuesMark,
  isObject,
  lifecycleOf,
} from "../../contracts/index.ts";
import { type Ground, groundOf } from "./ground.ts";

/** How text from a document, and names in it, are written. */
interface Script {
  text(text: string): string;
  name(name: string): string;
}

/** For descriptions, which viewers read as Markdown. */
const markdown: Script = {
  text: (text) => text.replaceAll(/[\\`*[\]<>&|~#]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`),
  name: (name) => (name.includes("`") ? `\`\` ${name} \`\`` : `\`${name}\``),
};

/** For pages, which escape it. */
export const plain: Script = { text: (text) => text, name: (name) => name };

const stated: Ground = { basis: "stated" };

/** "stated §4.1": what a badge says. */
export function groundBadge({ basis, section }: Ground): string {
  return section === undefined ? basis : `${basis} §${section}`;
}

/** "Stated in §2.6." or "Assumed: <reason>.", of the whole or of some part of it. */
export function groundSentence({ basis, section, reason }: Ground, part: string, script = markdown): string {
  const what = part === "" ? `${basis.charAt(0).toUpperCase()}${basis.slice(1)}` : `${part} ${basis}`;
  if (section !== undefined) return `${what} in §${script.text(section)}.`;
  return reason === undefined ? `${what}.` : `${what}: ${sentence(reason, script)}`;
}

/** Which values of a stated enum are assumed. */
export function assumedValues(schema: JsonObject): string | undefined {
  const values = schema[assumedValuesMark];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const names = values.map((value) => markdown.name(typeof value === "string" ? value : JSON.stringify(value)));
  return `Assumed values: ${names.join(", ")}.`;
}

/** Since when and why something is deprecated, and when it stops. */
export function lifecycleSentences(node: JsonObject, script = markdown): string[] {
  const { deprecation, sunset } = lifecycleOf(node, undefined);
  const { date, reason, replacement } = deprecation ?? {};
  const assumed = isObject(node["x-deprecated"]) ? groundOf(node["x-deprecated"], stated) : stated;
  const since = date === undefined ? "Deprecated" : `Deprecated since ${date}`;
  return [
    ...(deprecation ? [reason === undefined ? `${since}.` : `${since}: ${sentence(reason, script)}`] : []),
    ...(replacement === undefined ? [] : [`Use ${script.name(replacement)} instead.`]),
    ...(sunset === undefined ? [] : [`Stops working on ${sunset}.`]),
    ...(assumed === stated ? [] : [groundSentence(assumed, "", script)]),
  ];
}

/** The operations that are gone, as a section of the document's description. */
export function removedSection(removed: readonly RemovedOperation[]): string | undefined {
  if (removed.length === 0) return undefined;
  const lines = removed.map(({ name, basis, section, description }) => {
    const ground: Ground = { basis, ...(section !== undefined && { section }) };
    const told = [
      ...(description === "" ? [] : [sentence(description, markdown)]),
      ...(section === undefined ? [] : [`*${groundSentence(ground, "")}*`]),
    ];
    return ["-", markdown.name(name), ...told].join(" ");
  });
  return ["# Removed operations", "These operations are no longer there.", lines.join("\n")].join("\n\n");
}

function sentence(text: string, script: Script): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return `${script.text(line)}${/[.!?]$/.test(line) ? "" : "."}`;
}
