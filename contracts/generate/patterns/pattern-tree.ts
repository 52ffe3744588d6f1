import { regExpOf } from "../../schema/pattern.ts";

/** What a pattern asks for, part by part, each with the fewest and the most characters it can have. */
export type Part = { readonly least: number; readonly most: number } & (
  | { readonly kind: "character"; readonly from: readonly string[] }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly fewest: number; readonly mostTimes: number }
  | { readonly kind: "group"; readonly part: Part; readonly names: readonly string[] }
  | { readonly kind: "again"; readonly name: string }
  /** What is looked for ahead or behind: of a text, it is nothing. */
  | { readonly kind: "look"; readonly part: Part }
);

/** Deeper groups are not followed. */
const MAX_DEPTH = 100;

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const signs = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** What a class may leave when it leaves nothing that a keyboard has. */
const unusual = [..."éßÉЖжΩ中あ\t\n\r\v\f\0\x07\x1b\x7f\u0085\u00a0\u0301\u2028\u2029\ufeff\u{1F600}\u{10FFFF}"];

/** One step through a pattern: an escape, a class, a group's beginning, a quantifier, or a character. */
const token =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[=!]|[=!]|<[^>]*>|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/** What cannot be made sense of here. */
class Unknown extends Error {}

/** The parts of a pattern; undefined where something in it is not understood. */
export function partsOfPattern(source: string): Part | undefined {
  const tokens = source.match(token) ?? [];
  let at = 0;
  let groups = 0;
  let asserts = false;
  try {
    const whole = choice(0, true);
    return at < tokens.length ? undefined : whole;
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }

  function choice(depth: number, isWhole = false): Part {
    if (depth > MAX_DEPTH) throw new Unknown();
    const parts = [sequence(depth, isWhole)];
    while (tokens[at] === "|") {
      at += 1;
      parts.push(sequence(depth, isWhole));
    }
    return parts.length === 1 ? (parts[0] as Part) : choiceOf(parts);
  }

  function sequence(depth: number, isWhole: boolean): Part {
    const parts: Part[] = [];
    const first = tokens[at];
    let last: string | undefined;
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") {
      last = tokens[at++] as string;
      const part = partOf(last, depth);
      if (part) parts.push(quantified(part));
    }
    // A word has to begin, or to end, where the pattern does.
    const isOpen = isWhole && !asserts;
    const before = isOpen && first !== "^" ? [anything] : [];
    const after = isOpen && last !== "$" ? [anything] : [];
    return sequenceOf([...before, ...parts, ...after]);
  }

  function partOf(text: string, depth: number): Part | undefined {
    if (text === "^" || text === "$") return undefined;
    if (text === "\\b" || text === "\\B") {
      asserts = true;
      return undefined;
    }
    if (text.startsWith("(")) return group(text, depth);
    if (/^\\[1-9]/.test(text)) return again(text.slice(1));
    if (text.startsWith("\\k<")) return again(text.slice(3, -1));
    return characterOf(text);
  }

  function group(start: string, depth: number): Part {
    const name = /^\(\?<([^=!][^>]*)>$/.exec(start)?.[1];
    const names = start === "(" || name !== undefined ? [String(++groups), ...(name === undefined ? [] : [name])] : [];
    const part = choice(depth + 1);
    if (tokens[at] !== ")") throw new Unknown();
    at += 1;
    // What is looked for ahead or behind cannot be made; what is left is tried and checked.
    if (/[=!]$/.test(start)) return { kind: "look", part, least: 0, most: 0 };
    return names.length === 0 ? part : { kind: "group", part, names, least: part.least, most: part.most };
  }

  function quantified(part: Part): Part {
    const [, sign, fewest, comma, most] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??$/.exec(tokens[at] ?? "") ?? [];
    if (sign === undefined && fewest === undefined) return part;
    at += 1;
    if (sign === "?") return repeatOf(part, 0, 1);
    if (sign !== undefined) return repeatOf(part, sign === "+" ? 1 : 0, Infinity);
    return repeatOf(part, Number(fewest), comma === undefined ? Number(fewest) : most ? Number(most) : Infinity);
  }
}

const anything: Part = repeatOf(oneOf([...letters, ...signs]), 0, Infinity);

const known = new Map<string, Part>();

/** The characters that a class, an escape or a character stands for: those that are usual, if there are any. */
function characterOf(text: string): Part {
  let part = known.get(text);
  if (part) return part;
  const own = text.length > 1 ? mentionedIn(text) : [text];
  // Alone, a bracket or a brace may be what only the lenient take for itself.
  const expression = text.length > 1 ? regExpOf(`^${text}$`) : undefined;
  const fitting = (some: Iterable<string>): string[] =>
    [...some].filter((character) => !expression || expression.test(character));
  const usual = text === "." || text.length > 1 ? fitting([...letters, ...signs]) : own;
  const from = usual.length > 0 ? usual : fitting([...own, ...unusual]);
  if (from.length === 0) throw new Unknown();
  known.set(text, (part = oneOf(from)));
  return part;
}

/** The characters that a class names itself. */
function mentionedIn(text: string): string[] {
  const codes = [...text.matchAll(/\\u\{([\da-fA-F]+)\}|\\[ux]([\da-fA-F]{2,4})/g)];
  const numbers = codes.map(([, long, short]) => Number.parseInt(long ?? short ?? "", 16));
  const control = /^\\c([A-Za-z])$/.exec(text)?.[1]?.codePointAt(0) ?? 0;
  const named = [...numbers, ...(control > 0 ? [control % 32] : [])].filter((code) => code <= 0x10ffff);
  return [...new Set([...text, ...named.map((code) => String.fromCodePoint(code))])];
}

function oneOf(from: readonly string[]): Part {
  return { kind: "character", from, least: 1, most: 1 };
}

function sequenceOf(parts: readonly Part[]): Part {
  return { kind: "sequence", parts, least: sum(parts, "least"), most: sum(parts, "most") };
}

function choiceOf(parts: readonly Part[]): Part {
  const least = Math.min(...parts.map((part) => part.least));
  return { kind: "choice", parts, least, most: Math.max(...parts.map((part) => part.most)) };
}

function repeatOf(part: Part, fewest: number, mostTimes: number): Part {
  const most = part.most === 0 ? 0 : part.most * mostTimes;
  return { kind: "repeat", part, fewest, mostTimes, least: part.least * fewest, most: mostTimes === 0 ? 0 : most };
}

/** What a group matched, once more: how much that is shows itself. */
function again(name: string): Part {
  return { kind: "again", name, least: 0, most: 0 };
}

function sum(parts: readonly Part[], key: "least" | "most"): number {
  return parts.reduce((total, part) => total + part[key], 0);
}
