import { type Json, joinPointer } from "../../contracts/index.ts";
import { closingQuote } from "../model/nesting.ts";

/** Number of members of all objects in a value. NaN if it nests deeper than a limit. */
export function memberCount(value: Json, limit: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (limit === 0) return Number.NaN;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) count += memberCount(item, limit - 1);
    return count;
  }
  for (const name in value)
    count += 1 + memberCount((value as Readonly<Record<string, Json>>)[name] as Json, limit - 1);
  return count;
}

/**
 * True if a text certainly has no more member names than that. Each name ends with a quote and perhaps white space before
 * its colon. Colons inside texts, such as those of times and URLs, rarely follow a quote or white space.
 */
export function hasAtMostMembers(text: string, most: number): boolean {
  let left = most;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE || before <= SPACE) left--;
    if (left < 0) return false;
  }
  return left >= 0;
}

const QUOTE = 0x22;
const SPACE = 0x20;

/** An object or an array that is not closed yet. */
interface OpenContainer {
  readonly pointer: string;
  /** Texts of the values so far, by name. Undefined for an array. */
  readonly texts: Map<string, string> | undefined;
  /** Name or index of the current member. */
  key: string | number;
  /** Index of the value of the current member. */
  start: number;
}

/** Pointer of the first member that its object has with two different values. The text must be valid JSON. */
export function findContradiction(text: string): string | undefined {
  const open: OpenContainer[] = [];
  let name = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    const inner = open.at(-1);
    if (character === '"') {
      const end = closingQuote(text, index);
      name = text.slice(index, end + 1);
      index = end;
    } else if (character === "{" || character === "[") {
      const pointer = inner ? joinPointer(inner.pointer, inner.key) : "";
      open.push({ pointer, texts: character === "{" ? new Map() : undefined, key: 0, start: -1 });
    } else if (character === "}" || character === "," || character === "]") {
      if (inner && isContradicted(inner, text, index)) return joinPointer(inner.pointer, inner.key);
      if (character !== ",") open.pop();
      else if (typeof inner?.key === "number") inner.key++;
    } else if (character === ":" && inner?.texts) {
      inner.key = JSON.parse(name) as string;
      inner.start = index + 1;
    }
  }
  return undefined;
}

/** True if the member of an object that ends at an index has another value than one of that name before. */
function isContradicted({ texts, key, start }: OpenContainer, text: string, end: number): boolean {
  if (!texts || typeof key === "number") return false;
  const value = text.slice(start, end).trim();
  const earlier = texts.get(key);
  texts.set(key, value);
  return earlier !== undefined && earlier !== value;
}
