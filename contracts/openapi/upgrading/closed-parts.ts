import type { Json, JsonObject } from "../../model/json.ts";
import { type MutableOrigins, findOrigin } from "../../parsing/origins.ts";
import { join, targetPointer, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import { rewriteTree, visitTree } from "../../schema/document-tree.ts";
import { shortenText } from "../../text/shortened.ts";

/** Longest chain of references that is followed. */
const MAX_CHAIN = 100;

/** Most steps from a branch to its parts. */
const MAX_PART_DEPTH = 5;

/** Name, among the `$defs` of a schema, of a copy that does not forbid the members of other parts. */
const openedSuffix = "/$defs/opened";

/** Returns the reference to a schema itself, for one to its copy that was opened. */
export function withoutOpening(reference: string): string {
  if (reference.endsWith(openedSuffix)) return reference.slice(0, -openedSuffix.length);
  return reference;
}

/** Reads what the parts of an `allOf` forbid. */
export interface ClosedParts {
  /** The schema with its closing read as of the whole, and a note, if its parts forbid what another describes. */
  closeWhole(schema: JsonObject, pointer: string): { readonly schema: JsonObject; readonly note?: string };
  /** The converted document with the copies that its schemas refer to. */
  withOpened(converted: JsonObject, origins: MutableOrigins): JsonObject;
}

/** Compiles the reading of closed parts in a document: of schemas that `additionalProperties: false` closes each. */
export function createClosedParts(document: JsonObject, isVersion30: boolean): ClosedParts {
  const partsByReference = new Map<string, ReadonlySet<JsonObject>>();
  const openedPointers = new Set<string>();
  let siblingsByPointer: ReadonlyMap<string, readonly Json[]> | undefined;
  let chain = 0;
  return { closeWhole, withOpened };

  function closeWhole(schema: JsonObject, pointer: string): ReturnType<ClosedParts["closeWhole"]> {
    // An overlay may have changed the schema behind a copy since.
    if (typeof schema["$ref"] === "string") recordOpened(schema["$ref"]);
    const forbidden = Array.isArray(schema["allOf"]) ? findForbidden([...collectAppliedParts(schema)]) : undefined;
    if (forbidden === undefined || !isOutsideOthers(schema, pointer)) return { schema };
    const remedy = 'remove "additionalProperties" from the parts, and write "unevaluatedProperties": false beside it';
    return {
      schema: { ...open(schema), unevaluatedProperties: false },
      note: `A part of the allOf forbids "${shortenText(forbidden)}", which another has; the whole is read as closed: ${remedy}`,
    };
  }

  /**
   * True for a schema that, read as a whole, accepts no value of the other branches of a `oneOf`: it requires a member that
   * they forbid. Of two branches that accept a value, none is the one.
   */
  function isOutsideOthers(schema: JsonObject, pointer: string): boolean {
    siblingsByPointer ??= findSiblings(document);
    const siblings = siblingsByPointer.get(pointer) ?? [];
    if (siblings.length === 0) return true;
    const required = listRequiredNames([...collectAppliedParts(schema)]);
    return siblings.every((sibling) => {
      const parts = [...collectAppliedParts(sibling)];
      const known = new Set(parts.flatMap(listDeclaredNames));
      return parts.some(isClosedObject) && required.some((name) => !known.has(name));
    });
  }

  /** The schemas that all apply to a value: a schema, what it refers to, and the parts of its `allOf`. */
  function collectAppliedParts(schema: Json, seen = new Set<JsonObject>()): ReadonlySet<JsonObject> {
    if (!isObject(schema) || seen.has(schema)) return seen;
    const { $ref, allOf, nullable } = schema;
    // `nullable` makes a union of it.
    if (nullable === true && ($ref !== undefined || allOf !== undefined)) return seen;
    if (!isVersion30 || $ref === undefined) seen.add(schema);
    if (typeof $ref === "string") for (const part of partsBehind($ref)) seen.add(part);
    if (Array.isArray(allOf)) for (const part of allOf as readonly Json[]) collectAppliedParts(part, seen);
    return seen;
  }

  function partsBehind(reference: string): ReadonlySet<JsonObject> {
    let parts = partsByReference.get(reference);
    if (parts) return parts;
    partsByReference.set(reference, (parts = new Set()));
    const target = reference.startsWith("#") ? valueAt(document, targetPointer(reference)) : undefined;
    if (target === undefined || chain >= MAX_CHAIN) return parts;
    chain++;
    parts = collectAppliedParts(target);
    chain--;
    partsByReference.set(reference, parts);
    return parts;
  }

  function open(schema: JsonObject): JsonObject {
    const { additionalProperties, unevaluatedProperties, $ref, allOf, ...rest } = schema;
    const result: Record<string, Json> = rest;
    if (additionalProperties !== undefined && additionalProperties !== false)
      result["additionalProperties"] = additionalProperties;
    if (unevaluatedProperties !== undefined && unevaluatedProperties !== false)
      result["unevaluatedProperties"] = unevaluatedProperties;
    if (Array.isArray(allOf))
      result["allOf"] = (allOf as readonly Json[]).map((part) => (isObject(part) ? open(part) : part));
    if (typeof $ref === "string") result["$ref"] = openedReference($ref);
    return result;
  }

  function openedReference(reference: string): string {
    if (withoutOpening(reference) !== reference || ![...partsBehind(reference)].some(isClosedObject)) return reference;
    recordOpened(reference + openedSuffix);
    return reference + openedSuffix;
  }

  function recordOpened(reference: string): void {
    const own = withoutOpening(reference);
    if (own !== reference) openedPointers.add(targetPointer(own));
  }

  function withOpened(converted: JsonObject, origins: MutableOrigins): JsonObject {
    if (openedPointers.size === 0) return converted;
    const copies = new Map<string, JsonObject>();
    // Opening a schema may need copies of those that it refers to, which the loop then meets.
    for (const pointer of openedPointers) {
      const target = valueAt(converted, pointer);
      if (!isObject(target)) continue;
      const { $defs: _, ...copy } = open(target);
      copies.set(pointer, copy);
      origins.parts[pointer + openedSuffix] = findOrigin(origins, pointer);
    }
    return rewriteTree(converted, "document", (node, _, pointer) => {
      const copy = copies.get(pointer);
      if (copy) return { ...node, $defs: { ...(node["$defs"] as JsonObject | undefined), opened: copy } };
      return node;
    }) as JsonObject;
  }
}

/** The other branches of each branch of a `oneOf` without a discriminator, by the pointers of its parts. */
function findSiblings(document: JsonObject): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  visitTree(document, "document", ({ oneOf, discriminator }, kind, pointer) => {
    if (kind !== "schema" || !Array.isArray(oneOf) || discriminator !== undefined) return;
    const branches = oneOf as readonly Json[];
    for (const [index, branch] of branches.entries())
      addSiblings(branch, join(pointer, "oneOf", String(index)), branches.toSpliced(index, 1));
  });
  return found;

  function addSiblings(part: Json, pointer: string, siblings: readonly Json[], depth = 0): void {
    if (!isObject(part) || depth > MAX_PART_DEPTH) return;
    const { $ref, allOf } = part;
    found.set(pointer, [...(found.get(pointer) ?? []), ...siblings]);
    if (typeof $ref === "string" && $ref.startsWith("#")) {
      const target = targetPointer($ref);
      addSiblings(valueAt(document, target) ?? null, target, siblings, depth + 1);
    }
    const parts = Array.isArray(allOf) ? (allOf as readonly Json[]) : [];
    for (const [index, each] of parts.entries())
      addSiblings(each, join(pointer, "allOf", String(index)), siblings, depth + 1);
  }
}

function isClosedObject(schema: JsonObject): boolean {
  return schema["additionalProperties"] === false && schema["patternProperties"] === undefined;
}

/**
 * A member that a closed part forbids though another describes it: one that is required, so that no value fits, or any,
 * if the parts are closed each and none is a narrower form of the others.
 */
function findForbidden(parts: readonly JsonObject[]): string | undefined {
  const closed = parts.filter(isClosedObject).map(listDeclaredNames);
  if (closed.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const name of closed.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isForbidden = (name: string): boolean => (counts.get(name) ?? 0) < closed.length;
  const described = new Set(parts.flatMap(listDeclaredNames));
  const missing = listRequiredNames(parts).find((name) => described.has(name) && isForbidden(name));
  if (missing !== undefined) return missing;
  const isEachClosed = parts.every((part) => isClosedObject(part) || listDeclaredNames(part).length === 0);
  const owned = closed.map((names) => names.find(isForbidden));
  const areApart = closed.every((names, index) => names.length === 0 || owned[index] !== undefined);
  if (isEachClosed && areApart) return owned.find((name) => name !== undefined);
  return undefined;
}

function listRequiredNames(parts: readonly JsonObject[]): readonly string[] {
  return parts.flatMap(({ required }) => (Array.isArray(required) ? (required as Json[]).map(String) : []));
}

function listDeclaredNames({ properties }: JsonObject): string[] {
  if (isObject(properties)) return Object.keys(properties);
  return [];
}
