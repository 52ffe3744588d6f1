import type { JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { folded } from "../text/folded.ts";
import { membersOf, propertyNamesOf, typesOf } from "../schema/schema.ts";
import { schemasAt, stepsTo } from "./steps.ts";
import { jsonOf, successOf } from "../model/success.ts";

/** What a body lists: the schema of an item, and the property that holds the items, or the path to it ("result.list"). */
export interface Many {
  readonly itemsProperty?: string;
  readonly schema: JsonSchema;
}

/** What bodies of a contract tell of the resources in them. */
export interface Bodies {
  /** What an operation answers when it succeeds. */
  answered(operation: Operation): JsonSchema | undefined;
  /** What it takes. */
  taken(operation: Operation): JsonSchema | undefined;
  /** What a body lists, if it lists anything; `name` is what the list would be called first. */
  listed(schema: JsonSchema | undefined, name: string): Many | undefined;
  /** The same of an answer, whose list may be one level down. */
  listedWithin(schema: JsonSchema | undefined, name: string): Many | undefined;
  /** What is listed at a path, whatever it is called. */
  listedAt(schema: JsonSchema | undefined, path: string): Many;
  /** The item in a body, without its wrapper. */
  unwrapped(schema: JsonSchema, wrapper: string | undefined): JsonSchema;
  /** The schema of a property, and of what is in a list ("items"); nothing where it has none. */
  member(schema: JsonSchema, name: string): JsonSchema | undefined;
  names(schema: JsonSchema): Set<string>;
  accepts(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean;
}

const commonLists = ["results", "data", "items", "values", "entries", "records", "hits", "content"];
const commonContainers = ["_embedded", "data", "result", "results", "response", "payload", "body", "list"];
/** What has one of these is an item, and no list of items. */
const commonIds = ["id", "_id", "uuid", "key", "sid", "slug", "name"];

export function createBodies(contract: Contract): Bodies {
  return { answered, taken, listed, listedWithin, listedAt, unwrapped, member, names, accepts };

  function answered(operation: Operation): JsonSchema | undefined {
    const { response } = successOf(operation, operation.method === "POST" ? 201 : undefined);
    return response && jsonOf(response.content)?.schema?.value;
  }

  function taken({ body }: Operation): JsonSchema | undefined {
    return body && jsonOf(body.content)?.schema?.value;
  }

  function listed(schema: JsonSchema | undefined, name: string): Many | undefined {
    if (schema === undefined) return undefined;
    if (accepts(schema, "array") && !accepts(schema, "object"))
      return { schema: { allOf: membersOf(contract, schema, "items") } };
    if (isItem(schema)) return undefined;
    const lists = [...names(schema)].filter((each) => {
      const types = membersOf(contract, schema, each).flatMap((inner) => typesOf(contract, inner));
      return types.includes("array") && !types.includes("object");
    });
    const itemsProperty =
      [name, ...commonLists].find((each) => lists.includes(each)) ?? (lists.length === 1 ? lists[0] : undefined);
    if (itemsProperty === undefined) return undefined;
    return listedAt(schema, itemsProperty);
  }

  function listedWithin(schema: JsonSchema | undefined, name: string): Many | undefined {
    const many = listed(schema, name);
    if (many || schema === undefined || isItem(schema)) return many;
    for (const container of commonContainers.filter((each) => names(schema).has(each))) {
      const inner = unwrapped(schema, container);
      if (!accepts(inner, "object") || accepts(inner, "array") || accepts(inner, "string")) continue;
      const { itemsProperty } = listed(inner, name) ?? {};
      if (itemsProperty !== undefined) return listedAt(schema, `${container}.${itemsProperty}`);
    }
    return undefined;
  }

  function listedAt(schema: JsonSchema | undefined, path: string): Many {
    const lists = schema === undefined ? [] : schemasAt(contract, schema, stepsTo(contract, schema, path));
    return { itemsProperty: path, schema: { allOf: lists.flatMap((list) => membersOf(contract, list, "items")) } };
  }

  function isItem(schema: JsonSchema): boolean {
    return [...names(schema)].some(
      (name) =>
        (commonIds.includes(name) || folded(name) === "id") &&
        membersOf(contract, schema, name).some((inner) => accepts(inner, "string") || accepts(inner, "integer")),
    );
  }

  function unwrapped(schema: JsonSchema, wrapper: string | undefined): JsonSchema {
    return wrapper === undefined ? schema : { allOf: membersOf(contract, schema, wrapper) };
  }

  function member(schema: JsonSchema, name: string): JsonSchema | undefined {
    const found = membersOf(contract, schema, name);
    return found.length > 0 ? { allOf: found } : undefined;
  }

  function names(schema: JsonSchema): Set<string> {
    return propertyNamesOf(contract, schema);
  }

  function accepts(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean {
    return typesOf(contract, schema).includes(type);
  }
}

/** Whether all names are among others. */
export function isWithin(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...names].every((name) => others.has(name));
}
