import type { Json } from "../model/json.ts";
import { type Survey, MAX_LEVELS, survey } from "./bounds.ts";
import { isInexact } from "../text/decimal.ts";
import { ExactNumber, takeExact } from "./take-exact.ts";
import { countNames, repeatedInJson, repeatedInYaml } from "./repeated.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";
import { type YamlTree, treeFrom } from "./yaml-tree.ts";
import { exactYamlSchema, loadYaml, yamlSchema } from "./yaml.ts";

/** What a file of YAML or JSON holds. */
export interface Parsed {
  /** Undefined where the file is empty. */
  readonly value: Json | undefined;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Number of values in it. */
  readonly values: number;
  readonly references: Survey["references"];
  readonly rareNames: Survey["rareNames"];
  /** Pointers of members that are there more than once: the last one counts. */
  readonly repeated: readonly string[];
  /** Numbers that no double is, as they are written, by pointer; absent where there is none. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** For the tokens of a pointer, its line in the file, where to find it again later would take long. */
  readonly lineOf?: (tokens: readonly string[]) => number;
}

/** To parse a file of YAML again that is larger takes longer than to keep where its parts begin. */
const SMALL = 32 * 1024;

/**
 * Parses a file of YAML or JSON, whatever it is called.
 * @throws where it is neither, or more than anyone can work with; the message ends with "(line:column)" where it can.
 */
export function parseFile(bytes: Uint8Array): Parsed {
  if (bytes.includes(0)) throw new Error("it is binary, and no text");
  const text = new TextDecoder().decode(bytes);
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined;
  const { value: parsed, isRepeated, tree } = json ?? parseYaml(text);
  const { excess, excessOfStrings, values, members, references, rareNames } = survey(parsed);
  const reason = excess ?? excessOfStrings;
  if (reason !== undefined) throw new Error(reason);
  const { value, texts } = mayBeInexact.test(text) ? takeExact(parsed) : { value: parsed, texts: none };
  const found = {
    value: value as Json | undefined,
    size: bytes.length,
    values,
    references,
    rareNames,
    ...(texts.size > 0 && { numbers: Object.fromEntries(texts) }),
  };
  if (json) return { ...found, repeated: countNames(bytes) > members ? repeatedInJson(text) : [] };
  const repeated = isRepeated ? repeatedInYaml(text) : [];
  return { ...found, repeated, ...(tree && { lineOf: createYamlLineFinder(text, tree) }) };
}

/** A number of so many digits may be no double, and one with so large an exponent. Most documents have none. */
const mayBeInexact = /(?<![\w"'.])[-+]?(?:[\d.]{16,}|[\d.]+[eE][-+]?\d{3,}|0[xo][\da-fA-F]{13,})/;
const none: ReadonlyMap<string, string> = new Map();

interface Value {
  readonly value: Json | undefined;
  readonly isRepeated: boolean;
  readonly tree?: YamlTree;
}

/** Undefined where it is no JSON: YAML takes comments and trailing commas, and says what is wrong with the rest. */
function parseJson(text: string): Value | undefined {
  try {
    return { value: JSON.parse(text, mayBeInexact.test(text) ? exactly : undefined) as Json, isRepeated: false };
  } catch {
    return undefined;
  }
}

function exactly(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  return typeof value === "number" && source !== undefined && isInexact(source) ? new ExactNumber(source) : value;
}

function parseYaml(text: string): Value {
  const { constructFromEvents, parseEvents } = loadYaml();
  const events = parseEvents(text, { maxDepth: MAX_LEVELS });
  const options = { source: text, schema: mayBeInexact.test(text) ? exactYamlSchema() : yamlSchema() };
  const { values, isRepeated } = construct();
  if (values.length > 1) throw new Error("it holds more than one YAML document");
  const tree = text.length > SMALL ? treeFrom(text, events) : undefined;
  return { value: values[0] as Json | undefined, isRepeated, ...(tree && { tree }) };

  function construct(): { values: unknown[]; isRepeated: boolean } {
    try {
      return { values: constructFromEvents(events, options), isRepeated: false };
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith("duplicated mapping key"))) throw error;
      return { values: constructFromEvents(events, { ...options, json: true }), isRepeated: true };
    }
  }
}
