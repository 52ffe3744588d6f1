import type { JsonObject } from "../../../../contracts/model/json.ts";
import { targetPointer, valueAt } from "../../../../contracts/model/pointer.ts";
import { isObject } from "../../../../contracts/model/shapes.ts";
import { type NodeKind, listChildNodes } from "../../../../contracts/schema/document-tree.ts";
import { hasMarkers, hasOwnMarker } from "../../../../contracts/schema/standing.ts";

/** Part of a document that no marker covers. */
export interface Uncovered {
  readonly pointer: string;
  readonly kind: NodeKind;
}

/** Kinds of nodes that a marker must cover. All other nodes are below these, or do not describe the interface. */
const kindsToCover: ReadonlySet<NodeKind> = new Set(["operation", "parameter", "requestBody", "response", "schema"]);

/**
 * Parts that no marker covers, in a document with markers. Only the topmost parts are listed, because a marker there
 * covers all below and behind its `$ref`s. A component counts where it is used.
 */
export function uncoveredIn(document: JsonObject): Uncovered[] {
  const uncovered = new Map<string, Uncovered>();
  const visited = new Set<string>();
  const { components, ...used } = document;
  if (!hasMarkers(document)) return [];
  visit(used, "document", "", false);
  const unused = isObject(components) ? listChildNodes(components, "components", "/components") : [];
  for (const { node, kind, pointer } of unused) {
    if (!visited.has(`${pointer} true`) && !visited.has(`${pointer} false`)) {
      visit(node, kind, pointer, hasOwnMarker(document));
    }
  }
  return [...uncovered.values()];

  function visit(node: JsonObject, kind: NodeKind, pointer: string, inherited: boolean): void {
    const key = `${pointer} ${inherited}`;
    if (visited.has(key)) return;
    visited.add(key);
    const reference = node["$ref"];
    const isCovered = inherited || hasOwnMarker(node);
    const isTopmost = !isCovered && kindsToCover.has(kind) && reference === undefined;
    if (isTopmost) uncovered.set(pointer, { pointer, kind });
    const isCoveredBelow = isCovered || isTopmost;
    if (typeof reference === "string") {
      const target = targetPointer(reference);
      const component = valueAt(document, target);
      if (isObject(component)) visit(component, kind, target, isCoveredBelow);
    }
    for (const child of listChildNodes(node, kind, pointer))
      visit(child.node, child.kind, child.pointer, isCoveredBelow);
  }
}
