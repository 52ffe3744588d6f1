import type { Json, JsonObject } from "./contract.ts";

const known = new WeakMap<JsonObject, ReadonlySet<string>>();

/**
 * The names of a document's members that begin with "x-", wherever they stand: most documents have few, so that who looks
 * for one of them need not look through the document. Found once for all of them.
 */
export function extensionsIn(document: JsonObject): ReadonlySet<string> {
  let names = known.get(document);
  if (!names) known.set(document, (names = namesIn(document)));
  return names;
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
      if (name.startsWith("x-")) names.add(name);
      const member = (value as JsonObject)[name];
      if (typeof member === "object" && member !== null) look(member);
    }
  }
}
