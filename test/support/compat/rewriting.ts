import {
  type Json,
  type JsonObject,
  type Kind,
  isObject,
  joinPointer,
  targetPointer,
  tokensOf,
  valueAt,
  visitTree,
} from "../../../contracts/index.ts";

/** Chooses one of so many. */
export type Pick = (count: number) => number;

/** A way to write a document anew in one place; undefined where it has no such place. */
export interface Rewriting {
  readonly name: string;
  /** Whether it writes twice what is known for one to the letter only: nothing is rewritten after it. */
  readonly isLast?: true;
  rewrite(document: JsonObject, pick: Pick): JsonObject | undefined;
}

/** A node of a document. */
export interface Spot {
  readonly node: JsonObject;
  readonly pointer: string;
  readonly document: JsonObject;
}

/** The nodes of a kind, wherever they stand. */
export function spotsOf(document: JsonObject, kind: Kind): Spot[] {
  const spots: Spot[] = [];
  visitTree(document, "document", (node, nodeKind, pointer) => {
    if (nodeKind === kind) spots.push({ node, pointer, document });
  });
  return spots;
}

/** Whether what stands at a pointer is an operation that consumers call: callbacks stand in operations. */
export function isCalled(pointer: string): boolean {
  return /^\/paths\/[^/]+\/[^/]+$/.test(pointer);
}

/** Writes one node of a kind anew, chosen among those that `change` has an answer for. */
export function atNode(
  name: string,
  kind: Kind,
  change: (spot: Spot, pick: Pick) => JsonObject | undefined,
): Rewriting {
  return {
    name,
    rewrite(document, pick) {
      const aimed = kind === "schema" || kind === "response" || kind === "requestBody" ? deepTargets(document) : [];
      const spots = spotsOf(document, kind).filter(
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

/** Where references lead that do not lead to a component as such: what encloses these places must stay as it is. */
export function deepTargets(document: JsonObject): readonly string[] {
  const targets = new Set<string>();
  visitTree(document, "document", ({ $ref }) => {
    const pointer = typeof $ref === "string" ? targetPointer($ref) : "";
    if (tokensOf(pointer).length > 3) targets.add(pointer);
  });
  return [...targets];
}

/** One of some things; undefined where there is none. */
export function oneOf<T>(things: readonly T[], pick: Pick): T | undefined {
  return things.length === 0 ? undefined : things[pick(things.length)];
}

/** A document with another value at a pointer; without one, with nothing there. */
export function withValue(document: JsonObject, pointer: string, value: Json | undefined): JsonObject {
  return replaced(document, tokensOf(pointer), value) as JsonObject;
}

function replaced(
  node: Json | undefined,
  [token, ...rest]: readonly string[],
  value: Json | undefined,
): Json | undefined {
  if (token === undefined) return value;
  if (Array.isArray(node)) {
    const items = node as readonly Json[];
    const inner = replaced(items[Number(token)], rest, value);
    return inner === undefined ? items.toSpliced(Number(token), 1) : items.with(Number(token), inner);
  }
  const members = isObject(node) ? node : {};
  const inner = replaced(Object.hasOwn(members, token) ? members[token] : undefined, rest, value);
  const entries = Object.entries(members);
  if (inner === undefined) return Object.fromEntries(entries.filter(([key]) => key !== token));
  const known = Object.hasOwn(members, token);
  return Object.fromEntries([
    ...entries.map(([key, old]): [string, Json] => [key, key === token ? inner : old]),
    ...(known ? [] : [[token, inner] as [string, Json]]),
  ]);
}

/** An object without some members. */
export function without(node: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)));
}

/** A document with a further component, and the reference to it. */
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

/** The node that encloses a pointer's, so many levels up. */
export function around(document: JsonObject, pointer: string, levels = 1): Json | undefined {
  return valueAt(document, joinPointer("", ...tokensOf(pointer).slice(0, -levels)));
}
