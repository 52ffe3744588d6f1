import { isDate, nearestHint } from "../../contracts/index.ts";
import type { Reader } from "./options.ts";

/** Reads a text that `read` accepts. `expected` is a noun phrase for the error message. */
export function reader<Value>(expected: string, read: (text: string) => Value | undefined): Reader<Value> {
  return (text, name) => {
    const value = read(text);
    if (value !== undefined) return value;
    throw new RangeError(`${name} must be ${expected}, not "${text}"`);
  };
}

/** Reads an integer from `min` to `max`. */
export function whole(min = 0, max: number = Number.MAX_SAFE_INTEGER): Reader<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return reader(`a whole number ${range}`, (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    return undefined;
  });
}

/** Reads the number of a port to listen on. */
export const port = whole(0, 65_535);

/** Reads one of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  const listed =
    words.length > 3 ? `one of ${words.join(", ")}` : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  return (text, name) => {
    const word = words.find((each) => each === text);
    if (word !== undefined) return word;
    throw new RangeError(`${name} must be ${listed}, not "${text}"${nearestHint(text, words)}`);
  };
}

const units: Readonly<Record<string, number>> = { "": 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Reads a number of bytes: "64MB", or bytes without a unit. */
export const sizeInBytes = reader("a size such as 64MB or 500KB", (text) => {
  const [, digits, unit = ""] = /^(\d+) ?([KMG]B)?$/i.exec(text) ?? [];
  const bytes = Number(digits) * (units[unit.toUpperCase()] as number);
  if (Number.isSafeInteger(bytes)) return bytes;
  return undefined;
});

/** Reads a date. */
export const day = reader("a day such as 2026-01-31", (text) => (isDate(text) ? text : undefined));
