import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  canonicalPath,
  isJson,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
  typesOf,
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
export function referringIn(contract: Contract, operation: Operation): ReadonlyMap<string, string> {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return new Map();
  const collections = collectionsOf(contract);
  const { collection: ownCollection, idProperty: ownKey } = rolesFor(contract).get(operation) ?? {};
  const found = new Map<string, string>();
  visit(media.schema.value, 0);
  return found;

  function visit(schema: JsonSchema, depth: number): void {
    for (const name of propertyNamesOf(contract, schema)) {
      const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
      const types = typesOf(contract, member);
      // The key of an item refers to itself.
      const collection = depth === 0 && name === ownKey ? undefined : collectionFor(name);
      if (collection !== undefined && found.size < MOST && isPlainId(contract, member)) found.set(name, collection);
      if (types.includes("object") && depth < MAX_DEPTH) visit(member, depth + 1);
      if (types.includes("array") && depth < MAX_DEPTH)
        visit({ allOf: membersOf(contract, member, "items") }, depth + 1);
    }
  }

  function collectionFor(name: string): string | undefined {
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
      const id = ids?.[turn % ids.length];
      return [
        name,
        id !== undefined && typeof id === typeof value ? id : withReferences(value as Json, references, turn),
      ];
    }),
  ) as JsonObject;
}

/** Top-level collections, by the singular name of their items. */
function collectionsOf(contract: Contract): ReadonlyMap<string, string> {
  const collections = new Map<string, string>();
  for (const { kind, collection } of rolesFor(contract).values()) {
    const path = canonicalPath(collection);
    if (kind !== "create" || path.includes("{")) continue;
    const [word] = wordsOf(path.split("/").at(-1) ?? "").slice(-1);
    if (word) collections.set(singular(word), path);
  }
  return collections;
}

function isPlainId(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema).filter((type) => type !== "null");
  const isOne = types.length === 1 && (types[0] === "string" || types[0] === "integer" || types[0] === "number");
  return (
    isOne &&
    partsOf(contract, schema).every(
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
