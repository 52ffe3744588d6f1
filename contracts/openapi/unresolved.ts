import type { Json, JsonObject } from "../model/json.ts";

/** In place of a `$ref` that leads nowhere: who compares documents knows that what stands there is not known. */
export const unresolvedMark = "x-unresolved-ref";

/** The reference that stood where a node is, and led nowhere. */
export function unresolvedIn(node: Json | undefined): string | undefined {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return undefined;
  const reference = (node as JsonObject)[unresolvedMark];
  return typeof reference === "string" ? reference : undefined;
}

/** The schema of what leads nowhere, which does so too; undefined for all else. */
export function unknownIn(node: JsonObject): JsonObject | undefined {
  const reference = unresolvedIn(node);
  return reference === undefined ? undefined : { [unresolvedMark]: reference };
}

/** A node without the mark, which no document can set itself. */
export function withoutMark(node: JsonObject): JsonObject {
  if (!Object.hasOwn(node, unresolvedMark)) return node;
  const { [unresolvedMark]: _, ...rest } = node;
  return rest;
}
