import type { Json } from "../model/json.ts";
import { type ValueSummary, MAX_LEVELS, summarizeValue } from "./bounds.ts";
import { isInexact } from "../text/decimal.ts";
import { ExactNumber, extractExactNumbers } from "./extract-exact-numbers.ts";
import { countJsonMembers, repeatedKeysInJson, repeatedKeysInYaml } from "./repeated-keys.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";
import { type YamlTree, yamlTreeFromEvents } from "./yaml-tree.ts";
import { loadYaml, chooseYamlSchema } from "./yaml.ts";

/** Content of a YAML or JSON file. */
export interface ParsedFile {
  /** Parsed value, or undefined if the file is empty. */
  readonly value: Json | undefined;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly isJson: boolean;
  /** Number of values in the file. */
  readonly values: number;
  readonly references: ValueSummary["references"];
  readonly rareNames: ValueSummary["rareNames"];
  /** Pointers of duplicate keys. The last member with the key is used. */
  readonly repeated: readonly string[];
  /** Source text of the numbers that no double can represent, by pointer. Absent without such numbers. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Line finder of a large YAML file, kept because finding a line later would need a second parse. */
  readonly lineOf?: (tokens: readonly string[]) => number;
}

/** Maximum length of a YAML text that is parsed again to find a line. The tree of a longer text is kept. */
const MAX_REPARSED = 32 * 1024;

/**
 * Parses a YAML or JSON file. Both are read whatever the file is called, but only YAML may have comments.
 * @throws if the text is neither, or exceeds a limit. The message ends with "(line:column)" if the position is known.
 */
export function parseFile(bytes: Uint8Array, { isNamedJson = false } = {}): ParsedFile {
  if (bytes.includes(0)) throw new Error("it is binary, and no text");
  const text = new TextDecoder().decode(bytes);
  const json = /^\s*[{[]/.test(text) ? parseExactJson(text) : undefined;
  if (!json) rejectComments(text, isNamedJson);
  const { value: parsed, isInexactText, isRepeated, tree } = json ?? parseYaml(text);
  const { exceededLimit, exceededStringLimit, values, members, references, rareNames } = summarizeValue(parsed);
  const reason = exceededLimit ?? exceededStringLimit;
  if (reason !== undefined) throw new Error(reason);
  const { value, texts } = isInexactText ? extractExactNumbers(parsed) : { value: parsed, texts: noTexts };
  const content = {
    value: value as Json | undefined,
    size: bytes.length,
    isJson: json !== undefined,
    values,
    references,
    rareNames,
    ...(texts.size > 0 && { numbers: Object.fromEntries(texts) }),
  };
  if (json) return { ...content, repeated: countJsonMembers(bytes) > members ? repeatedKeysInJson(text) : [] };
  const repeated = isRepeated ? repeatedKeysInYaml(text) : [];
  return { ...content, repeated, ...(tree && { lineOf: createYamlLineFinder(text, tree) }) };
}

/** Matches numbers that a double may not represent exactly, because they have many digits or a large exponent. */
const inexactNumber = /(?<![\w"'.])[-+]?(?:[\d.]{16,}|[\d.]+[eE][-+]?\d{3,}|0[xo][\da-fA-F]{13,})/;
/** The same for the numbers of JSON, between brackets, colons and commas. Most long numbers are in strings. */
const inexactJsonNumber = /[:,[][ \t\r\n]*-?(?:[\d.]{16,}(?:[eE][-+]?\d+)?|[\d.]+[eE][-+]?\d{3,})[ \t\r\n]*[,\]}]/;
const noTexts: ReadonlyMap<string, string> = new Map();

interface ParsedText {
  readonly value: Json | undefined;
  /** True if the text has a number that a double may not represent exactly. */
  readonly isInexactText: boolean;
  readonly isRepeated: boolean;
  readonly tree?: YamlTree;
}

/** Parses JSON. Returns undefined on failure: the YAML parser accepts more syntax and has better error messages. */
function parseExactJson(text: string): ParsedText | undefined {
  const isInexactText = inexactJsonNumber.test(text);
  try {
    // A function that revives values makes parsing several times slower.
    const value = JSON.parse(text, isInexactText ? reviveExactNumber : undefined) as Json;
    return { value, isInexactText, isRepeated: false };
  } catch {
    return undefined;
  }
}

/** Texts in quotes, and comments between the tokens of JSON. */
const quotedOrComment = /"(?:[^"\\]|\\.)*(?:"|\\?$)|(?<=^|[\s{}[\],"])(?:\/\/|\/\*|#)/gs;

/**
 * Rejects JSON with comments. The YAML parser reads some of them as a part of the next key.
 * @throws Error with the place of the first comment.
 */
function rejectComments(text: string, isNamedJson: boolean): void {
  const start = isNamedJson ? /^(?:\s|#[^\n]*\n)*(?:[{[]|\/[/*])/ : /^\s*(?:[{[]|\/[/*])/;
  if (!start.test(text)) return;
  const comment = text
    .matchAll(quotedOrComment)
    .find(([found]) => found.startsWith("/") || (isNamedJson && found === "#"));
  if (!comment) return;
  const before = text.slice(0, comment.index).split("\n");
  const place = `(${before.length}:${(before.at(-1) ?? "").length + 1})`;
  throw new Error(`JSON has no comments: remove the one that begins with ${comment[0]} ${place}`);
}

function reviveExactNumber(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value === "number" && source !== undefined && isInexact(source)) return new ExactNumber(source);
  return value;
}

function parseYaml(text: string): ParsedText {
  const { constructFromEvents, parseEvents } = loadYaml();
  const events = parseEvents(text, { maxDepth: MAX_LEVELS });
  const isInexactText = inexactNumber.test(text);
  const options = { source: text, schema: chooseYamlSchema(text, isInexactText) };
  const { values, isRepeated } = construct();
  if (values.length > 1) throw new Error("it holds more than one YAML document");
  const tree = text.length > MAX_REPARSED ? yamlTreeFromEvents(text, events) : undefined;
  return { value: values[0] as Json | undefined, isInexactText, isRepeated, ...(tree && { tree }) };

  function construct(): { values: unknown[]; isRepeated: boolean } {
    try {
      return { values: constructFromEvents(events, options), isRepeated: false };
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("duplicated mapping key"))) throw error;
      return { values: constructFromEvents(events, { ...options, json: true }), isRepeated: true };
    }
  }
}
