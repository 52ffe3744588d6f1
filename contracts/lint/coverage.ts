import type { JsonObject } from "../model/json.ts";
import { targetPointer, valueAt } from "../model/pointer.ts";
import { type Kind, childrenOf, isObject } from "../model/shapes.ts";
import { hasMarkers, isMarked } from "../model/standing.ts";

/** A part of a document that no marker covers. */
export interface Uncovered {
  readonly pointer: string;
  readonly kind: Kind;
}

/** What a marker has to cover; the rest of a document lies below these, or says nothing of the interface. */
const claims: ReadonlySet<Kind> = new Set(["operation", "parameter", "requestBody", "response", "schema"]);

/**
 * The parts that no marker covers, in a document that has markers: those highest up, since a marker
 * there covers what lies below and behind its `$ref`s. Components count where they are used.
 */
export function uncoveredIn(document: JsonObject): Uncovered[] {
  const uncovered = new Map<string, Uncovered>();
  const visited = new Set<string>();
  const { components, ...used } = document;
  if (!hasMarkers(document)) return [];
  visit(used, "document", "", false);
  const unused = isObject(components) ? childrenOf(components, "components", "/components") : [];
  for (const { node, kind, pointer } of unused) {
    if (!visited.has(`${pointer} true`) && !visited.has(`${pointer} false`)) {
      visit(node, kind, pointer, isMarked(document));
    }
  }
  return [...uncovered.values()];

  function visit(node: JsonObject, kind: Kind, pointer: string, inherited: boolean): void {
    const key = `${pointer} ${inherited}`;
    if (visited.has(key)) return;
    visited.add(key);
    const reference = node["$ref"];
    const isCovered = inherited || isMarked(node);
    const isFound = !isCovered && claims.has(kind) && reference === undefined;
    if (isFound) uncovered.set(pointer, { pointer, kind });
    const below = isCovered || isFound;
    if (typeof reference === "string") {
      const target = targetPointer(reference);
      const component = valueAt(document, target);
      if (isObject(component)) visit(component, kind, target, below);
    }
    for (const child of childrenOf(node, kind, pointer)) visit(child.node, child.kind, child.pointer, below);
  }
}
