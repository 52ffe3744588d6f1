import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin } from "../../model/contract.ts";
import type { Find } from "./find.ts";
import { join, referenceTo } from "../../model/pointer.ts";
import { splitReference } from "../../sources/reference.ts";
import { childrenOf, isObject } from "../../model/shapes.ts";

const MAX_HOPS = 20;

/** Each applies to what stands in the path item that has it, and not to what stands beside a `$ref` to that. */
const markers = ["x-spec", "x-assumed"];

/**
 * A path item may have more beside its `$ref`. It becomes one without: of its own members, which win, and of references
 * to those behind it. What leads nowhere stays as it is.
 */
export function withReferred(item: JsonObject, from: Origin, { find, count }: Referring): JsonObject {
  const { $ref, ...own } = item;
  if (typeof $ref !== "string" || Object.keys(own).length === 0) return item;
  const referred = membersBehind($ref, { from, find, hops: 0 });
  return referred ? { ...referencesTo(referred, $ref, count), ...own } : item;
}

interface Referring {
  readonly find: Find;
  /** Receives the number of values that were copied. */
  readonly count: (values: number) => void;
}

interface Search {
  readonly from: Origin;
  readonly find: Find;
  readonly hops: number;
}

/** The members of what a reference leads to, which may have one itself. */
function membersBehind(reference: string, { from, find, hops }: Search): JsonObject | undefined {
  const found = find(reference, from);
  if ("failure" in found || !isObject(found.value) || hops === MAX_HOPS) return undefined;
  const { $ref, ...own } = found.value;
  if (typeof $ref !== "string") return own;
  const referred = membersBehind($ref, { from: found.origin, find, hops: hops + 1 });
  return referred && { ...referred, ...own };
}

/** A path item of references to the nodes of one that stands elsewhere; all else is what it is there. */
function referencesTo(item: JsonObject, reference: string, count: Referring["count"]): JsonObject {
  const { path, fragment } = splitReference(reference);
  const marks = Object.fromEntries(Object.entries(item).filter(([name]) => markers.includes(name)));
  const to = (pointer: string): JsonObject => ({
    ...marks,
    $ref: `${path}#${fragment}${referenceTo(pointer).slice(1)}`,
  });
  const nodes = new Set(childrenOf(item, "pathItem", "").map(({ pointer }) => pointer));
  count(nodes.size);
  const referring = (value: Json, pointer: string): Json => {
    if (nodes.has(pointer)) return to(pointer);
    return Array.isArray(value) ? value.map((one: Json, index) => referring(one, join(pointer, index))) : value;
  };
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => !markers.includes(name))
      .map(([name, value]) => [name, referring(value, join("", name))]),
  );
}
