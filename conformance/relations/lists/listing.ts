import type { Item } from "../../items/item.ts";
import type { WireRequest } from "../../model/wire-message.ts";
import {
  type Contract,
  type RequestField,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  canonicalPath,
  fieldsOf,
  isObject,
  membersOf,
  propertyNamesOf,
  schemasAtPath,
  propertyPathOf,
  successOf,
  typesOf,
  jsonOf,
  validatorOf,
  parameterNamesIn,
  itemIdOf,
} from "../../../contracts/index.ts";
import { canonicalJson } from "../../../contracts/generate/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";
import { itemsIn } from "../../items/items.ts";
import { arrivesValid, keyOf, requestMedia, writeRequest } from "../../requests/wire.ts";
import { rolesFor } from "../../model/roles.ts";
import { filterMapFieldsOf } from "./filter-maps.ts";
import { type Steering, steeringOf } from "./steering.ts";

/** An operation that lists the items of a collection, and the fields of its requests. */
export interface Listing {
  readonly operation: Operation;
  readonly role: Role;
  /** Fields of a request, in the query or the body. */
  readonly fields: readonly RequestField[];
  /** Schema of a listed item. */
  readonly item: JsonSchema;
  readonly steering: Steering;
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
export function listingsOf(contract: Contract, collection: string): readonly Listing[] {
  const places = parameterCountOf(collection);
  return [...rolesFor(contract)].flatMap(([operation, role]) => {
    const isListOfCollection = role.kind === "list" && canonicalPath(role.collection) === collection;
    // An operation with another number of path parameters searches several collections.
    return isListOfCollection && role.idProperty !== undefined && parameterCountOf(operation.path) === places
      ? [listingOf(contract, operation, role, role.idProperty)]
      : [];
  });
}

/** The listing of one operation. Its items may have no ids. */
export function listingAt(contract: Contract, operation: Operation): Listing | undefined {
  const role = rolesFor(contract).get(operation);
  if (role?.kind === "list") return listingOf(contract, operation, role, role.idProperty);
  const found = role?.kind === "action" && operation.method === "GET" ? onlyListIn(contract, operation) : undefined;
  return role && found && listingOf(contract, operation, { ...role, kind: "list", ...found }, found.idProperty);
}

/** The only list of objects in a response, for a path that names no collection. */
function onlyListIn(
  contract: Contract,
  operation: Operation,
): { readonly itemsProperty: string; readonly idProperty?: string } | undefined {
  const schema = jsonOf(successOf(operation).response?.content ?? [])?.schema?.value ?? true;
  const lists = [...propertyNamesOf(contract, schema)].flatMap((name) => {
    const items: JsonSchema = { allOf: schemasAtPath(contract, schema, [name, "items"]) };
    return propertyNamesOf(contract, items).size > 0 && isOnly("array", { allOf: membersOf(contract, schema, name) })
      ? [{ itemsProperty: name, items }]
      : [];
  });
  const [only] = lists;
  if (!only || lists.length > 1) return undefined;
  const id: JsonSchema = { allOf: membersOf(contract, only.items, "id") };
  const hasId = isOnly("string", id) || isOnly("integer", id);
  return { itemsProperty: only.itemsProperty, ...(hasId && { idProperty: "id" }) };

  function isOnly(type: string, each: JsonSchema): boolean {
    const types = typesOf(contract, each).filter((other) => other !== "null");
    return types.length === 1 && types[0] === type;
  }
}

function listingOf(contract: Contract, operation: Operation, role: Role, idProperty: string | undefined): Listing {
  const schema = jsonOf(successOf(operation).response?.content ?? [])?.schema?.value ?? true;
  const lists = schemasAtPath(contract, schema, propertyPathOf(contract, schema, role.itemsProperty));
  const fields = [...fieldsOf(contract, operation), ...filterMapFieldsOf(contract, operation)];
  const names = parameterNamesIn(operation.path);
  const media = requestMedia(operation);
  return {
    operation,
    role,
    fields,
    item: { allOf: lists.flatMap((list) => membersOf(contract, list, "items")) },
    steering: steeringOf(contract, fields),
    request,
    isIdentified: idProperty !== undefined,
    shown,
    idOf: (listed) =>
      idProperty === undefined ? canonicalJson(listed) : String(itemIdOf(listed, { ...role, idProperty })),
  };

  function request({ values, value }: Pick<Item, "values" | "value">, asked: JsonObject = {}): WireRequest | undefined {
    const parameters: Record<string, Json> = {};
    const query = nested(asked, fields);
    for (const parameter of operation.parameters) {
      const { name, in: place, required } = parameter;
      const owner = place === "path" ? values[names.indexOf(name)] : undefined;
      // A required query parameter gets the value that the item has.
      const own = required && place === "query" ? value[name] : undefined;
      const sent = owner ?? (place === "query" ? query[name] : undefined) ?? own;
      if (sent === undefined && required) return undefined;
      if (sent === undefined) continue;
      if (place !== "path" && !arrivesValid(contract, parameter, sent)) return undefined;
      parameters[keyOf(parameter)] = sent;
    }
    if (!operation.body) return writeRequest(contract, operation, { parameters });
    const inQuery = new Set(operation.parameters.map(({ name }) => name));
    const body = Object.fromEntries(Object.entries(query).filter(([name]) => !inQuery.has(name)));
    if (!media?.schema || validatorOf(contract, media.schema.pointer, "request")(body).length > 0) return undefined;
    return writeRequest(contract, operation, { parameters, body });
  }

  function shown(exchange: Exchange): readonly JsonObject[] | undefined {
    if (exchange.response.status !== 200) return undefined;
    const items = itemsIn(jsonIn(exchange.response), role.itemsProperty);
    const hasId = (each: Json): each is JsonObject =>
      isObject(each) &&
      (idProperty === undefined || ["string", "number"].includes(typeof itemIdOf(each, { ...role, idProperty })));
    return items?.every(hasId) ? items : undefined;
  }
}

/** Values of fields as values of parameters: the members of one object are together. */
function nested(asked: JsonObject, fields: readonly RequestField[]): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, value] of Object.entries(asked)) {
    const { within, member = name } = fields.find((each) => each.name === name) ?? {};
    const owner = within === undefined ? undefined : values[within];
    values[within ?? name] = within === undefined ? value : { ...(isObject(owner) && owner), [member]: value };
  }
  return values;
}

function parameterCountOf(path: string): number {
  return path.split("{").length - 1;
}
