import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import { createRequire } from "node:module";
import type * as library from "json-p3";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  joinPointer,
  findJsonMedia,
  listMemberSchemas,
  mergesNestedObjects,
  listPropertyNames,
  readContentType,
  splitPointer,
  valueAtPath,
  withValueAtPath,
} from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import { type Refusal, findInvalidStatus } from "../model/problem.ts";
import { findConflictStatus } from "./conflicts.ts";
import { refuseRemovedMembers, violationsInItem } from "./members/forbidden-members.ts";
import { withWrapper, withoutWrapper } from "./bodies/wrapper.ts";

// Loaded by the first patch: few mocks receive one.
const require = createRequire(import.meta.url);

/** Result of a patch: the members that it sets, and the rest of the item. */
interface Patched {
  readonly body: JsonObject;
  readonly current: Stored;
}

/** Applies the patch of a call to an item. */
export type Patch = (current: Stored) => Patched | Refusal;

/**
 * Compiles patches of items: RFC 7396 ("application/merge-patch+json") and RFC 6902 ("application/json-patch+json").
 * Undefined for a body that is not a patch but contains the new members.
 */
export function createPatching(context: ResourceContext): (call: Call) => Patch | undefined {
  const { contract, role, representations, presenter, operation } = context;
  if (role.kind !== "update" || role.each !== undefined) return () => undefined;
  const patchPlace = findPatchPlace(context);
  const mergesObjects = mergesNestedObjects(contract, operation);
  return ({ request, input: { body } }) => {
    const { type } = readContentType(request.headers["content-type"]);
    if (body === undefined) return undefined;
    if (type === "application/merge-patch+json" || (mergesObjects && isObject(body)))
      return (current) => computePatched(current, merged(withWrapper(current.value, role), body), new Set());
    const patch = type === "application/json-patch+json" ? body : patchPlace && valueAtPath(body, patchPlace);
    if (patch === undefined) return undefined;
    return (current) => {
      const changed = operated(withPlaces(withWrapper(current.value, role), patch), patch);
      if ("refused" in changed) return changed;
      return computePatched(current, changed.value, removedPlaces(patch));
    };
  };

  /** An item with empty values where a patch changes a documented optional member, which other servers always have. */
  function withPlaces(document: JsonObject, patch: Json): JsonObject {
    const inItem = role.wrapper?.split(".") ?? [];
    let completed: Json = document;
    for (const { op, path } of (Array.isArray(patch) ? patch : []).filter(isObject)) {
      const [name = "", ...rest] = splitPointer(String(path)).slice(inItem.length);
      const place = [...inItem, name];
      const isKnown = representations.hasProperty(presenter.operation, name);
      if ((op !== "replace" && op !== "add") || !isKnown || valueAtPath(completed, place) !== undefined) continue;
      if (rest.length > 0) completed = withValueAtPath(completed, place, rest[0] === "-" ? [] : {});
      if (rest.length < 2 && op === "replace") completed = withValueAtPath(completed, [...place, ...rest], null);
    }
    return completed as JsonObject;
  }

  function computePatched(current: Stored, document: Json, removed: Set<string>): Patched | Refusal {
    const next = withoutWrapper(document, role);
    const isKeptByPatch = (name: string): boolean =>
      Object.hasOwn(next, name) || representations.isReadOnly(presenter.operation, name);
    const before = Object.entries(current.value);
    const body = Object.entries(next).filter(([name, value]) => current.value[name] !== value);
    const value = Object.fromEntries(before.filter(([name]) => isKeptByPatch(name)));
    const refusal = refuseRemovedMembers(context, { before: current.value, after: { ...value, ...next }, removed });
    return refusal ?? { body: Object.fromEntries(body), current: { ...current, value } };
  }

  /** Places in the item that a JSON patch removes, as pointers. A place in a list may have moved since. */
  function removedPlaces(patch: Json): Set<string> {
    const inItem = role.wrapper?.split(".").length ?? 0;
    const operations = (Array.isArray(patch) ? patch : []).filter(isObject);
    const pointers = [
      ...operations.filter(({ op }) => op === "remove").map(({ path }) => path),
      ...operations.filter(({ op }) => op === "move").map(({ from }) => from),
    ];
    return new Set(pointers.map((pointer) => joinPointer("", ...splitPointer(String(pointer)).slice(inItem))));
  }

  /** Applies all operations of a patch, or none. */
  function operated(document: JsonObject, patch: Json): { readonly value: Json } | Refusal {
    const { JSONPatchError, JSONPatchTestFailure, jsonpatch } = require("json-p3") as typeof library;
    try {
      const value = jsonpatch.apply(
        patch as unknown as library.jsonpatch.OpObject[],
        structuredClone(document) as never,
      );
      return { value: value as Json };
    } catch (error) {
      if (!(error instanceof JSONPatchError)) throw error;
      const status =
        error instanceof JSONPatchTestFailure ? findConflictStatus(operation) : findInvalidStatus(operation);
      return { refused: `The patch cannot be applied: ${error.message}`, status };
    }
  }
}

/**
 * Applies an update in other JSON. An object without a member that the shown item requires is a part of the stored one,
 * whose members it keeps. Null removes a member that cannot be null.
 */
export function withStoredParts(context: ResourceContext, current: Stored, sent: JsonObject): Patched | Refusal {
  const before = current.value;
  if (!Object.values(sent).some((value) => value === null || isObject(value))) return { body: sent, current };
  let body: Json = sent;
  let nulls: JsonObject = {};
  for (const { keyword, member = "", path } of violationsInItem(context, { ...before, ...sent })) {
    const [part, stored] = [valueAtPath(body, path), valueAtPath(before, path)];
    const isLacking = keyword === "required" && path.length > 0 && isObject(stored) && Object.hasOwn(stored, member);
    if (isLacking && isObject(part)) body = withValueAtPath(body, path, { ...stored, ...part });
    if (part === null) nulls = withValueAtPath(nulls, path, null) as JsonObject;
  }
  const whole = body as JsonObject;
  const after = merged({ ...before, ...whole }, nulls) as JsonObject;
  const isChanged = Object.keys(nulls).length > 0;
  const refusal = isChanged && refuseRemovedMembers(context, { before, after, removed: new Set() });
  return refusal || { body: whole, current };
}

/**
 * Place of a JSON patch in a body of other JSON, by its schema: entries with `op` and `path`. It is the body itself, or
 * one of its members. Undefined if there is none.
 */
function findPatchPlace({ contract, operation }: ResourceContext): readonly string[] | undefined {
  const schema = findJsonMedia(operation.body?.content ?? [])?.schema?.value;
  if (schema === undefined) return undefined;
  const isPatch = (each: JsonSchema): boolean => {
    const names = listPropertyNames(contract, { allOf: listMemberSchemas(contract, each, "items") });
    return names.has("op") && names.has("path");
  };
  if (isPatch(schema)) return [];
  const member = [...listPropertyNames(contract, schema)].find((name) =>
    listMemberSchemas(contract, schema, name).some(isPatch),
  );
  if (member === undefined) return undefined;
  return [member];
}

/** Applies a merge patch to a value (RFC 7396, section 2). Pure. */
export function merged(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, merged(result.get(name), value));
  }
  return Object.fromEntries(result);
}
