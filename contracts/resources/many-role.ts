import type { JsonSchema } from "../model/json.ts";
import { isWithin } from "./bodies.ts";
import { type Collections, isShown } from "./collections.ts";
import type { Operation } from "../model/contract.ts";
import type { Role } from "../model/role.ts";

type Effect = "create" | "read" | "replace" | "update" | "delete";

/** What the last word of a path does to each of the things that a body lists; the first that fits. */
const effects: readonly (readonly [words: RegExp, effect: Effect])[] = [
  [/delete|remove|destroy/i, "delete"],
  [/get|read|fetch|retrieve|lookup/i, "read"],
  [/update|patch|edit/i, "update"],
  [/replace|put/i, "replace"],
  [/create|add|insert|import|batch|bulk|save|many|multiple/i, "create"],
];

const byMethod: Readonly<Partial<Record<Operation["method"], Effect>>> = {
  POST: "create",
  PUT: "replace",
  PATCH: "update",
  DELETE: "delete",
};

const ids = /(^|_)ids$|[a-z]Ids$/;

/**
 * The role of an operation whose body lists items of a collection, or their ids: it does to each what its path or
 * method says. At the collection itself (then `word` is empty), or beside it.
 */
export function manyRole(
  operation: Operation,
  { collection, word }: { readonly collection: string; readonly word: string },
  collections: Collections,
): Role | undefined {
  const { bodies, idIn, idParameters, itemSchema } = collections;
  const idParameter = idParameters.get(collection);
  const taken = bodies.listed(bodies.taken(operation), word);
  if (idParameter === undefined || !taken || operation.method === "GET") return undefined;
  const item = itemSchema(collection);
  const { idProperty, wrapper } = idIn(item, collection);
  if (item === undefined || idProperty === undefined) return undefined;
  const isObjects = bodies.accepts(taken.schema, "object");
  const kind = word === "" ? byMethod[operation.method] : effects.find(([words]) => words.test(word))?.[1];
  const answered = bodies.listedWithin(bodies.answered(operation), word);
  const isAnswered = answered !== undefined && isShown(answered.schema, collection, collections);
  const isAbout = isObjects
    ? isAnswered || isPartOf(taken.schema, bodies.unwrapped(item, wrapper))
    : isAnswered || (kind === "delete" && ids.test(taken.itemsProperty ?? "ids"));
  const isPossible = isObjects || kind === "read" || kind === "delete";
  if (kind === undefined || !isAbout || !isPossible || (kind === "read") !== operation.safe) return undefined;
  const itemsProperty = isAnswered ? answered.itemsProperty : undefined;
  return {
    kind,
    collection,
    idParameter,
    idProperty,
    each: taken.itemsProperty ?? "",
    ...(itemsProperty !== undefined && { itemsProperty }),
  };

  function isPartOf(schema: JsonSchema, whole: JsonSchema): boolean {
    const names = bodies.names(schema);
    return names.size > 1 && isWithin(names, bodies.names(whole));
  }
}
