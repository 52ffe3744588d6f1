import type { JsonSchema } from "../model/json.ts";
import { type Collections, isItemOf } from "./collections.ts";
import { foldedName } from "../text/folded.ts";
import type { Operation } from "../model/contract.ts";
import { batchRole } from "./batch-role.ts";
import type { Role, RoleKind } from "../model/role.ts";
import { partsOf } from "../schema/schema.ts";
import { successOf } from "../model/success.ts";

const searchWords = /^_?(search|find|query|filter|lookup|list)/i;
const copyWords = /^(copy|duplicate|clone)$/i;

/**
 * Role of an operation whose path adds one word to a collection or an item: it searches the collection
 * ("/orders:search"), creates an item ("/users/invite"), changes one ("/orders/{id}/cancel"), copies one, reads or
 * writes a part of one ("/boards/{id}/sharing"), or affects several ("/orders:batchCreate"). The bodies decide. Returns
 * undefined if they do not contain the item.
 */
export function subpathRole(operation: Operation, path: string, collections: Collections): Role | undefined {
  const { contract, bodies, idIn, idParameters, itemSchema, listOf } = collections;
  const [, above = "", word = ""] = /^(.*)[/:]([^/{}:]+)$/.exec(path) ?? [];
  if (word === "") return undefined;
  const schema = bodies.responseSchema(operation);
  const item = /^(.*)\/\{([^{}]+)\}$/.exec(above);
  const itemRole =
    item?.[1] !== undefined && idParameters.has(item[1]) ? roleAtItem(item[1], item[2] as string) : undefined;
  return itemRole ?? searchRole() ?? batchRole(operation, { collection: above, word }, collections) ?? creationRole();

  function roleAtItem(collection: string, idParameter: string): Role | undefined {
    const itemBody = itemSchema(collection);
    const identity = idIn(itemBody, collection);
    const itemKey = {
      collection,
      idParameter,
      ...(identity.idProperty !== undefined && { idProperty: identity.idProperty }),
    };
    const part =
      itemBody === undefined ? undefined : partNamedByPath(bodies.withoutWrapper(itemBody, identity.wrapper));
    if (part !== undefined) return { kind: operation.safe ? "read" : "transition", ...itemKey, part };
    if (operation.safe || operation.method === "DELETE") return undefined;
    if (schema === undefined) return canReturnNotFound(operation) ? { kind: "transition", ...itemKey } : undefined;
    const { wrapper } = idIn(schema, collection);
    if (!isItemOf(schema, collection, collections)) return undefined;
    const kind: RoleKind = copyWords.test(word) || isCreation(operation) ? "copy" : "transition";
    return { kind, ...itemKey, ...(wrapper !== undefined && { wrapper }) };
  }

  /** Property of the item with the name of the path's last word, if the bodies hold exactly that property. */
  function partNamedByPath(shown: JsonSchema): string | undefined {
    const part = [...bodies.names(shown)].find((name) => foldedName(name) === foldedName(word));
    const inner = part === undefined ? undefined : bodies.member(shown, part);
    const operationBodies = [schema, bodies.requestSchema(operation)].filter((body) => body !== undefined);
    const bodiesHoldPart =
      inner !== undefined && operationBodies.length > 0 && operationBodies.every((body) => sharesSchema(body, inner));
    return bodiesHoldPart && ["GET", "PUT", "PATCH"].includes(operation.method) ? part : undefined;
  }

  function sharesSchema(one: JsonSchema, other: JsonSchema): boolean {
    const schemaTexts = (of: JsonSchema): string[] =>
      partsOf(contract, of).flatMap((part) => ((part["$ref"] ?? part["allOf"]) ? [] : JSON.stringify(part)));
    const others = new Set(schemaTexts(other));
    return schemaTexts(one).some((text) => others.has(text));
  }

  /**
   * Search in the collection above. If its last segment is a parameter of collections below, the search covers all of
   * them.
   */
  function searchRole(): Role | undefined {
    const isSearch = searchWords.test(word) && (operation.safe || operation.method === "POST");
    const many = isSearch ? bodies.findList(schema, word) : undefined;
    if (!many) return undefined;
    const collectionsBelow = [...idParameters.keys()].filter(
      (each) => each.startsWith(`${above}/{`) && each.endsWith("}"),
    );
    const searchedCollection = [above, ...collectionsBelow].find(
      (each) => idParameters.has(each) && isItemOf(many.schema, each, collections) && isDirect(each),
    );
    return searchedCollection === undefined ? undefined : listOf(many, searchedCollection);
  }

  function isDirect(collection: string): boolean {
    return !collection.slice(above.length + 1).includes("/");
  }

  function creationRole(): Role | undefined {
    const idParameter = idParameters.get(above);
    if (idParameter === undefined || operation.method !== "POST" || !isCreation(operation)) return undefined;
    if (schema === undefined || !isItemOf(schema, above, collections)) return undefined;
    return { kind: "create", collection: above, idParameter, ...idIn(schema, above) };
  }
}

function isCreation(operation: Operation): boolean {
  return operation.method === "POST" && successOf(operation, 201).status === 201;
}

function canReturnNotFound({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404");
}
