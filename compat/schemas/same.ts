import { type Contract, type Json, type JsonSchema, isObject, targetOf } from "../../contracts/index.ts";
import type { Place } from "./place.ts";

/** Whether the schemas at two lists of places say the same, as far as can be seen without reading them. */
export type Same = (base: readonly Place[], revision: readonly Place[]) => boolean;

/**
 * Compares schemas of two contracts, following `$ref`s, cycles too: two components are the same when
 * they are written the same and refer, under the same names, to components that are the same.
 */
export function createSame(base: Contract, revision: Contract): Same {
  const known = new Map<string, boolean>();

  return (ours, theirs) => {
    return (
      ours.length === theirs.length &&
      ours.every((place, index) => sameSchema(place.schema, (theirs[index] as Place).schema))
    );
  };

  function sameSchema(one: JsonSchema, other: JsonSchema): boolean {
    const references = new Set<string>();
    return isWrittenSame(one, other, references) && [...references].every(isSameComponent);
  }

  function isSameComponent(reference: string): boolean {
    if (!known.has(reference)) decide(reference);
    return known.get(reference) === true;
  }

  /** Decides a component and all it leads to: whoever leads to one that differs, differs. */
  function decide(start: string): void {
    const referrers = new Map<string, string[]>();
    const differing: string[] = [];
    const open = [start];
    const visited = new Set(open);
    for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
      const references = new Set<string>();
      const written = isWrittenSame(targetOf(base, reference), targetOf(revision, reference), references);
      if (!written) differing.push(reference);
      for (const next of written ? references : []) {
        if (known.get(next) === false) differing.push(reference);
        if (known.has(next)) continue;
        referrers.set(next, [...(referrers.get(next) ?? []), reference]);
        if (!visited.has(next)) open.push(next);
        visited.add(next);
      }
    }
    for (let reference = differing.pop(); reference !== undefined; reference = differing.pop()) {
      if (known.get(reference) === false) continue;
      known.set(reference, false);
      differing.push(...(referrers.get(reference) ?? []));
    }
    for (const reference of visited) if (!known.has(reference)) known.set(reference, true);
  }
}

/** Whether two values are written the same, names in any order; gathers the references in them. */
function isWrittenSame(one: Json, other: Json, references: Set<string>): boolean {
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, index) => isWrittenSame(item as Json, other[index] as Json, references));
  }
  if (!isObject(one)) return one === other;
  if (!isObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => {
    if (!Object.hasOwn(other, name)) return false;
    const value = one[name] as Json;
    if (name === "$ref" && typeof value === "string") references.add(value);
    return isWrittenSame(value, other[name] as Json, references);
  });
}
