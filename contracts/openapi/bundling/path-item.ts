import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin } from "../../model/contract.ts";
import type { ResolveReference } from "./resolve-reference.ts";
import { join, referenceTo } from "../../model/pointer.ts";
import { splitReference } from "../../sources/reference.ts";
import { isObject } from "../../model/shapes.ts";
import { listChildNodes } from "../../schema/document-tree.ts";

const MAX_HOPS = 20;

/** Markers that apply to the parts of their own path item, and not to the members beside a `$ref` to it. */
const basisMarkers = ["x-spec", "x-assumed"];

/**
 * Merges a path item that has members beside its `$ref`. The result has its own members, which win, and references to
 * the parts of the referenced path item. A path item with an unresolved `$ref` is not changed.
 */
export function mergedPathItem(
  item: JsonObject,
  from: Origin,
  { resolveReference, countCopies }: MergeOptions,
): JsonObject {
  const { $ref, ...own } = item;
  if (typeof $ref !== "string" || Object.keys(own).length === 0) return item;
  const referencedMembers = resolvedMembers($ref, { from, resolveReference, hops: 0 });
  if (referencedMembers) return { ...nodeReferences(referencedMembers, $ref, countCopies), ...own };
  return item;
}

interface MergeOptions {
  readonly resolveReference: ResolveReference;
  /** Counts values that are copied. */
  readonly countCopies: (values: number) => void;
}

interface ResolveOptions {
  readonly from: Origin;
  readonly resolveReference: ResolveReference;
  readonly hops: number;
}

/** Returns the members of a reference target. The target can have a `$ref` itself. */
function resolvedMembers(reference: string, { from, resolveReference, hops }: ResolveOptions): JsonObject | undefined {
  const resolved = resolveReference(reference, from);
  if ("failure" in resolved || !isObject(resolved.value) || hops === MAX_HOPS) return undefined;
  const { $ref, ...own } = resolved.value;
  if (typeof $ref !== "string") return own;
  const referencedMembers = resolvedMembers($ref, { from: resolved.origin, resolveReference, hops: hops + 1 });
  return referencedMembers && { ...referencedMembers, ...own };
}

/** Returns a path item with references to the nodes of another one, and copies of its other members. */
function nodeReferences(item: JsonObject, reference: string, countCopies: MergeOptions["countCopies"]): JsonObject {
  const { path, fragment } = splitReference(reference);
  const itemMarkers = Object.fromEntries(Object.entries(item).filter(([name]) => basisMarkers.includes(name)));
  const referenceToNode = (pointer: string): JsonObject => ({
    ...itemMarkers,
    $ref: `${path}#${fragment}${referenceTo(pointer).slice(1)}`,
  });
  const nodes = new Set(listChildNodes(item, "pathItem", "").map(({ pointer }) => pointer));
  countCopies(nodes.size);
  const withReferences = (value: Json, pointer: string): Json => {
    if (nodes.has(pointer)) return referenceToNode(pointer);
    if (Array.isArray(value)) return value.map((one: Json, index) => withReferences(one, join(pointer, index)));
    return value;
  };
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !basisMarkers.includes(name))
      .map(([name, value]) => [name, withReferences(value, join("", name))]),
  );
}
