import { findReference, percentEncode } from "../../../contracts/index.ts";
import type { Call, Handler } from "../../calls/call.ts";
import type { Stored } from "../../state/stored.ts";
import { keysIn, nestedCollectionOf } from "./other-path.ts";
import type { ResourceContext } from "../resource-context.ts";
import { addressOf, notFound } from "../resource.ts";

/** Refuses calls to an item at a path of which another item is above it. */
export function withNestedCheck(context: ResourceContext, handler: Handler): Handler {
  const { operation, role, representations, shower } = context;
  const nested = nestedCollectionOf(operation, role);
  const [, above = "", parameter = ""] = /^(.*)\/\{([^{}]+)\}\/[^/{}]+$/.exec(nested ?? "") ?? [];
  if (nested === undefined || parameter === "" || role.kind === "list" || role.kind === "create") return handler;
  const names = representations.propertyNames(shower.operation);
  const member = findReference(names, { collection: above, idParameter: parameter }, role.collection);
  const addressed = addressOf(role);
  const own = nested.split("/");
  return async (call) => {
    const address = addressed(call);
    const stored = await call.store.read(address);
    return stored && !isAt(stored, call) ? notFound(role, address.id) : handler(call);
  };

  function isAt({ createdAt = "", value }: Stored, { input: { parameters } }: Call): boolean {
    const wanted = String(parameters[parameter] ?? "");
    const keys = member === undefined ? [] : keysIn(value[member], role.idProperty);
    if (keys.length > 0) return keys.includes(wanted);
    const made = createdAt.split("/");
    const isNested =
      made.length === own.length && own.every((part, index) => part.startsWith("{") || part === made[index]);
    return !isNested || made[own.indexOf(`{${parameter}}`)] === percentEncode(wanted);
  }
}
