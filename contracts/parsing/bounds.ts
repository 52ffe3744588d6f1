import type { Json } from "../model/json.ts";
import { hash } from "node:crypto";
import { isRareName } from "../model/rare-names.ts";
import { shortened } from "../text/shortened.ts";

/** More than any document that a person wrote: the largest published ones have a million values. */
export const MAX_VALUES = 5_000_000;

const tooManyValues = `it holds more than ${MAX_VALUES / 1e6} million values`;

/** Deeper than any document that a person wrote; shallower than the stack. */
export const MAX_LEVELS = 1000;

/**
 * Longer than any pointer in a document that a person wrote. Many strings of more than 16,383 characters are slow as keys
 * of a Map: V8 hashes these by their length alone.
 */
const MAX_POINTER = 8000;

/** All pointers together: six times as much as in the largest published documents. */
const MAX_POINTERS = 400_000_000;

/** Strings that are longer are one to a Map of V8, where they have one length. */
const MOST_HASHED = 16_383;

/** Most strings of one such length. */
const MAX_SIMILAR = 100;

/** What there is in a parsed file. */
export interface Survey {
  /** Why it is too much to work with, if it is. */
  readonly excess?: string;
  /** A reason against strings as names, if they are too many and too long for that. */
  readonly excessOfStrings?: string;
  readonly values: number;
  /** How many members its objects have together. */
  readonly members: number;
  /** What its `$ref`s lead to before the "#", where that is not the file itself. */
  readonly references: ReadonlySet<string>;
  readonly rareNames: ReadonlySet<string>;
}

/**
 * Looks through a parsed file. YAML aliases can make a short file grow without end, or contain itself:
 * what they lead to counts as often as they do.
 */
export function survey(root: unknown): Survey {
  const references = new Set<string>();
  const rareNames = new Set<string>();
  let values = 0;
  let members = 0;
  let pointers = 0;
  let excessOfStrings: string | undefined;
  const similar = new Map<number, Set<string>>();
  const excess = exceeds(root, 0, 0);
  return {
    ...(excess !== undefined && { excess }),
    ...(excessOfStrings !== undefined && { excessOfStrings }),
    values,
    members,
    references,
    rareNames,
  };

  function exceeds(value: unknown, level: number, pointer: number): string | undefined {
    if (++values > MAX_VALUES) return tooManyValues;
    if (typeof value === "string" && value.length > MOST_HASHED) count(value);
    if (typeof value !== "object" || value === null) return undefined;
    if (level > MAX_LEVELS) return `it nests more than ${MAX_LEVELS} levels`;
    pointers += pointer;
    if (pointers > MAX_POINTERS)
      return `the pointers to its values have more than ${MAX_POINTERS / 1e6} million characters together`;
    if (Array.isArray(value)) {
      for (const item of value) {
        const found = exceeds(item, level + 1, pointer + 2);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    for (const key in value) {
      members++;
      if (isRareName(key)) rareNames.add(key);
      const item = (value as Record<string, unknown>)[key];
      if (key === "$ref" && typeof item === "string" && !item.startsWith("#")) note(item);
      const length = pointer + key.length + 1;
      if (length > MAX_POINTER)
        return `the name "${shortened(key)}" makes a pointer of more than ${MAX_POINTER} characters`;
      const found = exceeds(item, level + 1, length);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  function count(text: string): void {
    let digests = similar.get(text.length);
    if (!digests) similar.set(text.length, (digests = new Set()));
    if (digests.add(hash("sha256", text)).size > MAX_SIMILAR)
      excessOfStrings ??= `it holds more than ${MAX_SIMILAR} different strings of ${text.length} characters, such as "${shortened(text)}"`;
  }

  function note(reference: string): void {
    const end = reference.indexOf("#");
    references.add(end < 0 ? reference : reference.slice(0, end));
  }
}

/**
 * Parses a file of JSON that somebody else wrote.
 * @throws where it is no JSON, or more than can be worked with; the message is the reason.
 */
export function parseBounded(text: string): Json {
  // Some editors begin a file with a byte order mark (RFC 8259, section 8.1, lets readers pass over it).
  const value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
  const excess = excessOf(value);
  if (excess !== undefined) throw new Error(excess);
  return value;
}

/** What a parser says; where it ran out of stack, what that means. */
export function parserMessage(error: Error): string {
  return error.message.startsWith("Maximum call stack") ? "it nests too deep to be read" : error.message;
}

/** Why a parsed file is too much to work with, if it is. */
export function excessOf(root: unknown): string | undefined {
  return survey(root).excess;
}
