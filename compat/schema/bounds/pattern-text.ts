import { type Ranges, joined, rangesOf } from "./pattern-classes.ts";

/** What a text has to have next: characters, an assertion, or one of several; so many times. */
interface Item {
  readonly text: string;
  readonly fewest: number;
  readonly most: number;
  readonly ranges?: Ranges;
  /** The alternatives that stand in its place, where these are one or several. */
  readonly choice?: readonly (readonly Item[])[];
  readonly isAssertion?: true;
}

/** One step through a pattern: an escape, a class, a group's beginning, a quantifier, or a character. */
const token =
  /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:))?|(?:[*+?]|\{\d+(?:,\d*)?\})\??|./gsu;

const known = new Map<string, string>();

/** Deeper groups are not followed. */
const DEEPEST = 50;

/**
 * The text of a pattern, the same for some that match the same texts: classes as ranges, groups where they are needed,
 * alternatives in order, and so many times in one way. As it is where something in it is not understood.
 */
export function textOfPattern(pattern: string): string {
  let text = known.get(pattern);
  if (text === undefined) known.set(pattern, (text = normalText(pattern) ?? `as it is: ${pattern}`));
  return text;
}

function normalText(pattern: string): string | undefined {
  const tokens = pattern.match(token) ?? [];
  let at = 0;
  let isKnown = true;
  const whole = textOfChoice(choice(0));
  return isKnown && at === tokens.length ? whole : undefined;

  function choice(depth: number): readonly (readonly Item[])[] {
    if (depth > DEEPEST) {
      isKnown = false;
      at = tokens.length;
    }
    const all = [sequence(depth)];
    while (tokens[at] === "|") {
      at += 1;
      all.push(sequence(depth));
    }
    return inOneForm(all);
  }

  function sequence(depth: number): readonly Item[] {
    const items: Item[] = [];
    while (at < tokens.length && tokens[at] !== "|" && tokens[at] !== ")") {
      const item = itemOf(tokens[at++] as string, depth);
      for (const one of timesOf(item)) add(items, one);
    }
    return items;
  }

  function itemOf(text: string, depth: number): Item {
    if (/^(?:\^|\$|\\b|\\B)$/.test(text)) return { text, fewest: 1, most: 1, isAssertion: true };
    if (text.startsWith("(")) {
      const inner = choice(depth + 1);
      isKnown &&= tokens[at++] === ")";
      // Nothing refers to a group: what it remembers shows nowhere.
      if (text === "(" || text === "(?:") return groupOf(inner);
      return { text: `${text}${textOfChoice(inner)})`, fewest: 1, most: 1, isAssertion: true };
    }
    if (/^\\[pP]\{/.test(text)) return { text, fewest: 1, most: 1 };
    const ranges = rangesOf(text);
    isKnown &&= ranges !== undefined && !/^[*+?]|^\{/.test(text);
    return ofRanges(ranges ?? []);
  }

  function timesOf(item: Item): readonly Item[] {
    const [, sign, fewest, comma, most] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??$/.exec(tokens[at] ?? "") ?? [];
    if (sign === undefined && fewest === undefined) return inlined(item);
    at += 1;
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

/** What stands for itself where it stands once. */
function inlined(item: Item): readonly Item[] {
  const [only, another] = item.choice ?? [];
  return only && !another && item.fewest === 1 && item.most === 1 ? only : [item];
}

/** Adds what comes next to a sequence: the same once more is one of both. */
function add(items: Item[], item: Item): void {
  const last = items.at(-1);
  if (last?.text !== item.text || item.isAssertion) items.push(item);
  else items[items.length - 1] = { ...last, fewest: last.fewest + item.fewest, most: last.most + item.most };
}

/** Alternatives without groups in them that only hold alternatives, single characters as one class, and nothing twice. */
function inOneForm(all: readonly (readonly Item[])[]): readonly (readonly Item[])[] {
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

/** What a single character may be, where that is all. */
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
