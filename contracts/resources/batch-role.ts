import type { JsonSchema } from "../model/json.ts";
import { isSubset } from "./bodies.ts";
import { type Collections, isItemOf } from "./collections.ts";
import type { Operation } from "../model/contract.ts";
import type { Role } from "../model/role.ts";

type Effect = "create" | "read" | "replace" | "update" | "delete";

/** Effect of a batch operation by the last word of its path. The first match applies. */
const effects: readonly (readonly [words: RegExp, effect: Effect])[] = [
  [/delete|remove|destroy/i, "delete"],
  [/get|read|fetch|retrieve|lookup/i, "read"],
  [/update|patch|edit/i, "update"],
  [/replace|put/i, "replace"],
  [/create|add|insert|import|batch|bulk|save|many|multiple/i, "create"],
];

const effectByMethod: Readonly<Partial<Record<Operation["method"], Effect>>> = {
  POST: "create",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

const idListNames = /(^|_)ids$|[a-z]Ids$/;

/**
 * Role of a batch operation: its body lists items of a collection, or their ids, and its path or method has the same
 * effect on each. The operation is at the collection itself (then `word` is empty) or at a path below it.
 */
export function batchRole(
  operation: Operation,
  { collection, word }: { readonly collection: string; readonly word: string },
  collections: Collections,
): Role | undefined {
  const { bodies, idIn, idParameters, itemSchema } = collections;
  const idParameter = idParameters.get(collection);
  const requestList = bodies.findList(bodies.requestSchema(operation), word);
  if (idParameter === undefined || !requestList || operation.method === "GET") return undefined;
  const item = itemSchema(collection);
  const { idProperty, wrapper } = idIn(item, collection);
  if (item === undefined || idProperty === undefined) return undefined;
  const listsObjects = bodies.accepts(requestList.schema, "object");
  const kind = word === "" ? effectByMethod[operation.method] : effects.find(([words]) => words.test(word))?.[1];
  const responseList = bodies.findNestedList(bodies.responseSchema(operation), word);
  const returnsItems = responseList !== undefined && isItemOf(responseList.schema, collection, collections);
  const concernsCollection = listsObjects
    ? returnsItems || hasPropertiesOf(requestList.schema, bodies.withoutWrapper(item, wrapper))
    : returnsItems || (kind === "delete" && idListNames.test(requestList.itemsProperty ?? "ids"));
  const isEffectPossible = listsObjects || kind === "read" || kind === "delete";
  if (kind === undefined || !concernsCollection || !isEffectPossible || (kind === "read") !== operation.safe)
    return undefined;
  const itemsProperty = returnsItems ? responseList.itemsProperty : undefined;
  return {
    kind,
    collection,
    idParameter,
    idProperty,
    each: requestList.itemsProperty ?? "",
    ...(itemsProperty !== undefined && { itemsProperty }),
  };

  function hasPropertiesOf(schema: JsonSchema, whole: JsonSchema): boolean {
    const names = bodies.names(schema);
    return names.size > 1 && isSubset(names, bodies.names(whole));
  }
}
