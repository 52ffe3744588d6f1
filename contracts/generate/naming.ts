import type { JsonObject } from "../model/json.ts";
import { seededHex } from "./seed.ts";

/** What a made-up value is made of. */
export interface Naming {
  /** The same seed gives the same text, another seed another one. */
  readonly seed: string;
  /** What the value stands for: the name of its member. */
  readonly label: string;
  /** What time it is (ISO 8601), where that matters. */
  readonly time?: string;
  /** Its place among others of its kind. */
  readonly index?: number;
  /** The object that holds it. */
  readonly owner?: Owner;
  /** Whether there is a value already: then this one is seldom needed, and need not be a pretty one. */
  readonly isGiven?: boolean;
}

/** An object that a value is made for. */
export interface Owner {
  readonly seed: string;
  readonly label: string;
  /** The seed of the whole that it is part of: the item of a list, or the value itself. */
  readonly around: string;
  /** What it holds: as it was given, and as it was made so far. */
  readonly members: readonly JsonObject[];
}

/** What time it is where nobody says. */
export const usualTime = "2026-01-05T12:00:00Z";

const identities = /(^|[_-])(id|uuid|sid|key|slug|number|code|token|secret)$|[a-z](Id|Key|Number|Code|Token|Secret)$/;
const containers = /^(data|items?|results?|records?|entries|entry|hits?|values?|list|attributes?|payload|content)$/i;
const ordinals = /^(position|rank|index|ordinal|sequence)$/i;

/** Whether a member tells a thing from others of its kind: no two things should have the same. */
export function isIdentity(name: string): boolean {
  return identities.test(name);
}

/** Whether a member counts the things of its kind, or tells them from each other. */
export function isCounted(name: string): boolean {
  return ordinals.test(name) || isIdentity(name);
}

/** The words of a name: "family", "name" for "familyName" and "family_name". */
export function wordsOf(name: string): readonly string[] {
  const split = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return split.filter((word) => word !== "");
}

/** Short and readable texts for a member, the best first: "family name 3f2a", "column_9c1e04aa". */
export function textsFor({ seed, label }: Naming): string[] {
  const words = wordsOf(label);
  const kind = words.length > 1 && words.at(-1) === "id" ? words.slice(0, -1) : words;
  const spaced = `${words.join(" ") || "text"} ${seededHex(seed, 4)}`;
  const joined = `${kind.join("_") || "text"}_${seededHex(seed, 8)}`;
  return isIdentity(label) ? [joined] : [spaced, joined];
}

/** What a member is called, in an object that is called something itself: "column_id" for the id of a column. */
export function memberLabel(owner: string, name: string): string {
  return /^_?id$/.test(name) && owner !== "" ? `${owner}_id` : name;
}

/** What something is called that has a name which says nothing: as what holds it. */
export function meantLabel(label: string, owner: string): string {
  return containers.test(label) && owner !== "" ? owner : label;
}

/** What one item of a list is called: "capability" for "capabilities". */
export function itemLabel(list: string): string {
  return list
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1");
}
