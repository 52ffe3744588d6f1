import { toRegExp } from "../../schema/pattern.ts";

/** Part of a pattern, with the minimum and maximum number of characters that it matches. */
export type PatternPart = { readonly minLength: number; readonly maxLength: number } & (
  | { readonly kind: "character"; readonly from: readonly string[] }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternPart[] }
  | { readonly kind: "repeat"; readonly part: PatternPart; readonly minTimes: number; readonly maxTimes: number }
  | { readonly kind: "group"; readonly part: PatternPart; readonly names: readonly string[] }
  | { readonly kind: "again"; readonly name: string }
  /** Lookaround, which matches no characters itself. */
  | { readonly kind: "look"; readonly part: PatternPart }
);

/** Maximum depth of groups. */
const MAX_DEPTH = 100;

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const signs = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** Characters for a class that excludes all characters of a keyboard. */
const unusual = [..."éßÉЖжΩ中あ\t\n\r\v\f\0\x07\x1b\x7f\u0085\u00a0\u0301\u2028\u2029\ufeff\u{1F600}\u{10FFFF}"];

/** Token of a pattern: an escape, a class, the start of a group, a quantifier, or a character. */
const token =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[=!]|[=!]|<[^>]*>|[a-z-]*:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

/** The pattern has unsupported syntax. */
class UnsupportedSyntax extends Error {}

/** Parts of a pattern; undefined if it has unsupported syntax. */
export function partsOfPattern(source: string): PatternPart | undefined {
  const tokens = source.match(token) ?? [];
  let at = 0;
  let groups = 0;
  let hasWordBoundary = false;
  try {
    const whole = parseChoice(0, true);
    return at < tokens.length ? undefined : whole;
  } catch (error) {
    if (error instanceof UnsupportedSyntax) return undefined;
    throw error;
  }

  function parseChoice(depth: number, isWhole = false): PatternPart {
    if (depth > MAX_DEPTH) throw new UnsupportedSyntax();
    const parts = [parseSequence(depth, isWhole)];
    while (tokens[at] === "|") {
      at += 1;
      parts.push(parseSequence(depth, isWhole));
    }
    if (parts.length === 1) return parts[0] as PatternPart;
    return createChoice(parts);
  }

  function parseSequence(depth: number, isWhole: boolean): PatternPart {
    const parts: PatternPart[] = [];
    const first = tokens[at];
    let last: string | undefined;
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") {
      last = tokens[at++] as string;
      const part = parsePart(last, depth);
      if (part) parts.push(withQuantifier(part));
    }
    // A word may have to begin or end at the edges of a pattern with \b: a space separates it from other text.
    const textBefore = hasWordBoundary ? createRepeat(createSequence([anyText, space]), 0, 1) : anyText;
    const textAfter = hasWordBoundary ? createRepeat(createSequence([space, anyText]), 0, 1) : anyText;
    const before = isWhole && first !== "^" ? [textBefore] : [];
    const after = isWhole && last !== "$" ? [textAfter] : [];
    return createSequence([...before, ...parts, ...after]);
  }

  function parsePart(text: string, depth: number): PatternPart | undefined {
    if (text === "^" || text === "$") return undefined;
    if (text === "\\b") hasWordBoundary = true;
    if (text === "\\b" || text === "\\B") return undefined;
    if (text.startsWith("(")) return parseGroup(text, depth);
    if (/^\\[1-9]/.test(text)) return backreference(text.slice(1));
    if (text.startsWith("\\k<")) return backreference(text.slice(3, -1));
    return parseCharacters(text);
  }

  function parseGroup(start: string, depth: number): PatternPart {
    const name = /^\(\?<([^=!][^>]*)>$/.exec(start)?.[1];
    const names = start === "(" || name !== undefined ? [String(++groups), ...(name === undefined ? [] : [name])] : [];
    const part = parseChoice(depth + 1);
    if (tokens[at] !== ")") throw new UnsupportedSyntax();
    at += 1;
    // Lookarounds are not generated. The resulting text is validated.
    if (/[=!]$/.test(start)) return { kind: "look", part, minLength: 0, maxLength: 0 };
    if (names.length === 0) return part;
    return { kind: "group", part, names, minLength: part.minLength, maxLength: part.maxLength };
  }

  function withQuantifier(part: PatternPart): PatternPart {
    const [, sign, minTimes, comma, maxLength] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??$/.exec(tokens[at] ?? "") ?? [];
    if (sign === undefined && minTimes === undefined) return part;
    at += 1;
    if (sign === "?") return createRepeat(part, 0, 1);
    if (sign !== undefined) return createRepeat(part, sign === "+" ? 1 : 0, Infinity);
    return createRepeat(
      part,
      Number(minTimes),
      comma === undefined ? Number(minTimes) : maxLength ? Number(maxLength) : Infinity,
    );
  }
}

const anyText: PatternPart = createRepeat(characterPart([...letters, ...signs]), 0, Infinity);
const space: PatternPart = characterPart([" "]);

const partByToken = new Map<string, PatternPart>();

/** Characters that a class, an escape or a character matches: common ones, if there are any. */
function parseCharacters(text: string): PatternPart {
  let part = partByToken.get(text);
  if (part) return part;
  const namedCharacters = text.length > 1 ? listNamedCharacters(text) : [text];
  // A single bracket or brace is a literal only in lenient syntax.
  const expression = text.length > 1 ? toRegExp(`^${text}$`) : undefined;
  const fitting = (some: Iterable<string>): string[] =>
    [...some].filter((character) => !expression || expression.test(character));
  const characters = text === "." || text.length > 1 ? fitting([...letters, ...signs]) : namedCharacters;
  const from = characters.length > 0 ? characters : fitting([...namedCharacters, ...unusual]);
  if (from.length === 0) throw new UnsupportedSyntax();
  partByToken.set(text, (part = characterPart(from)));
  return part;
}

/** Characters that a class names itself. */
function listNamedCharacters(text: string): string[] {
  const codes = [...text.matchAll(/\\u\{([\da-fA-F]+)\}|\\[ux]([\da-fA-F]{2,4})/g)];
  const numbers = codes.map(([, long, short]) => Number.parseInt(long ?? short ?? "", 16));
  const control = /^\\c([A-Za-z])$/.exec(text)?.[1]?.codePointAt(0) ?? 0;
  const namedCodes = [...numbers, ...(control > 0 ? [control % 32] : [])].filter((code) => code <= 0x10ffff);
  return [...new Set([...text, ...namedCodes.map((code) => String.fromCodePoint(code))])];
}

function characterPart(from: readonly string[]): PatternPart {
  return { kind: "character", from, minLength: 1, maxLength: 1 };
}

function createSequence(parts: readonly PatternPart[]): PatternPart {
  return {
    kind: "sequence",
    parts,
    minLength: sumLengths(parts, "minLength"),
    maxLength: sumLengths(parts, "maxLength"),
  };
}

function createChoice(parts: readonly PatternPart[]): PatternPart {
  const minLength = Math.min(...parts.map((part) => part.minLength));
  return { kind: "choice", parts, minLength, maxLength: Math.max(...parts.map((part) => part.maxLength)) };
}

function createRepeat(part: PatternPart, minTimes: number, maxTimes: number): PatternPart {
  const maxLength = part.maxLength === 0 ? 0 : part.maxLength * maxTimes;
  return {
    kind: "repeat",
    part,
    minTimes,
    maxTimes,
    minLength: part.minLength * minTimes,
    maxLength: maxTimes === 0 ? 0 : maxLength,
  };
}

/** Backreference. Its length is unknown until the group has matched. */
function backreference(name: string): PatternPart {
  return { kind: "again", name, minLength: 0, maxLength: 0 };
}

function sumLengths(parts: readonly PatternPart[], key: "minLength" | "maxLength"): number {
  return parts.reduce((total, part) => total + part[key], 0);
}
