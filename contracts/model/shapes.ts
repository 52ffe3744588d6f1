import type { Json, JsonObject } from "./json.ts";
import { ToolError } from "./error.ts";
import { below } from "./pointer.ts";

/** What a node of an OpenAPI document is. */
export type Kind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "callback"
  | "parameter"
  | "header"
  | "requestBody"
  | "mediaType"
  | "encoding"
  | "response"
  | "example"
  | "link"
  | "securityScheme"
  | "schema";

type Child = Kind | { readonly each: Kind } | { readonly maybe: Kind };

const each = (kind: Kind): Child => ({ each: kind });

/** Which members of a node are nodes, and of what kind; "*" stands for every other member. */
const shapes: Readonly<Record<Kind, Readonly<Record<string, Child>>>> = {
  document: { paths: each("pathItem"), webhooks: each("pathItem"), components: "components" },
  components: {
    schemas: each("schema"),
    responses: each("response"),
    parameters: each("parameter"),
    headers: each("header"),
    requestBodies: each("requestBody"),
    pathItems: each("pathItem"),
    callbacks: each("callback"),
    examples: each("example"),
    links: each("link"),
    securitySchemes: each("securityScheme"),
    "x-operations": each("operation"),
    "x-media-types": each("mediaType"),
  },
  pathItem: {
    parameters: each("parameter"),
    get: "operation",
    put: "operation",
    post: "operation",
    delete: "operation",
    options: "operation",
    head: "operation",
    patch: "operation",
    trace: "operation",
  },
  operation: {
    parameters: each("parameter"),
    requestBody: "requestBody",
    responses: each("response"),
    callbacks: each("callback"),
  },
  callback: { "*": "pathItem" },
  parameter: { schema: "schema", content: each("mediaType"), examples: each("example") },
  header: { schema: "schema", content: each("mediaType"), examples: each("example") },
  requestBody: { content: each("mediaType") },
  mediaType: { schema: "schema", encoding: each("encoding"), examples: each("example") },
  encoding: { headers: each("header") },
  response: { headers: each("header"), content: each("mediaType"), links: each("link") },
  example: {},
  link: {},
  securityScheme: {},
  schema: {
    properties: each("schema"),
    patternProperties: each("schema"),
    dependentSchemas: each("schema"),
    $defs: each("schema"),
    definitions: each("schema"),
    items: { maybe: "schema" },
    prefixItems: each("schema"),
    contains: "schema",
    contentSchema: "schema",
    additionalProperties: { maybe: "schema" },
    propertyNames: "schema",
    unevaluatedItems: { maybe: "schema" },
    unevaluatedProperties: { maybe: "schema" },
    allOf: each("schema"),
    anyOf: each("schema"),
    oneOf: each("schema"),
    not: "schema",
    if: "schema",
    then: "schema",
    else: "schema",
  },
};

const members = new Map(Object.entries(shapes).map(([kind, shape]) => [kind, new Map(Object.entries(shape))]));

const maps = Object.fromEntries(
  Object.entries(shapes).map(([kind, shape]) => [
    kind,
    Object.keys(shape).filter((name) => typeof shape[name] === "object" && "each" in shape[name]),
  ]),
) as Record<Kind, string[]>;

/** Deeper than any document a person wrote; shallower than the stack. */
const MAX_DEPTH = 400;

/** Receives a node and returns what stands in its place; children are visited afterwards. */
export type Rewrite = (node: JsonObject, kind: Kind, pointer: string) => JsonObject | boolean;

/**
 * A node of the given kind, top down, with every node below it passed through `rewrite`. What stays as it is stays the
 * same object, so that a document costs no second one.
 */
export function rewriteTree(root: Json, kind: Kind, rewrite: Rewrite, pointer = "", depth = 0): Json {
  if (!isObject(root)) return root;
  if (depth > MAX_DEPTH) {
    throw new ToolError(
      "document-too-deep",
      `Cannot read "${pointer.slice(0, 80)}…": it nests more than ${MAX_DEPTH} levels`,
    );
  }
  const node = rewrite(root, kind, pointer);
  if (typeof node === "boolean") return node;
  // Written out, and without functions of its own: it goes through every value of a document, several times.
  let result: Record<string, Json> | undefined;
  for (const key in node) {
    const value = node[key] as Json;
    if (typeof value !== "object" || value === null) continue;
    const child = childKind(kind, key);
    if (child === undefined) continue;
    const changed = rewriteChild(value, child, { rewrite, pointer: below(pointer, key), depth: depth + 1 });
    if (changed !== value) define((result ??= { ...node }), key, changed);
  }
  return result ?? node;
}

interface Below {
  readonly rewrite: Rewrite;
  readonly pointer: string;
  readonly depth: number;
}

function rewriteChild(value: Json, child: Child, { rewrite, pointer, depth }: Below): Json {
  if (typeof child === "string") return rewriteTree(value, child, rewrite, pointer, depth);
  if ("maybe" in child) return rewriteTree(value, child.maybe, rewrite, pointer, depth);
  return mapEach(value, (item, key) => rewriteTree(item, child.each, rewrite, below(pointer, key), depth));
}

/** Calls `visit` for every node of the tree, from the top down. */
export function visitTree(
  root: Json,
  kind: Kind,
  visit: (node: JsonObject, kind: Kind, pointer: string) => void,
): void {
  rewriteTree(root, kind, (node, nodeKind, pointer) => {
    visit(node, nodeKind, pointer);
    return node;
  });
}

/** Whether any object of a value satisfies a test, whether it is a node or not: soon answered, as it has no pointers. */
export function someObject(value: Json, test: (object: JsonObject) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item: Json) => someObject(item, test));
  const object = value as JsonObject;
  if (test(object)) return true;
  for (const key in object) if (someObject(object[key] as Json, test)) return true;
  return false;
}

/** A node right below another one. */
export interface ChildNode {
  readonly node: JsonObject;
  readonly kind: Kind;
  readonly pointer: string;
}

/** The nodes right below a node of some kind. */
export function childrenOf(node: JsonObject, kind: Kind, pointer: string): ChildNode[] {
  return Object.entries(node).flatMap(([key, value]) => {
    const child = childKind(kind, key);
    const at = below(pointer, key);
    if (child === undefined) return [];
    if (typeof child === "string") return nodesIn([[at, value]], child);
    if ("maybe" in child) return nodesIn([[at, value]], child.maybe);
    const entries = typeof value === "object" && value !== null ? Object.entries(value as JsonObject) : [];
    return nodesIn(
      entries.map(([name, item]) => [below(at, name), item]),
      child.each,
    );
  });
}

function nodesIn(places: readonly (readonly [pointer: string, value: Json])[], kind: Kind): ChildNode[] {
  return places.flatMap(([pointer, node]) => (isObject(node) ? [{ node, kind, pointer }] : []));
}

/** A node of some kind with those of its members only that are nodes, or maps of them. */
export function onlyNodes(node: JsonObject, kind: Kind): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([key]) => childKind(kind, key) !== undefined));
}

/** The members of a node of some kind that are maps (or lists) of nodes. */
export function mapsOf(kind: Kind): readonly string[] {
  return maps[kind];
}

/** Whether a value is a JSON object (not an array). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property, also one that is named "__proto__". */
export function define(target: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

function childKind(kind: Kind, key: string): Child | undefined {
  const known = members.get(kind);
  return known?.get(key) ?? (key.startsWith("x-") ? undefined : known?.get("*"));
}

function mapEach(value: Json, change: (item: Json, key: string | number) => Json): Json {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    const changed = items.map(change);
    return changed.some((item, index) => item !== items[index]) ? changed : items;
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
