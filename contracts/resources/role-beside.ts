import type { JsonSchema } from "../model/json.ts";
import { type Collections, isShown } from "./collections.ts";
import { folded } from "../text/folded.ts";
import type { Operation } from "../model/contract.ts";
import { manyRole } from "./many-role.ts";
import type { Role, RoleKind } from "../model/role.ts";
import { partsOf } from "../schema/schema.ts";
import { successOf } from "../model/success.ts";

const searches = /^_?(search|find|query|filter|lookup|list)/i;
const copies = /^(copy|duplicate|clone)$/i;

/**
 * The role of an operation that stands beside or below a collection, by one word: it searches the collection
 * ("/orders:search"), makes an item ("/users/invite"), changes one ("/orders/{id}/cancel"), copies one, is about a
 * part of one ("/boards/{id}/sharing"), or about several at once ("/orders:batchCreate"). Only bodies can tell, by
 * showing the item; where they do not, nothing is known.
 */
export function roleBeside(operation: Operation, path: string, collections: Collections): Role | undefined {
  const { contract, bodies, idIn, idParameters, itemSchema, listOf } = collections;
  const [, above = "", word = ""] = /^(.*)[/:]([^/{}:]+)$/.exec(path) ?? [];
  if (word === "") return undefined;
  const schema = bodies.answered(operation);
  const item = /^(.*)\/\{([^{}]+)\}$/.exec(above);
  const ofItem = item?.[1] !== undefined && idParameters.has(item[1]) ? below(item[1], item[2] as string) : undefined;
  return ofItem ?? search() ?? manyRole(operation, { collection: above, word }, collections) ?? creation();

  function below(collection: string, idParameter: string): Role | undefined {
    const shown = itemSchema(collection);
    const known = idIn(shown, collection);
    const own = { collection, idParameter, ...(known.idProperty !== undefined && { idProperty: known.idProperty }) };
    const part = shown === undefined ? undefined : partIn(bodies.unwrapped(shown, known.wrapper));
    if (part !== undefined) return { kind: operation.safe ? "read" : "transition", ...own, part };
    if (operation.safe || operation.method === "DELETE") return undefined;
    if (schema === undefined) return isRefusable(operation) ? { kind: "transition", ...own } : undefined;
    const { wrapper } = idIn(schema, collection);
    if (!isShown(schema, collection, collections)) return undefined;
    const kind: RoleKind = copies.test(word) || isCreation(operation) ? "copy" : "transition";
    return { kind, ...own, ...(wrapper !== undefined && { wrapper }) };
  }

  /** The property of the item that the word names, and that is all the bodies hold. */
  function partIn(shown: JsonSchema): string | undefined {
    const part = [...bodies.names(shown)].find((name) => folded(name) === folded(word));
    const inner = part === undefined ? undefined : bodies.member(shown, part);
    const held = [schema, bodies.taken(operation)].filter((body) => body !== undefined);
    const isAll = inner !== undefined && held.length > 0 && held.every((body) => isSame(body, inner));
    return isAll && ["GET", "PUT", "PATCH"].includes(operation.method) ? part : undefined;
  }

  function isSame(one: JsonSchema, other: JsonSchema): boolean {
    const texts = (of: JsonSchema): string[] =>
      partsOf(contract, of).flatMap((part) => ((part["$ref"] ?? part["allOf"]) ? [] : JSON.stringify(part)));
    const others = new Set(texts(other));
    return texts(one).some((text) => others.has(text));
  }

  /** Of the collection above, or of those below it whose own name is a parameter: then in all of them. */
  function search(): Role | undefined {
    const isSearch = searches.test(word) && (operation.safe || operation.method === "POST");
    const many = isSearch ? bodies.listed(schema, word) : undefined;
    if (!many) return undefined;
    const open = [...idParameters.keys()].filter((each) => each.startsWith(`${above}/{`) && each.endsWith("}"));
    const found = [above, ...open].find(
      (each) => idParameters.has(each) && isShown(many.schema, each, collections) && isDirect(each),
    );
    return found === undefined ? undefined : listOf(many, found);
  }

  function isDirect(collection: string): boolean {
    return !collection.slice(above.length + 1).includes("/");
  }

  function creation(): Role | undefined {
    const idParameter = idParameters.get(above);
    if (idParameter === undefined || operation.method !== "POST" || !isCreation(operation)) return undefined;
    if (schema === undefined || !isShown(schema, above, collections)) return undefined;
    return { kind: "create", collection: above, idParameter, ...idIn(schema, above) };
  }
}

function isCreation(operation: Operation): boolean {
  return operation.method === "POST" && successOf(operation, 201).status === 201;
}

function isRefusable({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404");
}
