import type { Json, JsonObject } from "./json.ts";

const known = new WeakMap<JsonObject, ReadonlySet<string>>();

/** The first letters of "x-" and "$id": asked of every name of a document. */
const [X, DASH, DOLLAR] = [120, 45, 36];

/** By which a schema has a name of its own. */
const naming: ReadonlySet<string> = new Set(["$id", "$anchor", "$dynamicAnchor"]);

/**
 * The names that a document's members have, wherever they stand, of those that most documents do without: extensions
 * ("x-…"), "discriminator", and what names a schema. Who looks for one of them need not look through a document that lacks
 * it. Found once for all of them.
 */
export function rareNamesIn(document: JsonObject): ReadonlySet<string> {
  let names = known.get(document);
  if (!names) known.set(document, (names = namesIn(document)));
  return names;
}

/** Notes the rare names of a document that are known from its files. */
export function keepRareNames(document: JsonObject, names: ReadonlySet<string>): void {
  known.set(document, names);
}

/** Whether a name is one that most documents do without. */
export function isRare(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first === DOLLAR) return naming.has(name);
  return (first === X && name.charCodeAt(1) === DASH) || name === "discriminator";
}

/** Whether a schema has a name of its own by a keyword. */
export function isNaming(keyword: string): boolean {
  return naming.has(keyword);
}

function namesIn(document: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  look(document);
  return names;

  function look(value: object): void {
    if (Array.isArray(value)) {
      for (const item of value as readonly Json[]) if (typeof item === "object" && item !== null) look(item);
      return;
    }
    for (const name in value) {
      if (isRare(name)) names.add(name);
      const member = (value as JsonObject)[name];
      if (typeof member === "object" && member !== null) look(member);
    }
  }
}
