import type { Json } from "../../model/json.ts";
import type { Draw } from "./draw.ts";

/** What a value is made for. */
export interface Making {
  /** What it belongs to, in words: "contact"; empty where that is not known. */
  readonly owner: string;
  /** How many characters a text may have. */
  readonly room: number;
  /** What time it is (ISO 8601). */
  readonly time: string;
  /** Whether the object is made at that time, and not merely shown. */
  readonly isNew: boolean;
  /** Choices that are this value's own. */
  own(): Draw;
  /** Choices about something that all members of the same whole share: an answer, or one item of its list. */
  around(what: string): Draw;
  /** Choices about something that all members of the same object share: so a city goes with its postcode. */
  shared(what: string): Draw;
  /** What the object holds already under one of some names, in words: "first name". */
  sibling(...names: readonly string[]): Json | undefined;
}

/** Makes what could stand in a place, the best first; the schema decides. */
export type Maker<T> = (making: Making) => T | readonly T[];

/**
 * By name: words with spaces, several names with commas. "name" stands for everything that ends so,
 * "contact name" for a contact's name and what ends with these words; of several the longest counts.
 * A dot is where the owner ends and the member begins: "user.name" is no user_name, and ".to" is all
 * that the member is called.
 */
export type Entries<T> = Readonly<Record<string, Maker<T>>>;

/** What values of one field of life look like. */
export interface Domain {
  readonly texts?: Entries<string>;
  readonly numbers?: Entries<number>;
  readonly booleans?: Entries<boolean>;
  /** Texts of a format, by format; what the name "*" has is for all names that are not listed. */
  readonly formats?: Readonly<Record<string, Entries<string>>>;
}

/** A text in the letters that addresses and names of files have: "Anna Müller" gives "anna-muller". */
export function lettersOf(text: string, between = "-"): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join(between);
}
