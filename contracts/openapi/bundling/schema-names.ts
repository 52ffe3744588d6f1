import type { Json, JsonObject } from "../../model/json.ts";
import { pathToFileURL } from "node:url";
import { isSame } from "../../schema/ajv.ts";
import type { Origin } from "../../model/contract.ts";
import { pointerOfFragment, valueAt } from "../../model/pointer.ts";
import { isSchemaNameKeyword } from "../../model/rare-names.ts";
import type { Sources } from "./read.ts";
import { splitReference } from "../../sources/reference.ts";
import { type Kind, isObject, visitTree } from "../../model/shapes.ts";

/** The schemas that have names of their own, in all files of a document (JSON Schema 2020-12, 8.2). */
export interface SchemaNames {
  /** The address that references are relative to where they stand: that of the nearest `$id`, or of the file. */
  baseAt(place: Origin): string;
  /** Where a reference leads by the `$id` of a schema, or by its `$anchor`; undefined where it leads to none. */
  find(reference: string, from: Origin): Origin | undefined;
  /** The schema of an `$anchor` that belongs to a file as a whole. */
  anchoredIn(file: string, anchor: string): Origin | undefined;
  /** Whether a schema has a name, or refers to one in a way of its own. */
  isNamed(schema: JsonObject): boolean;
  /** A schema without names: once every reference is a pointer, they would only change what that is relative to. */
  withoutNames(schema: JsonObject): JsonObject;
}

/** Undefined where no file has any, as in nearly all documents. */
export function schemaNamesIn({ values, rareNames }: Sources): SchemaNames | undefined {
  if (!rareNames?.values().some(isSchemaNameKeyword)) return undefined;
  const bases = new Map<string, string>();
  /** By address, or address and anchor; undefined where two that are not the same have one name. */
  const places = new Map<string, Origin | undefined>();
  const anchors = new Map<string, number>();
  for (const [file, root] of values)
    visitTree(root, kindOf(root), (node, kind, pointer) => note(node, kind, { file, pointer }));
  return {
    baseAt,
    find,
    anchoredIn: (file, anchor) => places.get(`${baseAt({ file, pointer: "" })}#${anchor}`),
    isNamed: (schema) => Object.keys(schema).some((key) => isSchemaNameKeyword(key) || key === "$dynamicRef"),
    withoutNames,
  };

  function note({ $id, $anchor, $dynamicAnchor }: JsonObject, kind: Kind, place: Origin): void {
    if (kind !== "schema") return;
    const address = typeof $id === "string" ? addressOf($id, baseAt(place)) : undefined;
    if (address !== undefined) {
      bases.set(keyOf(place), address);
      name(address, place);
    }
    for (const anchor of new Set([$anchor, $dynamicAnchor])) {
      if (typeof anchor !== "string") continue;
      anchors.set(anchor, (anchors.get(anchor) ?? 0) + 1);
      name(`${baseAt(place)}#${anchor}`, place);
    }
  }

  function name(text: string, place: Origin): void {
    if (!places.has(text)) places.set(text, place);
    else if (!isSame(valueOf(places.get(text)), valueOf(place))) places.set(text, undefined);
  }

  function valueOf(place: Origin | undefined): Json | undefined {
    return place && valueAt(values.get(place.file) as Json, place.pointer);
  }

  function baseAt({ file, pointer }: Origin): string {
    for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf("/", end - 1)) {
      const base = bases.get(keyOf({ file, pointer: pointer.slice(0, end) }));
      if (base !== undefined) return base;
    }
    // The name of a file of a commit is no address; one like that of a file is as good.
    return /^https?:/.test(file) ? file : pathToFileURL(file).href;
  }

  function find(reference: string, from: Origin): Origin | undefined {
    const { path, fragment } = splitReference(reference);
    const base = baseAt(from);
    const address = path === "" ? base : URL.parse(path, base)?.href;
    const pointer = pointerOfFragment(fragment);
    if (pointer !== "" && !pointer.startsWith("/")) return places.get(`${address}#${pointer}`);
    const resource = address === undefined ? undefined : places.get(address);
    return resource && { file: resource.file, pointer: resource.pointer + pointer };
  }

  /** An anchor that several schemas have stays: it tells a reference to it from one whose anchor is missing. */
  function isShared(key: string, value: Json): boolean {
    return key === "$dynamicAnchor" && typeof value === "string" && (anchors.get(value) ?? 0) > 1;
  }

  function withoutNames(schema: JsonObject): JsonObject {
    const { $dynamicRef, ...rest } = Object.fromEntries(
      Object.entries(schema).filter(([key, value]) => !isSchemaNameKeyword(key) || isShared(key, value)),
    ) as JsonObject;
    if ($dynamicRef === undefined) return rest;
    // Where one schema alone has the anchor, nothing that a validator has come through makes a difference.
    const isPlain = typeof $dynamicRef === "string" && anchors.get(splitReference($dynamicRef).fragment) === 1;
    return isPlain && rest["$ref"] === undefined ? { ...rest, $ref: $dynamicRef } : { ...rest, $dynamicRef };
  }
}

/** A file is a document of OpenAPI, or parts of one; or else a schema. */
function kindOf(root: Json): Kind {
  return isObject(root) && (root["paths"] !== undefined || root["components"] !== undefined) ? "document" : "schema";
}

/** The address that an `$id` gives; by one with a fragment, as earlier drafts had it, nothing is called here. */
function addressOf(id: string, base: string): string | undefined {
  const { path, fragment } = splitReference(id);
  return path === "" || fragment !== "" ? undefined : URL.parse(path, base)?.href;
}

function keyOf({ file, pointer }: Origin): string {
  return `${file}#${pointer}`;
}
