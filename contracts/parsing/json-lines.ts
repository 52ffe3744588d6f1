import { findLineBreaks, lineAtOffset } from "../text/line-breaks.ts";

/** Offsets of the key and the value of an object member. For an array item, both are the offset of the item. */
interface JsonMember {
  readonly key: number;
  readonly value: number;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_RECORD, CLOSE_RECORD] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Creates a function that returns the line of the key for the tokens of a pointer. Without a match, the nearest parent
 * counts. Of duplicate keys the last counts, as in JSON.parse. The text must be valid JSON. Only objects and arrays on
 * the path are read, each once.
 */
export function createJsonLineFinder(text: string): (tokens: readonly string[]) => number {
  const membersByOffset = new Map<number, ReadonlyMap<string, JsonMember>>();
  const breaks = findLineBreaks(text);

  return (tokens) => {
    let nearest: JsonMember = { key: skipSpace(0), value: skipSpace(0) };
    for (const token of tokens) {
      const member = getJsonMembers(nearest.value).get(token);
      if (member === undefined) break;
      nearest = member;
    }
    return lineAtOffset(breaks, nearest.key);
  };

  function getJsonMembers(start: number): ReadonlyMap<string, JsonMember> {
    let members = membersByOffset.get(start);
    if (!members) membersByOffset.set(start, (members = readMembers(start)));
    return members;
  }

  function readMembers(start: number): ReadonlyMap<string, JsonMember> {
    const members = new Map<string, JsonMember>();
    const isRecord = text[start] === "{";
    if (!isRecord && text[start] !== "[") return members;
    let at = skipSpace(start + 1);
    for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index++) {
      const key = at;
      const keyEnd = isRecord ? skipString(key) : at;
      const value = isRecord ? skipSpace(skipSpace(keyEnd) + 1) : at;
      members.set(isRecord ? decodeJsonName(text.slice(key, keyEnd)) : String(index), { key, value });
      at = skipSpace(skipValue(value));
      if (text[at] === ",") at = skipSpace(at + 1);
    }
    return members;
  }

  function decodeJsonName(written: string): string {
    if (written.includes("\\")) return JSON.parse(written) as string;
    return written.slice(1, -1);
  }

  /** Returns the offset after the value that starts at the given offset. */
  function skipValue(start: number): number {
    if (!'{["'.includes(text[start] ?? "")) return skipScalar(start);
    let depth = 0;
    let at = start;
    // Performance: this loop skips all values that are not on the path.
    do {
      const code = text.charCodeAt(at);
      if (code === QUOTE) at = skipString(at);
      else {
        if (code === OPEN_RECORD || code === OPEN_LIST) depth++;
        else if (code === CLOSE_RECORD || code === CLOSE_LIST) depth--;
        at++;
      }
    } while (depth > 0 && at < text.length);
    return at;
  }

  function skipScalar(start: number): number {
    const end = /[,\]}\s]/g;
    end.lastIndex = start;
    return end.exec(text)?.index ?? text.length;
  }

  function skipString(start: number): number {
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

  function skipSpace(start: number): number {
    let at = start;
    while (text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === BYTE_ORDER_MARK) at++;
    return at;
  }
}
