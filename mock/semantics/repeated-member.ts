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
  /** Names so far. Undefined for an array. */
  readonly names: Set<string> | undefined;
  /** Name or index of the current member. */
  key: string | number;
}

/** Pointer of the first member whose name its object already has. The text must be valid JSON. */
export function repeatedMember(text: string): string | undefined {
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
      open.push({ pointer, names: character === "{" ? new Set() : undefined, key: 0 });
    } else if (character === "}" || character === "]") open.pop();
    else if (character === "," && typeof inner?.key === "number") inner.key++;
    else if (character === ":" && inner?.names) {
      inner.key = JSON.parse(name) as string;
      if (inner.names.has(inner.key)) return joinPointer(inner.pointer, inner.key);
      inner.names.add(inner.key);
    }
  }
  return undefined;
}
