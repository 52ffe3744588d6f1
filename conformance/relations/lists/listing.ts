import type { Item } from "../../items/item.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  canonicalPath,
  isObject,
  extractItemId,
  listParameterNames,
} from "../../../contracts/index.ts";
import { type ListShape, findListShape } from "./list-shape.ts";
import { canonicalJson } from "../../../contracts/generate/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../../model/exchange.ts";
import { readListItems } from "../../items/items.ts";
import { arrivesValid, toParameterKey, writeRequest } from "../../requests/wire.ts";
import { rolesFor } from "../../model/roles.ts";
import { acceptsBody } from "../story/bodies.ts";

/** An operation that lists the items of a collection, with its requests and responses. */
export interface Listing extends ListShape {
  /** A request for the list that contains an item. Returns undefined if the contract does not allow the request. */
  request(item: Pick<Item, "values" | "value">, asked?: JsonObject): WireRequest | undefined;
  /** True if listed items have ids. */
  readonly isIdentified: boolean;
  /** Items in a response. Returns undefined if the response is no list of such items. */
  shown(exchange: Exchange): readonly JsonObject[] | undefined;
  /** Id of a listed item. An item without an id is identified by its whole content. */
  idOf(listed: JsonObject): string;
}

/** All operations that list the items of a collection. */
export function findListings(contract: Contract, collection: string): readonly Listing[] {
  const places = listParameterNames(collection).length;
  return [...rolesFor(contract)].flatMap(([operation, role]) => {
    const isListOfCollection = role.kind === "list" && canonicalPath(role.collection) === collection;
    // An operation with another number of path parameters searches several collections.
    const isPlaced = listParameterNames(operation.path).length === places;
    if (isListOfCollection && isPlaced && role.idProperty !== undefined)
      return findOperationListing(contract, operation) ?? [];
    return [];
  });
}

/** The listing of one operation. Its items may have no ids. */
export function findOperationListing(
  contract: Contract,
  operation: Operation,
  role = rolesFor(contract).get(operation),
): Listing | undefined {
  const shape = role && findListShape(contract, operation, role);
  return shape && createListing(contract, shape);
}

function createListing(contract: Contract, shape: ListShape): Listing {
  const { operation, role } = shape;
  const names = listParameterNames(operation.path);
  const isIdentified = role.idProperty !== undefined;
  return {
    ...shape,
    isIdentified,
    request,
    shown: readListedItems,
    idOf: (listed) => (isIdentified ? String(extractItemId(listed, role)) : canonicalJson(listed)),
  };

  function request({ values, value }: Pick<Item, "values" | "value">, asked: JsonObject = {}): WireRequest | undefined {
    const parameters: Record<string, Json> = {};
    const query = nestFields(asked, shape);
    for (const parameter of operation.parameters) {
      const { name, in: place, required } = parameter;
      const owner = place === "path" ? values[names.indexOf(name)] : undefined;
      // A required query parameter gets the value that the item has.
      const own = required && place === "query" ? value[name] : undefined;
      const sent = owner ?? (place === "query" ? query[name] : undefined) ?? own;
      if (sent === undefined && required) return undefined;
      if (sent === undefined) continue;
      if (place !== "path" && !arrivesValid(contract, parameter, sent)) return undefined;
      parameters[toParameterKey(parameter)] = sent;
    }
    if (!operation.body) return writeRequest(contract, operation, { parameters });
    const inQuery = new Set(operation.parameters.map(({ name }) => name));
    const body = Object.fromEntries(Object.entries(query).filter(([name]) => !inQuery.has(name)));
    if (acceptsBody(contract, operation, body)) return writeRequest(contract, operation, { parameters, body });
    return undefined;
  }

  function readListedItems(exchange: Exchange): readonly JsonObject[] | undefined {
    if (exchange.response.status !== 200) return undefined;
    const items = readListItems(jsonIn(exchange.response), role);
    const hasId = (each: Json): each is JsonObject =>
      isObject(each) && (!isIdentified || ["string", "number"].includes(typeof extractItemId(each, role)));
    return items?.every(hasId) ? items : undefined;
  }
}

/** Values of fields as values of parameters: the members of one object are together. */
function nestFields(asked: JsonObject, { fields }: ListShape): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(asked)) {
    const { within, member = name } = fields.find((each) => each.name === name) ?? {};
    const owner = within === undefined ? undefined : values[within];
    values[within ?? name] = within === undefined ? value : { ...(isObject(owner) && owner), [member]: value };
  }
  return values;
}
