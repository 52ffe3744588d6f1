import { omitUndefined } from "../model/omit-undefined.ts";
import type { Json } from "../model/json.ts";
import { hash } from "node:crypto";
import { isRareName } from "../model/rare-names.ts";
import { shortenText } from "../text/shortened.ts";

/** Maximum number of values in a file. The largest published documents have a million. */
export const MAX_VALUES = 5_000_000;

const tooManyValues = `it holds more than ${MAX_VALUES / 1e6} million values`;

/** Maximum nesting of a file: deeper than real documents, and shallow enough for the call stack. */
export const MAX_LEVELS = 1000;

/**
 * Maximum length of a pointer, above that of real documents. V8 hashes strings of more than 16,383 characters by their
 * length alone, so many of them as keys make a Map slow.
 */
const MAX_POINTER = 8000;

/** Maximum sum of the lengths of all pointers: six times that of the largest published documents. */
const MAX_POINTERS = 400_000_000;

/** Maximum length of strings that V8 hashes by content. Longer strings of one length have the same hash. */
const MAX_HASHED_LENGTH = 16_383;

/** Maximum number of different long strings of one length. */
const MAX_EQUAL_LENGTH = 100;

/** Counts and names found in a parsed file. */
export interface ValueSummary {
  /** Message about the first limit that the value exceeds. Absent if it exceeds none. */
  readonly exceededLimit?: string;
  /** Message about too many long strings of one length, which would be slow as keys. */
  readonly exceededStringLimit?: string;
  readonly values: number;
  /** Number of members of all objects. */
  readonly members: number;
  /** Other files that the `$ref`s of the file refer to. */
  readonly references: ReadonlySet<string>;
  readonly rareNames: ReadonlySet<string>;
}

/**
 * Counts the values of a parsed file and checks them against the limits. The target of a YAML alias counts at each use,
 * because aliases can expand a short file exponentially or form a cycle.
 */
export function summarizeValue(root: unknown): ValueSummary {
  const references = new Set<string>();
  const rareNames = new Set<string>();
  let values = 0;
  let members = 0;
  let pointerCharacters = 0;
  let exceededStringLimit: string | undefined;
  const digestsByLength = new Map<number, Set<string>>();
  const exceededLimit = checkValue(root, 0, 0);
  return omitUndefined({
    exceededLimit,
    exceededStringLimit,
    values,
    members,
    references,
    rareNames,
  });

  function checkValue(value: unknown, level: number, pointer: number): string | undefined {
    if (++values > MAX_VALUES) return tooManyValues;
    if (typeof value === "string" && value.length > MAX_HASHED_LENGTH) countLongString(value);
    if (typeof value !== "object" || value === null) return undefined;
    if (level > MAX_LEVELS) return `it nests more than ${MAX_LEVELS} levels`;
    pointerCharacters += pointer;
    if (pointerCharacters > MAX_POINTERS)
      return `the pointers to its values have more than ${MAX_POINTERS / 1e6} million characters together`;
    if (Array.isArray(value)) {
      for (const item of value) {
        const exceeded = checkValue(item, level + 1, pointer + 2);
        if (exceeded !== undefined) return exceeded;
      }
      return undefined;
    }
    for (const key in value) {
      members++;
      if (isRareName(key)) rareNames.add(key);
      const item = (value as Record<string, unknown>)[key];
      if (key === "$ref" && typeof item === "string" && !item.startsWith("#")) addReference(item);
      const length = pointer + key.length + 1;
      if (length > MAX_POINTER)
        return `the name "${shortenText(key)}" makes a pointer of more than ${MAX_POINTER} characters`;
      const exceeded = checkValue(item, level + 1, length);
      if (exceeded !== undefined) return exceeded;
    }
    return undefined;
  }

  function countLongString(text: string): void {
    let digests = digestsByLength.get(text.length);
    if (!digests) digestsByLength.set(text.length, (digests = new Set()));
    if (digests.add(hash("sha256", text)).size > MAX_EQUAL_LENGTH)
      exceededStringLimit ??= `it holds more than ${MAX_EQUAL_LENGTH} different strings of ${text.length} characters, such as "${shortenText(text)}"`;
  }

  function addReference(reference: string): void {
    const end = reference.indexOf("#");
    references.add(end < 0 ? reference : reference.slice(0, end));
  }
}

/**
 * Parses JSON from an untrusted file.
 * @throws if the text is not JSON or exceeds a limit. The message is the reason.
 */
export function parseBounded(text: string): Json {
  // Some editors write a byte order mark at the start, which readers may ignore (RFC 8259, section 8.1).
  const value = JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
  const exceededLimit = exceededValueLimit(value);
  if (exceededLimit !== undefined) throw new Error(exceededLimit);
  return value;
}

/** Returns the message of a parser error. A stack overflow is reported as too deep nesting. */
export function parserErrorMessage(error: Error): string {
  if (error.message.startsWith("Maximum call stack")) return "it nests too deep to be read";
  return error.message;
}

/** Returns a message about the first limit that a parsed file exceeds, or undefined. */
export function exceededValueLimit(root: unknown): string | undefined {
  return summarizeValue(root).exceededLimit;
}
