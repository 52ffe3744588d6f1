import type { Json, JsonObject } from "../model/json.ts";

/** Extension that replaces an unresolved `$ref`, so that a comparison treats the part as unknown. */
export const unresolvedMark = "x-unresolved-ref";

/** Returns the unresolved reference of a node, or undefined. */
export function readUnresolvedRef(node: Json | undefined): string | undefined {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return undefined;
  const reference = (node as JsonObject)[unresolvedMark];
  if (typeof reference === "string") return reference;
  return undefined;
}

/** Returns a schema with the same unresolved reference as a node, or undefined if the node has none. */
export function unresolvedSchema(node: JsonObject): JsonObject | undefined {
  const reference = readUnresolvedRef(node);
  if (reference === undefined) return undefined;
  return { [unresolvedMark]: reference };
}

/** Removes the mark from a source node, so that documents cannot set it. */
export function withoutMark(node: JsonObject): JsonObject {
  if (!Object.hasOwn(node, unresolvedMark)) return node;
  const { [unresolvedMark]: _, ...rest } = node;
  return rest;
}
