import {
  type Json,
  type JsonObject,
  type NodeKind,
  isObject,
  joinPointer,
  targetPointer,
  splitPointer,
  valueAt,
  visitTree,
} from "../../../contracts/index.ts";

/** Chooses an index below the count. */
export type PickIndex = (count: number) => number;

/** A change of one node of a document. */
export interface Rewriting {
  readonly name: string;
  /** True if it duplicates a part that is recognized only while both copies are identical, so no rewriting may follow. */
  readonly isLast?: true;
  rewrite(document: JsonObject, pick: PickIndex): JsonObject | undefined;
}

/** A node that a rewriting can change. */
export interface RewritableNode {
  readonly node: JsonObject;
  readonly pointer: string;
  readonly document: JsonObject;
}

/** All nodes of a kind in a document. */
export function nodesOfKind(document: JsonObject, kind: NodeKind): RewritableNode[] {
  const spots: RewritableNode[] = [];
  visitTree(document, "document", (node, nodeKind, pointer) => {
    if (nodeKind === kind) spots.push({ node, pointer, document });
  });
  return spots;
}

/** Checks that consumers call the operation at a pointer, unlike webhooks and callbacks. */
export function isConsumerOperation(pointer: string): boolean {
  return /^\/paths\/[^/]+\/[^/]+$/.test(pointer);
}

/** Creates a rewriting that changes one node of a kind, among those for which `change` returns a value. */
export function nodeRewriting(
  name: string,
  kind: NodeKind,
  change: (spot: RewritableNode, pick: PickIndex) => JsonObject | undefined,
): Rewriting {
  return {
    name,
    rewrite(document, pick) {
      const aimed =
        kind === "schema" || kind === "response" || kind === "requestBody" ? innerReferenceTargets(document) : [];
      const spots = nodesOfKind(document, kind).filter(
        ({ pointer }) => !aimed.some((target) => target.startsWith(`${pointer}/`)),
      );
      const start = spots.length === 0 ? 0 : pick(spots.length);
      for (const spot of [...spots.slice(start), ...spots.slice(0, start)]) {
        const changed = change(spot, pick);
        if (changed) return withValue(document, spot.pointer, changed);
      }
      return undefined;
    },
  };
}

/** Pointers inside components to which references exist: their enclosing nodes must not move. */
export function innerReferenceTargets(document: JsonObject): readonly string[] {
  const targets = new Set<string>();
  visitTree(document, "document", ({ $ref }) => {
    const pointer = typeof $ref === "string" ? targetPointer($ref) : "";
    if (splitPointer(pointer).length > 3) targets.add(pointer);
  });
  return [...targets];
}

/** Picks an item; undefined for an empty list. */
export function pickOne<T>(things: readonly T[], pick: PickIndex): T | undefined {
  return things.length === 0 ? undefined : things[pick(things.length)];
}

/** Replaces the value at a pointer, or removes it if the new value is undefined. */
export function withValue(document: JsonObject, pointer: string, value: Json | undefined): JsonObject {
  return replaceAt(document, splitPointer(pointer), value) as JsonObject;
}

function replaceAt(
  node: Json | undefined,
  [token, ...rest]: readonly string[],
  value: Json | undefined,
): Json | undefined {
  if (token === undefined) return value;
  if (Array.isArray(node)) {
    const items = node as readonly Json[];
    const inner = replaceAt(items[Number(token)], rest, value);
    return inner === undefined ? items.toSpliced(Number(token), 1) : items.with(Number(token), inner);
  }
  const members = isObject(node) ? node : {};
  const inner = replaceAt(Object.hasOwn(members, token) ? members[token] : undefined, rest, value);
  const entries = Object.entries(members);
  if (inner === undefined) return Object.fromEntries(entries.filter(([key]) => key !== token));
  const known = Object.hasOwn(members, token);
  return Object.fromEntries([
    ...entries.map(([key, old]): [string, Json] => [key, key === token ? inner : old]),
    ...(known ? [] : [[token, inner] as [string, Json]]),
  ]);
}

/** Copies an object without some members. */
export function without(node: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));
}

/** Adds a component to a document, and returns a reference to it. */
export function withComponent(
  document: JsonObject,
  section: string,
  component: Json,
): { readonly document: JsonObject; readonly reference: JsonObject } {
  const known = valueAt(document, joinPointer("/components", section));
  let index = 1;
  while (isObject(known) && Object.hasOwn(known, `Extracted${index}`)) index++;
  const pointer = joinPointer("/components", section, `Extracted${index}`);
  return { document: withValue(document, pointer, component), reference: { $ref: `#${pointer}` } };
}

/** The enclosing node a number of levels above a pointer. */
export function enclosingNode(document: JsonObject, pointer: string, levels = 1): Json | undefined {
  return valueAt(document, joinPointer("", ...splitPointer(pointer).slice(0, -levels)));
}
