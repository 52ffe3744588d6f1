import type { Json, JsonObject } from "../model/json.ts";
import { ToolError } from "../model/error.ts";
import { appendToken } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import { type Form, type NodeKind, isNodeKind, memberForms, nodeKinds } from "./member-forms.ts";

export type { NodeKind } from "./member-forms.ts";

/** Shape of a member: a node, or a map or list of nodes (`each`). A value of another form is no node. */
type ChildShape = NodeKind | { readonly each: NodeKind };

/** Members of each kind of node that hold nodes. "*" is any other member except extensions. */
const childShapesByKind = new Map(
  nodeKinds.map((kind) => [kind, new Map(Object.entries(memberForms[kind]).flatMap(toChildShape))]),
);

function toChildShape([name, { kind, holds }]: [string, Form]): [string, ChildShape][] {
  if (kind === undefined || !isNodeKind(kind)) return [];
  return [[name, holds === "value" ? kind : { each: kind }]];
}

const mapMembersByKind = new Map(
  nodeKinds.map((kind) => [
    kind,
    [...(childShapesByKind.get(kind) ?? [])].filter(([, shape]) => typeof shape === "object").map(([name]) => name),
  ]),
);

/** Maximum depth: deeper than real documents, and shallow enough for the call stack. */
const MAX_DEPTH = 400;

/** Returns the replacement of a node. The children of the replacement are rewritten next. */
export type Rewrite = (node: JsonObject, kind: NodeKind, pointer: string) => JsonObject | boolean;

/**
 * Rewrites a node of the given kind and all nodes below it, top down. Unchanged parts stay the same objects, so that the
 * document is not copied.
 */
export function rewriteTree(root: Json, kind: NodeKind, rewrite: Rewrite, pointer = "", depth = 0): Json {
  if (!isObject(root)) return root;
  if (depth > MAX_DEPTH) {
    throw new ToolError(
      "document-too-deep",
      `Cannot read "${pointer.slice(0, 80)}…": it nests more than ${MAX_DEPTH} levels`,
    );
  }
  const node = rewrite(root, kind, pointer);
  if (typeof node === "boolean") return node;
  // Performance: this loop visits every value of a document several times, so it allocates no closures.
  let result: Record<string, Json> | undefined;
  for (const key in node) {
    const value = node[key] as Json;
    if (typeof value !== "object" || value === null) continue;
    const child = childKind(kind, key);
    if (child === undefined) continue;
    const changed = rewriteChild(value, child, { rewrite, pointer: appendToken(pointer, key), depth: depth + 1 });
    if (changed !== value) define((result ??= { ...node }), key, changed);
  }
  return result ?? node;
}

interface RewriteStep {
  readonly rewrite: Rewrite;
  readonly pointer: string;
  readonly depth: number;
}

function rewriteChild(value: Json, child: ChildShape, { rewrite, pointer, depth }: RewriteStep): Json {
  if (typeof child === "string") return rewriteTree(value, child, rewrite, pointer, depth);
  return rewriteEach(value, (item, key) => rewriteTree(item, child.each, rewrite, appendToken(pointer, key), depth));
}

/** Calls `visit` for every node of the tree, from the top down. */
export function visitTree(
  root: Json,
  kind: NodeKind,
  visit: (node: JsonObject, kind: NodeKind, pointer: string) => void,
  rootPointer = "",
): void {
  rewriteTree(
    root,
    kind,
    (node, nodeKind, pointer) => {
      visit(node, nodeKind, pointer);
      return node;
    },
    rootPointer,
  );
}

/** Direct child of a node. */
export interface ChildNode {
  readonly node: JsonObject;
  readonly kind: NodeKind;
  readonly pointer: string;
}

/** Returns the direct children of a node. */
export function listChildNodes(node: JsonObject, kind: NodeKind, pointer: string): ChildNode[] {
  // Performance: this loop visits every value of a document, so it allocates only what it returns.
  const children: ChildNode[] = [];
  for (const key in node) {
    const value = node[key] as Json;
    if (typeof value !== "object" || value === null) continue;
    const child = childKind(kind, key);
    if (child === undefined) continue;
    const memberPointer = appendToken(pointer, key);
    if (typeof child === "string") {
      if (isObject(value)) children.push({ node: value, kind: child, pointer: memberPointer });
      continue;
    }
    for (const name in value) {
      const item = (value as JsonObject)[name] as Json;
      if (isObject(item)) children.push({ node: item, kind: child.each, pointer: appendToken(memberPointer, name) });
    }
  }
  return children;
}

/** Returns a node reduced to its members that are nodes, or maps or lists of nodes. */
export function onlyNodes(node: JsonObject, kind: NodeKind): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => childKind(kind, key) !== undefined));
}

/** Returns the names of the members that hold maps or lists of nodes. */
export function listMapMembers(kind: NodeKind): readonly string[] {
  return mapMembersByKind.get(kind) ?? [];
}

function childKind(kind: NodeKind, key: string): ChildShape | undefined {
  const childShapes = childShapesByKind.get(kind);
  return childShapes?.get(key) ?? (key.startsWith("x-") ? undefined : childShapes?.get("*"));
}

function rewriteEach(value: Json, change: (item: Json, key: string | number) => Json): Json {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const changed = items.map(change);
    if (changed.some((item, index) => item !== items[index])) return changed;
    return items;
  }
  if (!isObject(value)) return value;
  let result: Record<string, Json> | undefined;
  for (const key in value) {
    const item = value[key] as Json;
    const changed = key.startsWith("x-") && !isObject(item) ? item : change(item, key);
    if (changed !== item) define((result ??= { ...value }), key, changed);
  }
  return result ?? value;
}
