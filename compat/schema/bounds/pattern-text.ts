import { type Ranges, joined, rangesOf } from "./pattern-classes.ts";

/** Item of a pattern: characters, an assertion or alternatives, with a number of repetitions. */
interface Item {
  readonly text: string;
  readonly fewest: number;
  readonly most: number;
  readonly ranges?: Ranges;
  /** Alternatives of a group. */
  readonly choice?: readonly (readonly Item[])[];
  readonly isAssertion?: true;
}

/** Token of a pattern: an escape, a class, the start of a group, a quantifier, or a character. */
const token =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

const known = new Map<string, string>();

/** Maximum depth of groups. */
const DEEPEST = 50;

/**
 * Normalized text of a pattern. Many patterns that match the same texts have the same one: classes become ranges,
 * needless groups are removed, alternatives are sorted. A pattern with unsupported syntax stays as it is.
 */
export function textOfPattern(pattern: string): string {
  let text = known.get(pattern);
  if (text === undefined) known.set(pattern, (text = normalText(pattern) ?? `as it is: ${pattern}`));
  return text;
}

function normalText(pattern: string): string | undefined {
  const tokens = pattern.match(token) ?? [];
  let position = 0;
  let isKnown = true;
  const whole = textOfChoice(choice(0));
  return isKnown && position === tokens.length ? whole : undefined;

  function choice(depth: number): readonly (readonly Item[])[] {
    if (depth > DEEPEST) {
      isKnown = false;
      position = tokens.length;
    }
    const all = [sequence(depth)];
    while (tokens[position] === "|") {
      position += 1;
      all.push(sequence(depth));
    }
    return normalAlternatives(all);
  }

  function sequence(depth: number): readonly Item[] {
    const items: Item[] = [];
    while (position < tokens.length && tokens[position] !== "|" && tokens[position] !== ")") {
      const item = itemOf(tokens[position++] as string, depth);
      for (const one of timesOf(item)) add(items, one);
    }
    return items;
  }

  function itemOf(text: string, depth: number): Item {
    if (/^(?:\^|\$|\\b|\\B)$/.test(text)) return { text, fewest: 1, most: 1, isAssertion: true };
    if (text.startsWith("(")) {
      const inner = choice(depth + 1);
      isKnown &&= tokens[position++] === ")";
      // Patterns with backreferences are not normalized, so groups need not capture.
      if (text === "(" || text === "(?:") return groupOf(inner);
      return { text: `${text}${textOfChoice(inner)})`, fewest: 1, most: 1, isAssertion: true };
    }
    if (/^\\[pP]\{/.test(text)) return { text, fewest: 1, most: 1 };
    const ranges = rangesOf(text);
    isKnown &&= ranges !== undefined && !/^[*+?]|^\{/.test(text);
    return ofRanges(ranges ?? []);
  }

  function timesOf(item: Item): readonly Item[] {
    const [, sign, fewest, comma, most] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??$/.exec(tokens[position] ?? "") ?? [];
    if (sign === undefined && fewest === undefined) return inlined(item);
    position += 1;
    isKnown &&= !item.isAssertion;
    const least = sign === undefined ? Number(fewest) : sign === "+" ? 1 : 0;
    const limit = sign === "?" ? 1 : sign !== undefined || most === "" ? Infinity : Number(comma ? most : fewest);
    return repeated(item, least, limit);
  }
}

function repeated(item: Item, fewest: number, most: number): readonly Item[] {
  if (most === 0) return [];
  if (fewest === 1 && most === 1) return inlined(item);
  const isOnce = item.fewest === 1 && item.most === 1;
  return [{ ...(isOnce ? item : { text: `(${textOfAll([item])})` }), fewest, most }];
}

/** Content of a group that is not repeated. */
function inlined(item: Item): readonly Item[] {
  const [only, another] = item.choice ?? [];
  return only && !another && item.fewest === 1 && item.most === 1 ? only : [item];
}

/** Adds an item to a sequence. Equal neighbours are merged into one item with more repetitions. */
function add(items: Item[], item: Item): void {
  const last = items.at(-1);
  if (last?.text !== item.text || item.isAssertion) items.push(item);
  else items[items.length - 1] = { ...last, fewest: last.fewest + item.fewest, most: last.most + item.most };
}

/** Alternatives with nested groups expanded, single characters merged into one class, and duplicates removed. */
function normalAlternatives(all: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
  const flat = all.flatMap((items) => {
    const [only, another] = items;
    return only?.choice && !another && only.fewest === 1 && only.most === 1 ? only.choice : [items];
  });
  const single = flat.flatMap((items) => rangesIn(items) ?? []);
  const rest = flat.filter((items) => !rangesIn(items));
  const forms = single.length > 0 ? [...rest, [ofRanges(joined(single))]] : rest;
  const distinct = new Map(forms.map((items) => [textOfAll(items), items]));
  return [...distinct].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, items]) => items);
}

/** Characters of an alternative that is one character. */
function rangesIn([only, another]: readonly Item[]): readonly Ranges[] | undefined {
  return only?.ranges && !another && only.fewest === 1 && only.most === 1 ? [only.ranges] : undefined;
}

function groupOf(choice: readonly (readonly Item[])[]): Item {
  const [[only, next] = [], another] = choice;
  if (only && !next && !another) return only;
  return { text: `(${textOfChoice(choice)})`, fewest: 1, most: 1, choice };
}

function ofRanges(ranges: Ranges): Item {
  const text = `[${ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join()}]`;
  return { text, fewest: 1, most: 1, ranges };
}

function textOfChoice(choice: readonly (readonly Item[])[]): string {
  return choice.map(textOfAll).join("|");
}

function textOfAll(items: readonly Item[]): string {
  return items
    .map(({ text, fewest, most }) => (fewest === 1 && most === 1 ? text : `${text}{${fewest},${most}}`))
    .join("");
}
