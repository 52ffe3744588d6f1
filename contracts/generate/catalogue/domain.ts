import type { Json } from "../../model/json.ts";
import type { Draw } from "./draw.ts";

/** Context of a generated value. */
export interface ValueContext {
  /** Words for the object that the value belongs to: "contact"; empty if unknown. */
  readonly owner: string;
  /** Maximum number of characters of a text. */
  readonly maxLength: number;
  /** Current time (ISO 8601). */
  readonly time: string;
  /** True if a request creates the object at that time. False for objects that existed before. */
  readonly isNew: boolean;
  /** Random choices for this value alone. */
  ownDraw(): Draw;
  /** Random choices that all members of a response share, or of one item in a list response. */
  wholeDraw(what: string): Draw;
  /** Random choices that all members of the same object share, so that a city has its own postcode. */
  objectDraw(what: string): Draw;
  /** A value made of such choices, once for members that follow each other. */
  ofObject<T>(what: string, make: (draw: Draw) => T): T;
  /** Value of another member of the object, by one of its names in words: "first name". */
  sibling(...names: readonly string[]): Json | undefined;
}

/** Generates the possible values for a name, best first. The schema decides which is used. */
export type CatalogueMaker<T> = (context: ValueContext) => T | readonly T[];

/**
 * Makers by name. A key lists names, separated by commas, each as words with spaces. A name matches everything that
 * ends with its words: "name" matches "contact name". The longest match wins. A dot separates the owner from the
 * member: "user.name" does not match user_name, and ".to" matches only a member named "to".
 */
export type Entries<T> = Readonly<Record<string, CatalogueMaker<T>>>;

/** Values of one domain. */
export interface Domain {
  readonly texts?: Entries<string>;
  readonly numbers?: Entries<number>;
  readonly booleans?: Entries<boolean>;
  /** Texts by format. The name "*" matches all names that are not listed. */
  readonly formats?: Readonly<Record<string, Entries<string>>>;
}

/** Text with the characters of URLs and file names: "Anna Müller" becomes "anna-muller". */
export function toSlug(text: string, between = "-"): string {
  const isAscii = /^[ -~]*$/.test(text);
  const plain = (isAscii ? text : text.normalize("NFKD").replaceAll(/\p{M}/gu, "")).toLowerCase();
  return plain
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "")
    .join(between);
}
