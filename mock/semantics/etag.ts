import { hash } from "node:crypto";
import { cachedBy } from "../model/cached-by.ts";

/** Strong entity tag of a body (RFC 9110, section 8.8.3). Cached for as long as the bytes are. */
export const entityTagOf = cachedBy((body: Uint8Array): string => `"${hash("sha256", body, "hex").slice(0, 32)}"`);

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\u{10ffff}]*"/gu;

/** Value of If-Match or If-None-Match: any representation, or a list of entity tags. */
export type TagCondition = "*" | readonly string[];

/** Parses If-Match or If-None-Match. Ignores parts that are not entity tags. */
export function parseTagCondition(header: string): TagCondition {
  if (header.trim() === "*") return "*";
  return header.match(entityTag) ?? [];
}

/** True if an entity tag meets a condition. In a strong comparison, weak tags never match. */
export function matchesTag(tag: string | undefined, condition: TagCondition, comparison: "strong" | "weak"): boolean {
  if (tag === undefined) return false;
  if (condition === "*") return true;
  return condition.some((each) => (comparison === "weak" ? each.replace(/^W\//, "") : each) === tag);
}
