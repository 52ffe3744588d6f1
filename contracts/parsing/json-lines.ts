import { lineBreaksIn, lineAtOffset } from "../text/line-breaks.ts";

/** A member of an object or array: where its key begins (an item's is the item itself), and where its value does. */
interface Member {
  readonly key: number;
  readonly value: number;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * For the tokens of a pointer into well-formed JSON text, the line of its key, or of the nearest
 * part of it that exists. Only what lies on the way is read, each object and array once; of
 * duplicate keys the last one counts, as in the parser.
 */
export function createJsonLineFinder(text: string): (tokens: readonly string[]) => number {
  const known = new Map<number, ReadonlyMap<string, Member>>();
  const breaks = lineBreaksIn(text);

  return (tokens) => {
    let at: Member = { key: spaceAfter(0), value: spaceAfter(0) };
    for (const token of tokens) {
      const member = membersAt(at.value).get(token);
      if (member === undefined) break;
      at = member;
    }
    return lineAtOffset(breaks, at.key);
  };

  function membersAt(start: number): ReadonlyMap<string, Member> {
    let members = known.get(start);
    if (!members) known.set(start, (members = readMembers(start)));
    return members;
  }

  function readMembers(start: number): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    const isRecord = text[start] === "{";
    if (!isRecord && text[start] !== "[") return members;
    let at = spaceAfter(start + 1);
    for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index++) {
      const key = at;
      const colon = isRecord ? spaceAfter(stringAfter(key)) : at;
      const value = isRecord ? spaceAfter(colon + 1) : at;
      members.set(isRecord ? (JSON.parse(text.slice(key, stringAfter(key))) as string) : String(index), { key, value });
      at = spaceAfter(valueAfter(value));
      if (text[at] === ",") at = spaceAfter(at + 1);
    }
    return members;
  }

  /** The offset behind the value that begins at one. */
  function valueAfter(start: number): number {
    if (!'{["'.includes(text[start] ?? "")) return scalarAfter(start);
    let depth = 0;
    let at = start;
    // Character by character: all that is not on the way to a place goes through here.
    do {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = stringAfter(at);
      else {
        if (code === OPEN_RECORD || code === OPEN_LIST) depth++;
        else if (code === CLOSE_RECORD || code === CLOSE_LIST) depth--;
        at++;
      }
    } while (depth > 0 && at < text.length);
    return at;
  }

  function scalarAfter(start: number): number {
    const end = /[,\]}\s]/g;
    end.lastIndex = start;
    return end.exec(text)?.index ?? text.length;
  }

  function stringAfter(start: number): number {
    let end = start;
    do end = text.indexOf('"', end + 1);
    while (end > 0 && isEscaped(end));
    return end < 0 ? text.length : end + 1;
  }

  function isEscaped(quote: number): boolean {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
    return backslashes % 2 === 1;
  }

  function spaceAfter(start: number): number {
    let at = start;
    while (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === BYTE_ORDER_MARK) at++;
    return at;
  }
}
