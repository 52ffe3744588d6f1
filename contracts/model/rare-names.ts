import type { Json, JsonObject } from "./json.ts";

const rareNamesByDocument = new WeakMap<JsonObject, ReadonlySet<string>>();

/** Character codes of "x", "-" and "$". Comparing codes is faster, and every member name of a document is checked. */
const [X, DASH, DOLLAR] = [120, 45, 36];

/** Keywords that give a schema an identifier. */
const schemaNameKeywords: ReadonlySet<string> = new Set(["$id", "$anchor", "$dynamicAnchor"]);

/**
 * Returns the rare member names that occur anywhere in a document: extensions ("x-…"), "discriminator" and the keywords
 * that identify a schema. A caller can skip a search for a name that is not in the set. The result is cached.
 */
export function findRareNames(document: JsonObject): ReadonlySet<string> {
  let names = rareNamesByDocument.get(document);
  if (!names) rareNamesByDocument.set(document, (names = collectRareNames(document)));
  return names;
}

/** Caches the rare names of a document that were found while its files were parsed. */
export function cacheRareNames(document: JsonObject, names: ReadonlySet<string>): void {
  rareNamesByDocument.set(document, names);
}

/** Returns true for a member name that most documents do not use. */
export function isRareName(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first === DOLLAR) return schemaNameKeywords.has(name);
  return (first === X && name.charCodeAt(1) === DASH) || name === "discriminator";
}

/** Returns true for a keyword that gives a schema an identifier. */
export function isSchemaNameKeyword(keyword: string): boolean {
  return schemaNameKeywords.has(keyword);
}

function collectRareNames(document: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  visitMemberNames(document);
  return names;

  function visitMemberNames(value: object): void {
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[])
        if (typeof item === "object" && item !== null) visitMemberNames(item);
      return;
    }
    for (const name in value) {
      if (isRareName(name)) names.add(name);
      const member = (value as JsonObject)[name];
      if (typeof member === "object" && member !== null) visitMemberNames(member);
    }
  }
}
