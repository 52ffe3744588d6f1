import type { Letter, Unit } from "./reader.ts";
import type { CharacterSet } from "./characters.ts";
import { spend } from "./work.ts";

/** Sets of an automaton, and the units in which it reads a text. */
export interface SetsOfPattern {
  readonly sets: readonly CharacterSet[];
  readonly isUnicode: boolean;
}

/** Characters that no pattern of several distinguishes. */
export interface LetterClass {
  readonly character: string;
  /** The class as each pattern reads it. */
  readonly letters: readonly Letter[];
}

const last = 0x10ffff;
const isWord = /^\w$/u;
const isLineEnd = /^[\n\r\u2028\u2029]$/u;
const boundsOfAssertions = [
  0x0, 0xa, 0xb, 0xd, 0xe, 0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b, 0x2028, 0x202a, 0xd800, 0xe000, 0x10000,
];

/** Characters that show a class best, in this order. */
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/ @!\"#$%&'()*+,;<=>?[\\]^`{|}~";

/** Maximum number of characters that one step of a scan matches. Longer ones may overflow the stack of the engine. */
const SCANNED = 1000;

/**
 * Classes of characters that several patterns tell apart, the plainest first. Half of a surrogate pair is no character:
 * no text in UTF-8 has one. Undefined if a pattern without the u flag tells surrogates apart.
 */
export function letterClasses(patterns: readonly SetsOfPattern[]): readonly LetterClass[] | undefined {
  if (patterns.some(({ sets, isUnicode }) => !isUnicode && sets.some(dividesSurrogates))) return undefined;
  const edges = patterns.flatMap(({ sets, isUnicode }) => sets.flatMap((set) => findSetEdges(set, isUnicode)));
  const starts = [...new Set([...edges, ...boundsOfAssertions])].filter(isUnicodeScalar);
  const candidates = [...plain, ...starts.toSorted(compareReadability).map((code) => String.fromCodePoint(code))];
  const classes = new Map<string, LetterClass>();
  for (const character of candidates) {
    spend(1 + patterns.reduce((sum, { sets }) => sum + sets.length, 0) / 8);
    const letters = patterns.map((pattern) => toLetter(character, pattern));
    const key = JSON.stringify(letters);
    if (!classes.has(key)) classes.set(key, { character, letters });
  }
  return [...classes.values()];
}

function toLetter(character: string, { sets, isUnicode }: SetsOfPattern): Letter {
  const units = isUnicode ? [character] : character.split("");
  return units.map((unit): Unit => ({
    sets: sets.map((set) => set.has(unit)),
    isWord: isWord.test(unit),
    isLineEnd: isLineEnd.test(unit),
  }));
}

/** Controls last, because they are hard to read. */
function compareReadability(one: number, other: number): number {
  const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa1);
  return Number(isControl(one)) - Number(isControl(other)) || one - other;
}

function isUnicodeScalar(code: number): boolean {
  return code <= last && !(code >= 0xd800 && code < 0xe000);
}

function dividesSurrogates({ has }: CharacterSet): boolean {
  const half = (from: number): string[] => Array.from({ length: 0x400 }, (_, at) => String.fromCharCode(from + at));
  return [0xd800, 0xdc00].some((from) => new Set(half(from).map(has)).size > 1);
}

const knownEdges = new Map<string, readonly number[]>();

/** Code points at which ranges of a set begin or end. The native engine finds those that the syntax does not show. */
function findSetEdges({ bounds, isInexact, expression }: CharacterSet, isUnicode: boolean): readonly number[] {
  if (!isInexact && !expression.ignoreCase) return bounds;
  const key = String(expression);
  let edges = knownEdges.get(key);
  if (!edges) {
    if (knownEdges.size > 1000) knownEdges.clear();
    knownEdges.set(key, (edges = scannedEdges(expression, isUnicode)));
  }
  return edges;
}

function scannedEdges({ source, flags }: RegExp, isUnicode: boolean): readonly number[] {
  const text = everyCharacter();
  const own = source.replace(/^\^/, "").replace(/\$$/, "");
  const edges = new Set<number>();
  spend(20_000);
  for (const { 0: found, index } of text.matchAll(new RegExp(`${own}{1,${SCANNED}}`, `g${flags}`))) {
    // Without the u flag, a set may match half of a pair.
    const end = index + found.length;
    edges.add(text.codePointAt(index) ?? 0);
    edges.add(text.codePointAt(end) ?? last + 1);
  }
  if (isUnicode) return [...edges];
  return [...edges].filter((code) => code < 0x10000);
}

let characters: string | undefined;

/** All characters in order, without halves of surrogate pairs. */
function everyCharacter(): string {
  if (characters !== undefined) return characters;
  const parts: string[] = [];
  for (let from = 0; from <= last; from += 0x400) {
    if (isUnicodeScalar(from)) parts.push(String.fromCodePoint(...Array.from({ length: 0x400 }, (_, at) => from + at)));
  }
  characters = parts.join("");
  return characters;
}
