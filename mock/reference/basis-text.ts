import {
  type JsonObject,
  type RemovedOperation,
  assumedValuesMark,
  isObject,
  readLifecycle,
  omitUndefined,
} from "../../contracts/index.ts";
import { type BasisInfo, readBasisInfo } from "./basis-info.ts";

/** Format of texts and names from a document. */
interface TextFormat {
  text(text: string): string;
  name(name: string): string;
}

/** Format of descriptions, which viewers render as Markdown. */
const markdown: TextFormat = {
  text: (text) => text.replaceAll(/[\\`*[\]<>&|~#]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`),
  name: (name) => (name.includes("`") ? `\`\` ${name} \`\`` : `\`${name}\``),
};

/** Format of pages, which escape text themselves. */
export const plain: TextFormat = { text: (text) => text, name: (name) => name };

const stated: BasisInfo = { basis: "stated" };

/** Text of a badge: "stated in 4.1". */
export function basisBadgeText({ basis, section }: BasisInfo): string {
  if (section === undefined) return basis;
  return `${basis} in ${section}`;
}

/** Sentence on the basis of a part: "Stated in section 2.6.", "Assumed: <reason>." */
export function basisSentence({ basis, section, reason }: BasisInfo, part: string, format = markdown): string {
  const what = part === "" ? `${basis.charAt(0).toUpperCase()}${basis.slice(1)}` : `${part} ${basis}`;
  if (section !== undefined) return `${what} in section ${format.text(section)}.`;
  if (reason === undefined) return `${what}.`;
  return `${what}: ${toSentence(reason, format)}`;
}

/** Sentence on the assumed values of a stated enum. */
export function assumedValuesSentence(schema: JsonObject): string | undefined {
  const values = schema[assumedValuesMark];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const names = values.map((value) => markdown.name(typeof value === "string" ? value : JSON.stringify(value)));
  return `Assumed values: ${names.join(", ")}.`;
}

/** Sentences on a deprecation: since when, the reason, the replacement, the sunset. */
export function lifecycleSentences(node: JsonObject, format = markdown): string[] {
  const { deprecation, sunset } = readLifecycle(node, undefined);
  const { date, reason, replacement } = deprecation ?? {};
  const deprecationBasis = isObject(node["x-deprecated"]) ? readBasisInfo(node["x-deprecated"], stated) : stated;
  const since = date === undefined ? "Deprecated" : `Deprecated since ${date}`;
  return [
    ...(deprecation ? [reason === undefined ? `${since}.` : `${since}: ${toSentence(reason, format)}`] : []),
    ...(replacement === undefined ? [] : [`Use ${format.name(replacement)} instead.`]),
    ...(sunset === undefined ? [] : [`Stops working on ${sunset}.`]),
    ...(deprecationBasis === stated ? [] : [basisSentence(deprecationBasis, "", format)]),
  ];
}

/** Section of the document's description with the removed operations. */
export function removedSection(removed: readonly RemovedOperation[]): string | undefined {
  if (removed.length === 0) return undefined;
  const lines = removed.map(({ name, basis, section, description }) => {
    const info: BasisInfo = omitUndefined({ basis, section });
    const sentences = [
      ...(description === "" ? [] : [toSentence(description, markdown)]),
      ...(section === undefined ? [] : [`*${basisSentence(info, "")}*`]),
    ];
    return ["-", markdown.name(name), ...sentences].join(" ");
  });
  return ["# Removed operations", "These operations no longer exist.", lines.join("\n")].join("\n\n");
}

function toSentence(text: string, format: TextFormat): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return `${format.text(line)}${/[.!?]$/.test(line) ? "" : "."}`;
}
