import { type Contract, type Json, type Operation, isJson, isObject, validatorOf } from "../../contracts/index.ts";
import { type WireRequest, jsonIn } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";
import { findReferredCollections } from "./references.ts";
import { requestMedia } from "./wire.ts";

/** Keys on the target, by the path of their collection. */
export interface TargetKeys {
  /** True if the key may be that of an item that the run did not make. */
  isForeign(collection: string, key: string | number): boolean;
  /** A key of an item that the run made. */
  own(collection: string): string | undefined;
}

/** A request without keys of others, or the places of those that it cannot be sent without. */
interface Freed {
  readonly request: WireRequest;
  readonly kept: readonly string[];
}

const keyNames = /^(_?id|uuid|guid|key|document_?id)$/i;
const linkNames = /^(connect|disconnect|set|add|remove)$/i;

/**
 * Request without keys of items that the run did not make, because a server may change these items: `{ books: [1] }` in
 * a new author takes the book from another. Keys of own items stand in for them, or the members are left out.
 */
export function withoutForeignKeys(
  request: WireRequest,
  { contract, operation }: { readonly contract: Contract; readonly operation: Operation },
  keys: TargetKeys,
): Freed {
  const unchanged = { request, kept: [] };
  const body = isJson(getContentType(request)) ? jsonIn(request) : undefined;
  const schema = requestMedia(operation)?.schema;
  if (body === undefined || !schema) return unchanged;
  const references = findReferredCollections(contract, operation);
  const foreign = new Set<string>();
  const substituted = references.size === 0 ? body : freeValue(body, undefined, keys.own);
  if (foreign.size === 0) return unchanged;
  const violations = validatorOf(contract, schema.pointer, "request");
  // A request that breaks one constraint must still break it. An own key may fit less: a list may have each key once.
  const isInvalid = violations(body).length > 0;
  const freed = [substituted, freeValue(body, undefined, () => undefined)].find(
    (each) => each !== undefined && violations(each).length > 0 === isInvalid,
  );
  if (freed === undefined) return { request, kept: [...foreign] };
  return { request: { ...request, body: JSON.stringify(freed) }, kept: [] };

  /** Undefined for a value that is left out. */
  function freeValue(value: Json, collection: string | undefined, ownKeyIn: TargetKeys["own"]): Json | undefined {
    if (Array.isArray(value)) return value.flatMap((each: Json) => freeValue(each, collection, ownKeyIn) ?? []);
    if (isObject(value)) {
      const members = Object.entries(value).flatMap(([name, each]) => {
        const isKey = collection !== undefined && (keyNames.test(name) || linkNames.test(name));
        const freedMember = freeValue(each as Json, references.get(name) ?? (isKey ? collection : undefined), ownKeyIn);
        if (freedMember === undefined) return [];
        return [[name, freedMember] as const];
      });
      return Object.fromEntries(members);
    }
    const isKey = typeof value === "string" || typeof value === "number";
    if (collection === undefined || !isKey || !keys.isForeign(collection, value)) return value;
    foreign.add(`${collection}/${value}`);
    const own = ownKeyIn(collection);
    if (own !== undefined && typeof value === "number" && Number.isSafeInteger(Number(own))) return Number(own);
    return own;
  }
}
