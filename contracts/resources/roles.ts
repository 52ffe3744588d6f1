import type { JsonSchema } from "../model/json.ts";
import { subpathRole } from "./subpath-role.ts";
import { type ItemList, createBodies } from "./bodies.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { createItemKeys } from "./item-keys.ts";
import { isItemOf } from "./collections.ts";
import { batchRole } from "./batch-role.ts";
import type { Role, RoleKind, StateNote } from "../model/role.ts";
import { oncePer } from "../model/once-per.ts";
import { anonymousTemplate, withoutQuery } from "../model/template.ts";

export type { Role, RoleKind } from "../model/role.ts";

/** Role of every operation of a contract, from `x-state`, or else from paths, methods and bodies. */
export const rolesOf: (contract: Contract) => ReadonlyMap<Operation, Role> = oncePer(computeRoles);

function computeRoles(contract: Contract): ReadonlyMap<Operation, Role> {
  const bodies = createBodies(contract);
  const byPath = Map.groupBy(contract.operations, (operation) => canonicalPath(operation.path));
  const idParameters = new Map<string, string>();
  const itemOperations = new Map<string, Operation[]>();
  const parameterOf = new Map<string, string>();
  for (const [path, operations] of byPath) {
    const item = itemOf(path);
    if (!item) continue;
    const template = anonymousTemplate(item.collection);
    if (!idParameters.has(item.collection)) idParameters.set(item.collection, item.idParameter);
    if (!parameterOf.has(template)) parameterOf.set(template, item.idParameter);
    itemOperations.set(template, [...(itemOperations.get(template) ?? []), ...operations]);
  }
  // Paths of one collection may name the same parameter differently.
  for (const path of byPath.keys()) {
    const parameter = parameterOf.get(anonymousTemplate(path));
    if (parameter !== undefined && !idParameters.has(path)) idParameters.set(path, parameter);
  }
  const idIn = createItemKeys({ contract, bodies, idParameters, itemOperations, itemSchema });
  const collections = { contract, bodies, idParameters, idIn, itemSchema, listOf };
  return new Map(
    contract.operations.map((operation) => {
      const inferred = inferRole(operation);
      return [operation, operation.state ? roleFromNote(operation, operation.state, inferred) : inferred];
    }),
  );

  /** Role from `x-state`. Missing fields are inferred from its kind and collection. */
  function roleFromNote(operation: Operation, note: StateNote, inferred: Role): Role {
    const path = canonicalPath(operation.path);
    const isAction = inferred.kind === "action";
    const kind = note.kind ?? (isAction ? "transition" : inferred.kind);
    const parentCollection = itemOf(path.replace(/[/:][^/{}:]+$/, ""))?.collection;
    const collection =
      note.collection ?? (isAction && parentCollection !== undefined ? parentCollection : inferred.collection);
    const agreesWithInferred =
      kind === inferred.kind &&
      collection === inferred.collection &&
      (note.itemsProperty ?? inferred.itemsProperty) === inferred.itemsProperty;
    return {
      ...(agreesWithInferred ? inferred : completeRole(operation, { ...note, kind, collection })),
      ...note,
      kind,
      collection,
    };
  }

  function completeRole(operation: Operation, { kind, collection, itemsProperty }: Role): Role {
    const schema = bodies.responseSchema(operation);
    if (kind === "action" || kind === "singleton") return { kind, collection };
    if (kind === "list" && itemsProperty !== undefined) return listOf(bodies.listAt(schema, itemsProperty), collection);
    if (kind === "list")
      return listOf(bodies.findNestedList(schema, lastSegment(collection)) ?? { schema: true }, collection);
    const idParameter = idParameters.get(collection);
    const { idProperty } = idIn(itemSchema(collection) ?? schema, collection);
    return {
      kind,
      collection,
      ...(idParameter !== undefined && { idParameter }),
      ...idIn(schema, collection),
      ...(idProperty !== undefined && { idProperty }),
    };
  }

  function inferRole(operation: Operation): Role {
    const path = canonicalPath(operation.path);
    const item = itemOf(path);
    const schema = bodies.responseSchema(operation);
    const idParameter = idParameters.get(path);
    const specialRole =
      idParameter === undefined
        ? subpathRole(operation, path, collections)
        : batchRole(operation, { collection: path, word: "" }, collections);
    if (operation.method === "POST" && operation.safe) {
      const list = listIn(operation);
      if (list && idParameter !== undefined) return listOf(list, path);
      return specialRole ?? { kind: "action", collection: path };
    }
    const list = listReadAt(path);
    // "/{type}/{id}" makes "/{type}" a collection, if reading it returns a list.
    if (item && !(idParameter !== undefined && list)) {
      const kind = itemKind(operation, path);
      if (kind && !(kind === "read" && schema !== undefined && !bodies.accepts(schema, "object"))) {
        return { kind, ...item, ...idIn(schema ?? itemSchema(item.collection), item.collection) };
      }
    }
    if (specialRole) return specialRole;
    const flatCollection = ["GET", "POST"].includes(operation.method) ? flatCollectionOf(path) : undefined;
    if (flatCollection !== undefined && (list || operation.method === "POST"))
      return list && operation.method === "GET"
        ? listOf(list, flatCollection)
        : { kind: "create", ...itemKeyOf(flatCollection, schema) };
    if (operation.method === "GET" && list && (idParameter !== undefined || list.itemsProperty === undefined))
      return listOf(list, path);
    if (schema !== undefined && !bodies.accepts(schema, "object")) {
      const created = answersWithId(operation, schema) ? itemSchema(path) : undefined;
      // A response that is neither the item nor its id comes from an operation with another effect.
      if (idParameter === undefined || created === undefined || !bodies.accepts(created, "object"))
        return { kind: "action", collection: path };
      return { kind: "create", collection: path, idParameter, ...idIn(created, path) };
    }
    if (idParameter !== undefined && operation.method !== "DELETE" && operation.method !== "GET") {
      const kind = operation.method === "POST" ? "create" : operation.method === "PUT" ? "replace" : "update";
      return { kind, collection: path, idParameter, ...idIn(schema ?? itemSchema(path), path) };
    }
    if (operation.method === "POST" && list) return { kind: "create", collection: path, ...idIn(schema, path) };
    if (isSingleton(operation, path)) return { kind: "singleton", collection: path };
    return { kind: "action", collection: path };
  }

  /**
   * Collection at another path whose items a path creates: "/playlists" for "/users/{id}/playlists", if only
   * "/playlists/{id}" reads them. The last words of the paths are equal, and the bodies have the same properties.
   */
  function flatCollectionOf(path: string): string | undefined {
    const word = lastSegment(path);
    const create = byPath.get(path)?.find(({ method, safe }) => method === "POST" && !safe);
    const created = create && bodies.responseSchema(create);
    if (created === undefined || idParameters.has(path) || word.startsWith("{")) return undefined;
    const candidates = [...idParameters.keys()].filter(
      (each) => lastSegment(each) === word && segmentCount(each) < segmentCount(path),
    );
    const [flat, other] = candidates.filter((each) => isItemOf(created, each, collections));
    return other === undefined ? flat : undefined;
  }

  function itemKeyOf(collection: string, schema: JsonSchema | undefined): Omit<Role, "kind"> {
    const idParameter = idParameters.get(collection);
    return { collection, ...(idParameter !== undefined && { idParameter }), ...idIn(schema, collection) };
  }

  /** True for a POST whose response is text or a number: the id of the created item. */
  function answersWithId({ method }: Operation, schema: JsonSchema): boolean {
    return (
      method === "POST" &&
      !bodies.accepts(schema, "array") &&
      (bodies.accepts(schema, "string") || bodies.accepts(schema, "integer"))
    );
  }

  function listOf({ schema, itemsProperty }: ItemList, path: string): Role {
    const idParameter = idParameters.get(path);
    const id = idIn(schema, path);
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
        // Some APIs use POST on an item for updates. A POST that is the only operation of the item is an action.
        return (byPath.get(path)?.length ?? 0) > 1 ? "update" : undefined;
      case "DELETE":
        return "delete";
      default:
        return undefined;
    }
  }

  /** Schema of an item: the response body of its read operation, or else of the operation that creates it. */
  function itemSchema(collection: string): JsonSchema | undefined {
    const read = itemOperations.get(anonymousTemplate(collection))?.find(({ method }) => method === "GET");
    if (read) return bodies.responseSchema(read);
    const create = byPath.get(collection)?.find(({ method, safe }) => method === "POST" && !safe);
    return create && bodies.responseSchema(create);
  }

  /** Checks for a resource without an id that is read and written at one path. */
  function isSingleton(operation: Operation, path: string): boolean {
    const methods = new Set((byPath.get(path) ?? []).map(({ method }) => method));
    return (
      methods.has("GET") &&
      (methods.has("PUT") || methods.has("PATCH")) &&
      ["GET", "PUT", "PATCH"].includes(operation.method)
    );
  }

  /** List that a GET of the path returns, if it returns one. */
  function listReadAt(path: string): ItemList | undefined {
    const read = byPath.get(path)?.find(({ method }) => method === "GET");
    return read && listIn(read);
  }

  function listIn(operation: Operation): ItemList | undefined {
    return bodies.findNestedList(bodies.responseSchema(operation), lastSegment(canonicalPath(operation.path)));
  }
}

function segmentCount(path: string): number {
  return path.split("/").length;
}

function lastSegment(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** Path without a trailing slash, ".json" and query, which do not identify the resource. */
export function canonicalPath(path: string): string {
  return withoutQuery(path).replace(/(\.json|\/)$/, "");
}

function itemOf(path: string): { collection: string; idParameter: string } | undefined {
  const found = /^(.*)\/\{([^{}]+)\}$/.exec(path);
  return found ? { collection: found[1] as string, idParameter: found[2] as string } : undefined;
}
