import type { JsonSchema } from "../model/json.ts";
import { roleBeside } from "./role-beside.ts";
import { type Many, createBodies } from "./bodies.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { createItemKeys } from "./item-keys.ts";
import { manyRole } from "./many-role.ts";
import type { Role, RoleKind, StateNote } from "../model/role.ts";
import { anonymous, withoutQuery } from "../model/template.ts";

export type { Role, RoleKind } from "../model/role.ts";

/** The role of every operation of a contract: what `x-state` says, else what paths, methods and bodies tell. */
export function rolesOf(contract: Contract): ReadonlyMap<Operation, Role> {
  const bodies = createBodies(contract);
  const byPath = Map.groupBy(contract.operations, (operation) => canonical(operation.path));
  const idParameters = new Map<string, string>();
  const itemOperations = new Map<string, Operation[]>();
  const parameterOf = new Map<string, string>();
  for (const [path, operations] of byPath) {
    const item = itemOf(path);
    if (!item) continue;
    const shape = anonymous(item.collection);
    if (!idParameters.has(item.collection)) idParameters.set(item.collection, item.idParameter);
    if (!parameterOf.has(shape)) parameterOf.set(shape, item.idParameter);
    itemOperations.set(shape, [...(itemOperations.get(shape) ?? []), ...operations]);
  }
  // The paths of one collection may have other names for the same places.
  for (const path of byPath.keys()) {
    const parameter = parameterOf.get(anonymous(path));
    if (parameter !== undefined && !idParameters.has(path)) idParameters.set(path, parameter);
  }
  const idIn = createItemKeys({ contract, bodies, idParameters, itemOperations, itemSchema });
  const collections = { contract, bodies, idParameters, idIn, itemSchema, listOf };
  return new Map(
    contract.operations.map((operation) => {
      const told = roleOf(operation);
      return [operation, operation.state ? noted(operation, operation.state, told) : told];
    }),
  );

  /** What `x-state` does not say is inferred for the kind and the collection that it names. */
  function noted(operation: Operation, note: StateNote, told: Role): Role {
    const path = canonical(operation.path);
    const isAction = told.kind === "action";
    const kind = note.kind ?? (isAction ? "transition" : told.kind);
    const above = itemOf(path.replace(/[/:][^/{}:]+$/, ""))?.collection;
    const collection = note.collection ?? (isAction && above !== undefined ? above : told.collection);
    const isTold =
      kind === told.kind &&
      collection === told.collection &&
      (note.itemsProperty ?? told.itemsProperty) === told.itemsProperty;
    return { ...(isTold ? told : shaped(operation, { ...note, kind, collection })), ...note, kind, collection };
  }

  function shaped(operation: Operation, { kind, collection, itemsProperty }: Role): Role {
    const schema = bodies.answered(operation);
    if (kind === "action" || kind === "singleton") return { kind, collection };
    if (kind === "list" && itemsProperty !== undefined)
      return listOf(bodies.listedAt(schema, itemsProperty), collection);
    if (kind === "list") return listOf(bodies.listedWithin(schema, lastOf(collection)) ?? { schema: true }, collection);
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

  function roleOf(operation: Operation): Role {
    const path = canonical(operation.path);
    const item = itemOf(path);
    const schema = bodies.answered(operation);
    const idParameter = idParameters.get(path);
    const aside =
      idParameter === undefined
        ? roleBeside(operation, path, collections)
        : manyRole(operation, { collection: path, word: "" }, collections);
    if (operation.method === "POST" && operation.safe) {
      const found = listedBy(operation);
      if (found && idParameter !== undefined) return listOf(found, path);
      return aside ?? { kind: "action", collection: path };
    }
    const many = manyAt(path);
    // "/{type}/{id}" below "/{type}" makes that one a collection, if reading it gives a list.
    if (item && !(idParameter !== undefined && many)) {
      const kind = itemKind(operation, path);
      if (kind && !(kind === "read" && schema !== undefined && !bodies.accepts(schema, "object"))) {
        return { kind, ...item, ...idIn(schema ?? itemSchema(item.collection), item.collection) };
      }
    }
    if (aside) return aside;
    if (operation.method === "GET" && many && (idParameter !== undefined || many.itemsProperty === undefined))
      return listOf(many, path);
    if (idParameter !== undefined && operation.method !== "DELETE" && operation.method !== "GET") {
      const kind = operation.method === "POST" ? "create" : operation.method === "PUT" ? "replace" : "update";
      return { kind, collection: path, idParameter, ...idIn(schema ?? itemSchema(path), path) };
    }
    if (operation.method === "POST" && many) return { kind: "create", collection: path, ...idIn(schema, path) };
    if (isSingleton(operation, path)) return { kind: "singleton", collection: path };
    return { kind: "action", collection: path };
  }

  function listOf({ schema, itemsProperty }: Many, path: string): Role {
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
    const shape = anonymous(collection);
    for (const [path, operations] of byPath) {
      const item = itemOf(path);
      if (!item || anonymous(item.collection) !== shape) continue;
      const read = operations.find(({ method }) => method === "GET");
      if (read) return bodies.answered(read);
    }
    const create = byPath.get(collection)?.find(({ method, safe }) => method === "POST" && !safe);
    return create && bodies.answered(create);
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
    return bodies.listedWithin(bodies.answered(operation), lastOf(canonical(operation.path)));
  }
}

function lastOf(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** A path without what says nothing of the resource: a trailing slash, ".json", a query. */
export function canonical(path: string): string {
  return withoutQuery(path).replace(/(\.json|\/)$/, "");
}

function itemOf(path: string): { collection: string; idParameter: string } | undefined {
  const found = /^(.*)\/\{([^{}]+)\}$/.exec(path);
  return found ? { collection: found[1] as string, idParameter: found[2] as string } : undefined;
}
