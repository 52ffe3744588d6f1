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
}

const identities = /(^|[_-])(id|uuid|sid|key|slug|number|code|token|secret)$|[a-z](Id|Key|Number|Code|Token|Secret)$/;
const ordinals = /^(position|rank|index|ordinal|sequence)$/i;

/** Whether a member tells a thing from others of its kind: no two things should have the same. */
export function isIdentity(name: string): boolean {
  return identities.test(name);
}

/** Whether a member counts the things of its kind, or tells them from each other. */
export function isCounted(name: string): boolean {
  return ordinals.test(name) || isIdentity(name);
}

/** Short and readable texts for a member, the best first: "family name 3f2a", "column_9c1e04aa". */
export function textsFor({ seed, label }: Naming): string[] {
  const words = label
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  const kind = words.length > 1 && words.at(-1) === "id" ? words.slice(0, -1) : words;
  const spaced = `${words.join(" ") || "text"} ${seededHex(seed, 4)}`;
  const joined = `${kind.join("_") || "text"}_${seededHex(seed, 8)}`;
  return isIdentity(label) ? [joined] : [spaced, joined];
}

/** What a member is called, in an object that is called something itself: "column_id" for the id of a column. */
export function memberLabel(owner: string, name: string): string {
  return /^_?id$/.test(name) && owner !== "" ? `${owner}_id` : name;
}

/** What one item of a list is called: "capability" for "capabilities". */
export function itemLabel(list: string): string {
  return list.replace(/ies$/, "y").replace(/s$/, "");
}
