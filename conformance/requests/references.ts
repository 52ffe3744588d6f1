import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  canonicalPath,
  isJson,
  isObject,
  listMemberSchemas,
  oncePer,
  listSchemaParts,
  listPropertyNames,
  listJsonTypes,
} from "../../contracts/index.ts";
import { wordsOf } from "../../contracts/generate/index.ts";
import { rolesFor } from "../model/roles.ts";
import { requestMedia } from "./wire.ts";

/** Ids of existing items, by the name of the body property that refers to them. */
export type References = Readonly<Record<string, readonly Json[]>>;

/** Maximum number of referring properties per body. */
const MOST = 4;
const MAX_DEPTH = 3;

/** Collections by the name of the body property that refers to their items: "fromAccount" to "/accounts". */
export function mapPropertyToCollection(contract: Contract, operation: Operation): ReadonlyMap<string, string> {
  const made = new Set(
    [...rolesFor(contract).values()]
      .filter(({ kind }) => kind === "create")
      .map((role) => canonicalPath(role.collection)),
  );
  return new Map([...findReferredCollections(contract, operation)].filter(([, each]) => made.has(each)).slice(0, MOST));
}

/** The same for all properties, and also for collections in which nothing can be created. */
export function findReferredCollections(contract: Contract, operation: Operation): ReadonlyMap<string, string> {
  const found = known.get(operation) ?? findReferences(contract, operation);
  known.set(operation, found);
  return found;
}

const known = new WeakMap<Operation, ReadonlyMap<string, string>>();

function findReferences(contract: Contract, operation: Operation): ReadonlyMap<string, string> {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return new Map();
  const collections = collectionsOf(contract);
  const { collection: ownCollection, idProperty: ownKey } = rolesFor(contract).get(operation) ?? {};
  const found = new Map<string, string>();
  visitProperties(media.schema.value, 0);
  return found;

  function visitProperties(schema: JsonSchema, depth: number): void {
    for (const name of listPropertyNames(contract, schema)) {
      const member: JsonSchema = { allOf: listMemberSchemas(contract, schema, name) };
      const types = listJsonTypes(contract, member);
      // The key of an item refers to itself.
      const collection = depth === 0 && name === ownKey ? undefined : matchCollection(name);
      if (collection !== undefined && isIdSchema(contract, member)) found.set(name, collection);
      if (types.includes("object") && depth < MAX_DEPTH) visitProperties(member, depth + 1);
      if (types.includes("array") && depth < MAX_DEPTH)
        visitProperties({ allOf: listMemberSchemas(contract, member, "items") }, depth + 1);
    }
  }

  function matchCollection(name: string): string | undefined {
    const words = wordsOf(name);
    const isId = words.length > 1 && /^(ids?|uuid|ref|reference|number|key)$/.test(words.at(-1) ?? "");
    const noun = (isId ? words.at(-2) : words.at(-1)) ?? "";
    if (isId && noun === "parent" && ownCollection !== undefined && !ownCollection.includes("{"))
      return canonicalPath(ownCollection);
    return collections.get(singular(noun));
  }
}

/** Body with ids of existing items in the referring properties, if the types match. */
export function withReferences(body: Json, references: References, turn: number): Json {
  if (Array.isArray(body)) return body.map((each: Json) => withReferences(each, references, turn));
  if (!isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const ids = Object.hasOwn(references, name) ? references[name] : undefined;
      return [name, ids ? withIds(value as Json, ids, turn) : withReferences(value as Json, references, turn)];
    }),
  ) as JsonObject;
}

/** Value with ids in place of the plain values in it, each with another one. */
function withIds(value: Json, ids: readonly Json[], turn: number): Json {
  if (Array.isArray(value))
    return value.slice(0, ids.length).map((each: Json, index) => withIds(each, ids, turn + index));
  if (isObject(value)) return withReferences(value, { id: ids }, turn);
  const id = ids[turn % ids.length] as Json;
  return typeof id === typeof value ? id : value;
}

/** Top-level collections, by the singular name of their items. */
const collectionsOf = oncePer((contract: Contract): ReadonlyMap<string, string> => {
  const collections = new Map<string, string>();
  for (const { kind, collection } of rolesFor(contract).values()) {
    const path = canonicalPath(collection);
    if (path.includes("{") || (kind !== "create" && kind !== "list")) continue;
    const [word] = wordsOf(path.split("/").at(-1) ?? "").slice(-1);
    if (word) collections.set(singular(word), path);
  }
  return collections;
});

/** True for an id, a list of ids, and an object with an id. */
function isIdSchema(contract: Contract, schema: JsonSchema, depth = 0): boolean {
  const types = listJsonTypes(contract, schema);
  if (isPlainId(contract, schema)) return true;
  if (depth === MAX_DEPTH) return false;
  if (types.includes("array"))
    return isIdSchema(contract, { allOf: listMemberSchemas(contract, schema, "items") }, depth + 1);
  return types.includes("object") && listPropertyNames(contract, schema).has("id");
}

function isPlainId(contract: Contract, schema: JsonSchema): boolean {
  const types = listJsonTypes(contract, schema).filter((type) => type !== "null");
  const isKey = types.length > 0 && types.every((type) => type === "string" || type === "integer" || type === "number");
  return (
    isKey &&
    listSchemaParts(contract, schema).every(
      (part) =>
        !("enum" in part) &&
        !("const" in part) &&
        part["readOnly"] !== true &&
        /^(uuid|undefined)$/.test(String(part["format"])),
    )
  );
}

function singular(word: string): string {
  return word
    .replace(/ies$/, "y")
    .replace(/(ss|sh|ch|x)es$/, "$1")
    .replace(/([^s])s$/, "$1");
}
