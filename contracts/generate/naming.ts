import type { JsonObject } from "../model/json.ts";
import { oncePerText } from "../model/once-per-text.ts";
import { seededHex } from "./seed.ts";

/** Input for a generated value. */
export interface Naming {
  /** Seed: the same seed gives the same text, another seed another one. */
  readonly seed: string;
  /** Name of the member that the value is for. */
  readonly label: string;
  /** Current time (ISO 8601), if it matters. */
  readonly time?: string | undefined;
  /** Index among values of the same kind. */
  readonly index?: number | undefined;
  /** Object that contains the value. */
  readonly owner?: Owner | undefined;
  /** True if flags are off, unless their name says otherwise. */
  readonly isUsual?: boolean;
  /** True if a value is given already, so that this one is rarely used and need not look real. */
  readonly isGiven?: boolean;
}

/** Object that contains a generated value. */
export interface Owner {
  readonly seed: string;
  readonly label: string;
  /** Seed of the array item that contains the object, or of the root value. */
  readonly rootSeed: string;
  /** Members that were given, and members generated so far. */
  readonly members: readonly JsonObject[];
}

/** Default for the current time. */
export const usualTime = "2026-01-05T12:00:00Z";

const identities = /(^|[_-])(id|uuid|sid|key|slug|number|code|token|secret)$|[a-z](Id|Key|Number|Code|Token|Secret)$/;
const containers = /^(data|items?|results?|records?|entries|entry|hits?|values?|list|attributes?|payload|content)$/i;
const ordinals = /^(position|rank|index|ordinal|sequence)$/i;

/** Checks that a member identifies an object, so that its value should be unique. */
export const isIdentity = oncePerText((name) => identities.test(name));

/** Checks that a member counts or identifies objects. */
export const isCounted = oncePerText((name) => ordinals.test(name) || isIdentity(name));

/** Words of a name: "family" and "name" for "familyName" and "family_name". */
export const wordsOf = oncePerText((name): readonly string[] => {
  const split = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return split.filter((word) => word !== "");
});

/** Short readable texts for a member, best first: "family name 3f2a", "column_9c1e04aa". */
export function inventTexts({ seed, label }: Naming): string[] {
  const words = wordsOf(label);
  const kind = words.length > 1 && words.at(-1) === "id" ? words.slice(0, -1) : words;
  const spaced = `${words.join(" ") || "text"} ${seededHex(seed, 4)}`;
  const joined = `${kind.join("_") || "text"}_${seededHex(seed, 8)}`;
  if (isIdentity(label)) return [joined];
  return [spaced, joined];
}

/** Label of a member: "column_id" for the id of a column. */
export function memberLabel(owner: string, name: string): string {
  if ((name === "id" || name === "_id") && owner !== "") return `${owner}_id`;
  return name;
}

/** Label of a value. A generic name, such as "data", is replaced by that of the owner. */
export function specificLabel(label: string, owner: string): string {
  if (owner !== "" && isContainer(label)) return owner;
  return label;
}

const isContainer = oncePerText((label) => containers.test(label));

/** Label of one item of an array: "capability" for "capabilities". */
export const itemLabel = oncePerText((list) => {
  if (!list.endsWith("s")) return list;
  return list
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1");
});
