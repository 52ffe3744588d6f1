import type { Json, JsonObject } from "../../model/json.ts";
import { pathToFileURL } from "node:url";
import { areEqualJson as isEqualJson } from "../../schema/ajv.ts";
import type { Origin } from "../../model/contract.ts";
import { pointerOfFragment, valueAt } from "../../model/pointer.ts";
import { isSchemaNameKeyword } from "../../model/rare-names.ts";
import type { DocumentSources } from "./read.ts";
import { splitReference } from "../../sources/reference.ts";
import { isObject } from "../../model/shapes.ts";
import { type NodeKind, visitTree } from "../../schema/document-tree.ts";

/** Schemas with `$id` or an anchor, in all files of a document (JSON Schema 2020-12, section 8.2). */
export interface SchemaNames {
  /** Returns the base URL for references at a location: the nearest `$id`, or the file. */
  baseUrlAt(origin: Origin): string;
  /** Returns the schema that a reference names by `$id` or `$anchor`, or undefined. */
  findSchema(reference: string, from: Origin): Origin | undefined;
  /** Returns the schema with an anchor that belongs to a whole file. */
  anchoredIn(file: string, anchor: string): Origin | undefined;
  /** Returns true if a schema has a name or a `$dynamicRef`. */
  hasName(schema: JsonObject): boolean;
  /** Removes the names of a schema. After bundling, all references are pointers, and names would change their base. */
  withoutNames(schema: JsonObject): JsonObject;
}

/** Collects the named schemas of all files. Returns undefined if there are none, as in nearly all documents. */
export function collectNamedSchemas({ values, rareNames }: DocumentSources): SchemaNames | undefined {
  if (!rareNames?.values().some(isSchemaNameKeyword)) return undefined;
  const bases = new Map<string, string>();
  /** Schemas by URL, or URL and anchor. Undefined if two different schemas have the same name. */
  const schemasByName = new Map<string, Origin | undefined>();
  const anchors = new Map<string, number>();
  for (const [file, root] of values)
    visitTree(root, rootKind(root), (node, kind, pointer) => addSchema(node, kind, { file, pointer }));
  return {
    baseUrlAt: findBaseUrl,
    findSchema,
    anchoredIn: (file, anchor) => schemasByName.get(`${findBaseUrl({ file, pointer: "" })}#${anchor}`),
    hasName: (schema) => Object.keys(schema).some((key) => isSchemaNameKeyword(key) || key === "$dynamicRef"),
    withoutNames,
  };

  function addSchema({ $id, $anchor, $dynamicAnchor }: JsonObject, kind: NodeKind, origin: Origin): void {
    if (kind !== "schema") return;
    const url = typeof $id === "string" ? resolveId($id, findBaseUrl(origin)) : undefined;
    if (url !== undefined) {
      bases.set(originKey(origin), url);
      addName(url, origin);
    }
    for (const anchor of new Set([$anchor, $dynamicAnchor])) {
      if (typeof anchor !== "string") continue;
      anchors.set(anchor, (anchors.get(anchor) ?? 0) + 1);
      addName(`${findBaseUrl(origin)}#${anchor}`, origin);
    }
  }

  function addName(text: string, origin: Origin): void {
    if (!schemasByName.has(text)) schemasByName.set(text, origin);
    else if (!isEqualJson(findSchemaByOrigin(schemasByName.get(text)), findSchemaByOrigin(origin)))
      schemasByName.set(text, undefined);
  }

  function findSchemaByOrigin(origin: Origin | undefined): Json | undefined {
    return origin && valueAt(values.get(origin.file) as Json, origin.pointer);
  }

  function findBaseUrl({ file, pointer }: Origin): string {
    for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf("/", end - 1)) {
      const base = bases.get(originKey({ file, pointer: pointer.slice(0, end) }));
      if (base !== undefined) return base;
    }
    // A git address is not a URL, so it is converted like a path.
    if (/^https?:/.test(file)) return file;
    return pathToFileURL(file).href;
  }

  function findSchema(reference: string, from: Origin): Origin | undefined {
    const { path, fragment } = splitReference(reference);
    const base = findBaseUrl(from);
    const url = path === "" ? base : URL.parse(path, base)?.href;
    const pointer = pointerOfFragment(fragment);
    if (pointer !== "" && !pointer.startsWith("/")) return schemasByName.get(`${url}#${pointer}`);
    const resource = url === undefined ? undefined : schemasByName.get(url);
    return resource && { file: resource.file, pointer: resource.pointer + pointer };
  }

  /** Returns true for a dynamic anchor that several schemas have. It stays, so that references to it remain valid. */
  function isShared(key: string, value: Json): boolean {
    return key === "$dynamicAnchor" && typeof value === "string" && (anchors.get(value) ?? 0) > 1;
  }

  function withoutNames(schema: JsonObject): JsonObject {
    const { $dynamicRef, ...rest } = Object.fromEntries(
      Object.entries(schema).filter(
        ([key, value]) => !isSchemaNameKeyword(key) || typeof value !== "string" || isShared(key, value),
      ),
    ) as JsonObject;
    if ($dynamicRef === undefined) return rest;
    // With a single schema for the anchor, $dynamicRef has the same effect as $ref.
    const isPlain = typeof $dynamicRef === "string" && anchors.get(splitReference($dynamicRef).fragment) === 1;
    if (isPlain && rest["$ref"] === undefined) return { ...rest, $ref: $dynamicRef };
    return { ...rest, $dynamicRef };
  }
}

/** Returns the kind of a file: an OpenAPI document (or a part of one), or a schema. */
function rootKind(root: Json): NodeKind {
  if (isObject(root) && (root["paths"] !== undefined || root["components"] !== undefined)) return "document";
  return "schema";
}

/** Resolves an `$id`. Returns undefined for one with a fragment, which only earlier drafts allowed. */
function resolveId(id: string, base: string): string | undefined {
  const { path, fragment } = splitReference(id);
  if (path === "" || fragment !== "") return undefined;
  return URL.parse(path, base)?.href;
}

function originKey({ file, pointer }: Origin): string {
  return `${file}#${pointer}`;
}
