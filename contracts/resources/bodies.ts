import type { JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { foldedName } from "../text/folded.ts";
import { membersOf, propertyNamesOf, typesOf } from "../schema/schema.ts";
import { schemasAtPath, propertyPathOf } from "./steps.ts";
import { jsonOf, successOf } from "../model/success.ts";

/**
 * List in a body: the schema of its items, and the name or path of the property that holds the items ("result.list").
 */
export interface ItemList {
  readonly itemsProperty?: string;
  readonly schema: JsonSchema;
}

/** Resource schemas in the request and response bodies of a contract. */
export interface Bodies {
  /** Schema of the body of a successful response. */
  responseSchema(operation: Operation): JsonSchema | undefined;
  /** Schema of the request body. */
  requestSchema(operation: Operation): JsonSchema | undefined;
  /** List in a body, if it has one. A property called `name` is the first candidate. */
  findList(schema: JsonSchema | undefined, name: string): ItemList | undefined;
  /** List in a response body, which may be one level down. */
  findNestedList(schema: JsonSchema | undefined, name: string): ItemList | undefined;
  /** List at a path. Its name does not matter. */
  listAt(schema: JsonSchema | undefined, path: string): ItemList;
  /** Schema of the item in a body, without the object that wraps it. */
  withoutWrapper(schema: JsonSchema, wrapper: string | undefined): JsonSchema;
  /**
   * Schema of a property, or of the items of an array ("items"). Returns undefined if the schema does not describe it.
   */
  member(schema: JsonSchema, name: string): JsonSchema | undefined;
  names(schema: JsonSchema): ReadonlySet<string>;
  /** Checks that a schema accepts values of a type. One for numbers accepts integers. */
  accepts(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean;
}

const commonLists = ["results", "data", "items", "values", "entries", "records", "hits", "content"];
const commonContainers = ["_embedded", "data", "result", "results", "response", "payload", "body", "list"];
/** Properties that mark an object as an item, not as a list of items. */
const commonIds = ["id", "_id", "uuid", "key", "sid", "slug", "name"];

export function createBodies(contract: Contract): Bodies {
  return { responseSchema, requestSchema, findList, findNestedList, listAt, withoutWrapper, member, names, accepts };

  function responseSchema(operation: Operation): JsonSchema | undefined {
    const { response } = successOf(operation, operation.method === "POST" ? 201 : undefined);
    return response && jsonOf(response.content)?.schema?.value;
  }

  function requestSchema({ body }: Operation): JsonSchema | undefined {
    return body && jsonOf(body.content)?.schema?.value;
  }

  function findList(schema: JsonSchema | undefined, name: string): ItemList | undefined {
    if (schema === undefined) return undefined;
    if (accepts(schema, "array") && !accepts(schema, "object"))
      return { schema: { allOf: membersOf(contract, schema, "items") } };
    if (looksLikeItem(schema)) return undefined;
    const lists = [...names(schema)].filter((each) => {
      const types = membersOf(contract, schema, each).flatMap((inner) => typesOf(contract, inner));
      return types.includes("array") && !types.includes("object");
    });
    const itemsProperty =
      [name, ...commonLists].find((each) => lists.includes(each)) ?? (lists.length === 1 ? lists[0] : undefined);
    if (itemsProperty === undefined) return undefined;
    return listAt(schema, itemsProperty);
  }

  function findNestedList(schema: JsonSchema | undefined, name: string): ItemList | undefined {
    const list = findList(schema, name);
    if (list || schema === undefined || looksLikeItem(schema)) return list;
    for (const container of commonContainers.filter((each) => names(schema).has(each))) {
      const inner = withoutWrapper(schema, container);
      if (!accepts(inner, "object") || accepts(inner, "array") || accepts(inner, "string")) continue;
      const { itemsProperty } = findList(inner, name) ?? {};
      if (itemsProperty !== undefined) return listAt(schema, `${container}.${itemsProperty}`);
    }
    return undefined;
  }

  function listAt(schema: JsonSchema | undefined, path: string): ItemList {
    const lists = schema === undefined ? [] : schemasAtPath(contract, schema, propertyPathOf(contract, schema, path));
    return { itemsProperty: path, schema: { allOf: lists.flatMap((list) => membersOf(contract, list, "items")) } };
  }

  function looksLikeItem(schema: JsonSchema): boolean {
    return [...names(schema)].some(
      (name) =>
        (commonIds.includes(name) || foldedName(name) === "id") &&
        membersOf(contract, schema, name).some((inner) => accepts(inner, "string") || accepts(inner, "integer")),
    );
  }

  function withoutWrapper(schema: JsonSchema, wrapper: string | undefined): JsonSchema {
    return wrapper === undefined ? schema : { allOf: membersOf(contract, schema, wrapper) };
  }

  function member(schema: JsonSchema, name: string): JsonSchema | undefined {
    const found = membersOf(contract, schema, name);
    return found.length > 0 ? { allOf: found } : undefined;
  }

  function names(schema: JsonSchema): ReadonlySet<string> {
    return propertyNamesOf(contract, schema);
  }

  function accepts(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean {
    const types = typesOf(contract, schema);
    return types.includes(type) || (type === "integer" && types.includes("number"));
  }
}

/** Checks that all names are among others. */
export function isSubset(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name));
}
