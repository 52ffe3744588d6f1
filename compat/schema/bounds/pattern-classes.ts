/** Code points as sorted ranges that do not touch or overlap. */
export type Ranges = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

const whitespace: Ranges = [
  [0x9, 0xd],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

/** Character classes of ECMA-262 without case folding, by escape, and `.`. */
const named: Readonly<Record<string, Ranges>> = {
  "\\d": [[0x30, 0x39]],
  "\\w": [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  "\\s": whitespace,
  ".": others([
    [0xa, 0xa],
    [0xd, 0xd],
    [0x2028, 0x2029],
  ]),
};

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Characters that a class, an escape or a character of a pattern matches. Undefined for other tokens. */
export function rangesOf(text: string): Ranges | undefined {
  if (text.startsWith("[")) return text.endsWith("]") ? classOf(text) : undefined;
  const own = named[text] ?? (/^\\[DWS]$/.test(text) ? others(named[text.toLowerCase()] ?? []) : undefined);
  if (own) return own;
  const code = codeOf(text);
  return code === undefined ? undefined : [[code, code]];
}

/** Union of ranges. */
export function joined(all: readonly Ranges[]): Ranges {
  const found: [number, number][] = [];
  for (const [from, to] of all.flat().toSorted(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

function others(ranges: Ranges): Ranges {
  const starts = [0, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), LAST];
  return starts.map((from, index) => [from, ends[index] ?? LAST] as const).filter(([from, to]) => from <= to);
}

function classOf(text: string): Ranges | undefined {
  const isDenied = text.startsWith("[^");
  const members =
    text.slice(isDenied ? 2 : 1, -1).match(/\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)|./gsu) ?? [];
  const all: Ranges[] = [];
  for (let position = 0; position < members.length; position++) {
    const [one = "", dash, other] = members.slice(position, position + 3);
    const isRange = dash === "-" && other !== undefined;
    const ranges = isRange ? between(inClass(one), inClass(other)) : inClass(one);
    if (!ranges) return undefined;
    all.push(ranges);
    if (isRange) position += 2;
  }
  return isDenied ? others(joined(all)) : joined(all);
}

/**
 * Characters that an item of a class matches. Few characters are special there: the backslash, and \b is a backspace.
 */
function inClass(text: string): Ranges | undefined {
  if (text === "\\b") return [[8, 8]];
  if (text === "\\-") return [[0x2d, 0x2d]];
  if (text === "[") return undefined;
  const code = [...text].length === 1 ? text.codePointAt(0) : undefined;
  return code === undefined ? rangesOf(text) : [[code, code]];
}

/** Range from one character to another. */
function between(one: Ranges | undefined, other: Ranges | undefined): Ranges | undefined {
  const [[from, fromEnd] = [0, -1], another] = one ?? [];
  const [[to, toEnd] = [0, -1], yetAnother] = other ?? [];
  return from === fromEnd && to === toEnd && from <= to && !another && !yetAnother ? [[from, to]] : undefined;
}

function codeOf(text: string): number | undefined {
  if (!text.startsWith("\\")) return /^[{}\]]$/.test(text) ? undefined : text.codePointAt(0);
  const hexadecimal = /^\\(?:u\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|x([\da-fA-F]{2}))$/.exec(text)?.slice(1).find(Boolean);
  if (hexadecimal !== undefined) {
    const code = Number.parseInt(hexadecimal, 16);
    // A surrogate may be half of a pair.
    return code > LAST || (code >= 0xd800 && code <= 0xdfff) ? undefined : code;
  }
  const letter = text.slice(1);
  return controls[letter] ?? (/^[\^$\\.*+?()[\]{}|/]$/.test(letter) ? letter.codePointAt(0) : undefined);
}
