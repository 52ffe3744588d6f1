import type { ResourceContext } from "./resource-context.ts";
import type { Stored } from "../state/stored.ts";
import { createRequire } from "node:module";
import type * as library from "json-p3";
import { type Json, type JsonObject, isObject, joinPointer, readContentType, tokensOf } from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import { type Refusal, invalidStatus } from "../model/problem.ts";
import { conflictStatusOf } from "./conflicts.ts";
import { refuseRemovedMembers } from "./members/forbidden-members.ts";
import { withoutWrapper, withWrapper } from "./resource.ts";

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
  const { role, representations, presenter, operation } = context;
  if (role.kind !== "update" || role.each !== undefined) return () => undefined;
  return ({ request, input: { body } }) => {
    const { type } = readContentType(request.headers["content-type"]);
    if (body === undefined) return undefined;
    if (type === "application/merge-patch+json")
      return (current) => outcomeOf(current, merged(withWrapper(current.value, role), body), new Set());
    if (type !== "application/json-patch+json") return undefined;
    return (current) => {
      const changed = operated(withWrapper(current.value, role), body);
      return "refused" in changed ? changed : outcomeOf(current, changed.value, removedPlaces(body));
    };
  };

  function outcomeOf(current: Stored, document: Json, removed: Set<string>): Patched | Refusal {
    const next = withoutWrapper(document, role);
    const isKept = (name: string): boolean =>
      Object.hasOwn(next, name) || representations.isReadOnly(presenter.operation, name);
    const before = Object.entries(current.value);
    const body = Object.entries(next).filter(([name, value]) => current.value[name] !== value);
    const value = Object.fromEntries(before.filter(([name]) => isKept(name)));
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
    return new Set(pointers.map((pointer) => joinPointer("", ...tokensOf(String(pointer)).slice(inItem))));
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
      const status = error instanceof JSONPatchTestFailure ? conflictStatusOf(operation) : invalidStatus(operation);
      return { refused: `The patch cannot be applied: ${error.message}`, status };
    }
  }
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
