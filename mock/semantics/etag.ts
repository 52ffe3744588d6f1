import { hash } from "node:crypto";

const tags = new WeakMap<Uint8Array, string>();

/** The strong entity tag of some bytes (RFC 9110, section 8.8.3); bytes that are kept have theirs kept, too. */
export function tagOf(body: Uint8Array): string {
  let tag = tags.get(body);
  if (tag === undefined) tags.set(body, (tag = `"${hash("sha256", body, "hex").slice(0, 32)}"`));
  return tag;
}

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\u{10ffff}]*"/gu;

/** What If-Match and If-None-Match name: any representation at all, or one of some. */
export type Named = "*" | readonly string[];

/** Reads a header of entity tags; what is no tag names nothing. */
export function readTags(header: string): Named {
  return header.trim() === "*" ? "*" : (header.match(entityTag) ?? []);
}

/** Whether a representation, if there is one, is among those named; a weak tag names none that must be the same byte for byte. */
export function isNamed(tag: string | undefined, named: Named, comparison: "strong" | "weak"): boolean {
  if (tag === undefined) return false;
  if (named === "*") return true;
  return named.some((each) => (comparison === "weak" ? each.replace(/^W\//, "") : each) === tag);
}
