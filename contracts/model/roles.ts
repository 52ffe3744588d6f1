import type { Contract, JsonSchema, Operation } from "./contract.ts";
import { membersOf, propertyNamesOf, typesOf } from "./schema.ts";
import { jsonOf, successOf } from "./success.ts";

export type RoleKind = "list" | "create" | "read" | "replace" | "update" | "delete" | "singleton" | "action";

/** What an operation does to the resources of its contract, told from paths, methods and bodies alone. */
export interface Role {
  readonly kind: RoleKind;
  /** The canonical template of the collection that the operation works on; a singleton is one by itself. */
  readonly collection: string;
  /** The path parameter that names the item. */
  readonly idParameter?: string;
  /** The property of the item that holds its id, where one does. */
  readonly idProperty?: string;
  /** The property of the response that the item is wrapped in: "pet" in `{"pet": {…}}`. */
  readonly wrapper?: string;
  /** The property of a list response that holds the items; a bare array has none. */
  readonly itemsProperty?: string;
}

const commonLists = ["results", "data", "items", "values", "entries", "records", "hits", "content"];
const commonIds = ["id", "_id", "uuid", "key", "sid", "slug", "name"];

/** What a body lists: the schema of an item, and the property that holds the items. */
interface Many {
  readonly itemsProperty?: string;
  readonly schema: JsonSchema;
}

/** The role of every operation of a contract. */
export function rolesOf(contract: Contract): ReadonlyMap<Operation, Role> {
  const byPath = Map.groupBy(contract.operations, (operation) => canonical(operation.path));
  const idParameters = new Map<string, string>();
  for (const path of byPath.keys()) {
    const item = itemOf(path);
    if (item && !idParameters.has(item.collection)) idParameters.set(item.collection, item.idParameter);
  }
  return new Map(contract.operations.map((operation) => [operation, roleOf(operation)]));

  function roleOf(operation: Operation): Role {
    const path = canonical(operation.path);
    const item = itemOf(path);
    const schema = bodySchema(operation);
    const idParameter = idParameters.get(path);
    if (operation.method === "POST" && operation.safe) {
      const found = listedBy(operation);
      return found && idParameter !== undefined ? listOf(found, path) : { kind: "action", collection: path };
    }
    const many = manyAt(path);
    // "/{type}/{id}" below "/{type}" makes that one a collection, if reading it gives a list.
    if (item && !(idParameter !== undefined && many)) {
      const kind = itemKind(operation, path);
      if (kind && !(kind === "read" && schema !== undefined && !accepts(schema, "object"))) {
        return { kind, ...item, ...idIn(schema ?? itemSchema(item.collection), item.idParameter) };
      }
    }
    if (operation.method === "GET" && many && (idParameter !== undefined || many.itemsProperty === undefined))
      return listOf(many, path);
    if (idParameter !== undefined && operation.method !== "DELETE" && operation.method !== "GET") {
      const kind = operation.method === "POST" ? "create" : operation.method === "PUT" ? "replace" : "update";
      return { kind, collection: path, idParameter, ...idIn(schema ?? itemSchema(path), idParameter) };
    }
    if (operation.method === "POST" && many) return { kind: "create", collection: path, ...idIn(schema, "id") };
    if (isSingleton(operation, path)) return { kind: "singleton", collection: path };
    return { kind: "action", collection: path };
  }

  function listOf({ schema, itemsProperty }: Many, path: string): Role {
    const idParameter = idParameters.get(path);
    const id = idIn(schema, idParameter ?? "id");
    const items = itemsProperty === undefined ? {} : { itemsProperty };
    return { kind: "list", collection: path, ...(idParameter && { idParameter }), ...id, ...items };
  }

  function itemKind(operation: Operation, path: string): RoleKind | undefined {
    switch (operation.method) {
      case "GET":
        return "read";
      case "PUT":
        return "replace";
      case "PATCH":
        return "update";
      case "POST":
        // Some APIs update with POST; where nothing else is done to the item, it is a verb of its own.
        return (byPath.get(path)?.length ?? 0) > 1 ? "update" : undefined;
      case "DELETE":
        return "delete";
      default:
        return undefined;
    }
  }

  /** The body of the read operation of a collection's items, or of the one that creates them. */
  function itemSchema(collection: string): JsonSchema | undefined {
    for (const [path, operations] of byPath) {
      if (itemOf(path)?.collection !== collection) continue;
      const read = operations.find(({ method }) => method === "GET");
      if (read) return bodySchema(read);
    }
    const create = byPath.get(collection)?.find(({ method, safe }) => method === "POST" && !safe);
    return create && bodySchema(create);
  }

  /** A resource without an id: it can be read, and it can be written in the same place. */
  function isSingleton(operation: Operation, path: string): boolean {
    const methods = new Set((byPath.get(path) ?? []).map(({ method }) => method));
    return (
      methods.has("GET") &&
      (methods.has("PUT") || methods.has("PATCH")) &&
      ["GET", "PUT", "PATCH"].includes(operation.method)
    );
  }

  /** What a GET of the path lists, if it lists anything. */
  function manyAt(path: string): Many | undefined {
    const read = byPath.get(path)?.find(({ method }) => method === "GET");
    return read && listedBy(read);
  }

  function listedBy(operation: Operation): Many | undefined {
    const schema = bodySchema(operation);
    return schema === undefined ? undefined : itemsOf(schema, canonical(operation.path));
  }

  function itemsOf(schema: JsonSchema, path: string): Many | undefined {
    if (accepts(schema, "array") && !accepts(schema, "object")) {
      return { schema: { allOf: membersOf(contract, schema, "items") } };
    }
    if (idPropertyOf(schema, "id") !== undefined) return undefined;
    const lists = [...propertyNamesOf(contract, schema)].filter((name) => {
      const types = membersOf(contract, schema, name).flatMap((member) => typesOf(contract, member));
      return types.includes("array") && !types.includes("object");
    });
    const last = path.split("/").at(-1) ?? "";
    const itemsProperty =
      [last, ...commonLists].find((name) => lists.includes(name)) ?? (lists.length === 1 ? lists[0] : undefined);
    if (itemsProperty === undefined) return undefined;
    const items = membersOf(contract, schema, itemsProperty).flatMap((list) => membersOf(contract, list, "items"));
    return { itemsProperty, schema: { allOf: items } };
  }

  /** Which property of an item holds its id; where none does, whether one of its objects is the item. */
  function idIn(schema: JsonSchema | undefined, parameter: string): Pick<Role, "idProperty" | "wrapper"> {
    if (schema === undefined) return {};
    const idProperty = idPropertyOf(schema, parameter);
    if (idProperty !== undefined) return { idProperty };
    const names = [...propertyNamesOf(contract, schema)];
    for (const wrapper of names) {
      const inner = { allOf: membersOf(contract, schema, wrapper) };
      if (!accepts(inner, "object") || accepts(inner, "string")) continue;
      const id = idPropertyOf(inner, parameter);
      if (id !== undefined && (names.length === 1 || wrapper === "data" || parameter.startsWith(wrapper)))
        return { idProperty: id, wrapper };
    }
    return {};
  }

  function idPropertyOf(schema: JsonSchema, parameter: string): string | undefined {
    const names = [...propertyNamesOf(contract, schema)].filter((name) =>
      membersOf(contract, schema, name).some((member) => accepts(member, "string") || accepts(member, "integer")),
    );
    const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
    const same = names.find((name) => name === parameter) ?? names.find((name) => plain(name) === plain(parameter));
    return (
      same ??
      commonIds.find((name) => names.includes(name)) ??
      names.find((name) => plain(parameter).endsWith(plain(name)))
    );
  }

  function accepts(schema: JsonSchema, type: "array" | "object" | "string" | "integer"): boolean {
    return typesOf(contract, schema).includes(type);
  }

  function bodySchema(operation: Operation): JsonSchema | undefined {
    const { response } = successOf(operation, operation.method === "POST" ? 201 : undefined);
    return response && jsonOf(response.content)?.schema?.value;
  }
}

/** A path without what says nothing of the resource: a trailing slash, ".json". */
export function canonical(path: string): string {
  return path.replace(/(\.json|\/)$/, "");
}

function itemOf(path: string): { collection: string; idParameter: string } | undefined {
  const found = /^(.*)\/\{([^{}]+)\}$/.exec(path);
  return found ? { collection: found[1] as string, idParameter: found[2] as string } : undefined;
}
