import type { JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import type { Role, RoleKind, StateNote } from "../model/role.ts";
import { oncePer } from "../model/once-per.ts";
import { batchRole } from "./batch-role.ts";
import type { Placing } from "./placing.ts";
import { itemRole, listRole } from "./item-role.ts";
import { type Resource, itemPathOf, resourcesIn } from "./resources.ts";
import { holdsList, holdsObject } from "./sites.ts";
import { subpathRole } from "./subpath-role.ts";

export type { Role, RoleKind } from "../model/role.ts";
export { canonicalPath } from "./resource-paths.ts";

/** Least likeness of what a path creates to what it lists, if no path leads to its items. */
const MIN_LIKENESS = 0.5;

/** Role of every operation of a contract, from `x-state`, or else from the resources of the contract. */
export const rolesOf: (contract: Contract) => ReadonlyMap<Operation, Role> = oncePer(computeRoles);

function computeRoles(contract: Contract): ReadonlyMap<Operation, Role> {
  const resources = resourcesIn(contract);
  const { bodies, operationsAt, pathOf } = resources;
  return new Map(
    contract.operations.map((operation) => {
      const inferred = inferRole(operation);
      return [operation, operation.state ? roleFromNote(operation, operation.state, inferred) : inferred];
    }),
  );

  /** Role from `x-state`. Missing fields are inferred from its kind and collection. */
  function roleFromNote(operation: Operation, note: StateNote, inferred: Role): Role {
    const path = pathOf(operation);
    const isAction = inferred.kind === "action";
    const kind = note.kind ?? (isAction ? "transition" : inferred.kind);
    const parentCollection = itemPathOf(path.replace(/[/:][^/{}:]+$/, ""))?.collection;
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
    const resource = resources.at(collection);
    if (kind === "action" || kind === "singleton") return { kind, collection };
    if (kind !== "list") return itemRole(kind, resource, { shown: schema });
    if (itemsProperty !== undefined) return { ...listRole(resource, undefined), itemsProperty };
    return listRole(resource, resource.findList(schema));
  }

  function inferRole(operation: Operation): Role {
    const path = pathOf(operation);
    const resource = resources.at(path);
    const shown = bodies.responseSchema(operation);
    const special =
      resource.idParameter === undefined
        ? subpathRole(operation, path, resources)
        : batchRole(operation, { collection: path, word: "" }, resources);
    const action: Role = { kind: "action", collection: path };
    if (operation.method === "POST" && operation.safe) {
      const list = resource.idParameter === undefined ? undefined : resource.findList(shown);
      return list ? listRole(resource, list) : (special ?? action);
    }
    return (
      roleOfItem(operation, path) ??
      special ??
      roleAtFlatCollection(operation, path) ??
      roleAboveCollections(operation, resource) ??
      roleAtCollection(operation, resource) ??
      action
    );
  }

  /** Role of an operation on the path of an item. */
  function roleOfItem(operation: Operation, path: string): Role | undefined {
    const item = itemPathOf(path);
    if (!item) return undefined;
    // "/{type}/{id}" makes "/{type}" a collection, if reading it returns a list.
    const isCollection = resources.idParameterOf(path) !== undefined && listReadAt(path) !== undefined;
    const kind = isCollection ? undefined : itemKind(operation, path);
    const shown = bodies.responseSchema(operation);
    const resource = resources.at(item.collection);
    if (!kind || (kind === "read" && !mayShowItem(path, resource, shown))) return undefined;
    return { ...itemRole(kind, resource, { shown, sent: bodies.requestSchema(operation) }), ...item };
  }

  /** True unless a response is none of the item. A list of one item is one, where other operations change that item. */
  function mayShowItem(path: string, resource: Resource, shown: JsonSchema | undefined): boolean {
    if (shown === undefined || holdsObject(contract, shown)) return true;
    const isChanged =
      operationsAt.get(path)?.some(({ method }) => ["PUT", "PATCH", "DELETE"].includes(method)) ?? false;
    return isChanged && resources.isItemOf(shown, resource);
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
        return (operationsAt.get(path)?.length ?? 0) > 1 ? "update" : undefined;
      case "DELETE":
        return "delete";
      default:
        return undefined;
    }
  }

  /** Role of an operation at the path of a collection. */
  function roleAtCollection(operation: Operation, resource: Resource): Role | undefined {
    const { method } = operation;
    const { collection, idParameter } = resource;
    const shown = bodies.responseSchema(operation);
    const sent = bodies.requestSchema(operation);
    const list = listReadAt(collection);
    if (method === "GET" && list && (idParameter !== undefined || isBare(list) || isFilled(resource, list)))
      return listRole(resource, list);
    const isOneInList = method === "POST" && idParameter !== undefined && showsKeyedItem(resource, shown);
    if (shown !== undefined && !holdsObject(contract, shown) && !isOneInList) {
      // A response that is neither the item nor its id comes from an operation with another effect.
      const isCreated =
        resource.item !== undefined && holdsObject(contract, resource.item) && answersWithId(operation, shown);
      return idParameter !== undefined && isCreated ? itemRole("create", resource, { sent }) : undefined;
    }
    if (idParameter !== undefined && ["POST", "PUT", "PATCH"].includes(method)) {
      const kind = method === "POST" ? "create" : method === "PUT" ? "replace" : "update";
      return itemRole(kind, resource, { shown, sent, parameters: operation.parameters });
    }
    if (method === "POST" && list && (isBare(list) || isFilled(resource, list)))
      return itemRole("create", resource, { shown, sent, parameters: operation.parameters });
    return isSingleton(operation, collection) ? { kind: "singleton", collection } : undefined;
  }

  /** True for a response that is a list of one item. */
  function showsKeyedItem(resource: Resource, shown: JsonSchema | undefined): boolean {
    const site = resource.findItem(shown)?.site;
    return site !== undefined && resource.keyIn(site.schema) !== undefined;
  }

  /** Role of a list whose path is above collections: "/jobs" for "/jobs/{project}/{queue}". It covers all of them. */
  function roleAboveCollections({ method }: Operation, { collection, idParameter }: Resource): Role | undefined {
    const list = method === "GET" && idParameter === undefined ? listReadAt(collection) : undefined;
    if (!list) return undefined;
    const covered = resources.collections
      .filter((each) => each.startsWith(`${collection}/`) && /^(\/\{[^{}]+\})+$/.test(each.slice(collection.length)))
      .filter((each) => operationsAt.has(each))
      .map((each) => resources.at(each))
      .find((each) => resources.isItemOf(list.site.schema, each));
    return covered && listRole(covered, list);
  }

  /** True if a path without a path of items creates what it lists. */
  function isFilled(resource: Resource, list: Placing): boolean {
    const creates = (operationsAt.get(resource.collection) ?? []).filter(
      ({ method, safe }) => method === "POST" && !safe,
    );
    return creates.some((create) => {
      const made = [bodies.responseSchema(create), bodies.requestSchema(create)];
      return made.some((schema) => {
        const site = resource.findItem(schema)?.site;
        return site !== undefined && resources.likeness(site.names, list.site.names) >= MIN_LIKENESS;
      });
    });
  }

  /**
   * Role at a path that creates and lists items of another path: "/playlists" for "/users/{id}/playlists", if only
   * "/playlists/{id}" reads them. The last words of the paths are equal, and the bodies have the same properties.
   */
  function roleAtFlatCollection(operation: Operation, path: string): Role | undefined {
    if (!["GET", "POST"].includes(operation.method)) return undefined;
    const flat = flatCollectionOf(path);
    if (!flat) return undefined;
    if (operation.method === "POST")
      return itemRole("create", flat, {
        shown: bodies.responseSchema(operation),
        sent: bodies.requestSchema(operation),
      });
    const list = listReadAt(path);
    return list && listRole(flat, list);
  }

  function flatCollectionOf(path: string): Resource | undefined {
    const word = lastSegment(path);
    const create = operationsAt.get(path)?.find(({ method, safe }) => method === "POST" && !safe);
    const created = create && bodies.responseSchema(create);
    if (created === undefined || resources.idParameterOf(path) !== undefined || word.startsWith("{")) return undefined;
    const [flat, other] = resources.collections
      .filter((each) => lastSegment(each) === word && segmentCount(each) < segmentCount(path))
      .map((each) => resources.at(each))
      .filter((each) => resources.isItemOf(created, each));
    return other === undefined ? flat : undefined;
  }

  /** True for a POST whose response is text or a number: the id of the created item. */
  function answersWithId({ method }: Operation, schema: JsonSchema): boolean {
    return (
      method === "POST" &&
      !holdsList(contract, schema) &&
      (bodies.accepts(schema, "string") || bodies.accepts(schema, "integer"))
    );
  }

  /** Checks for a resource without an id that is read and written at one path. */
  function isSingleton(operation: Operation, path: string): boolean {
    const methods = new Set((operationsAt.get(path) ?? []).map(({ method }) => method));
    return (
      methods.has("GET") &&
      (methods.has("PUT") || methods.has("PATCH")) &&
      ["GET", "PUT", "PATCH"].includes(operation.method)
    );
  }

  /** List that a GET of the path returns, if it returns one. */
  function listReadAt(path: string): Placing | undefined {
    const read = operationsAt.get(path)?.find(({ method }) => method === "GET");
    return read && resources.at(path).findList(bodies.responseSchema(read));
  }
}

function isBare({ site }: Placing): boolean {
  return site.steps.length === 0;
}

function segmentCount(path: string): number {
  return path.split("/").length;
}

function lastSegment(path: string): string {
  return path.split("/").at(-1) ?? "";
}
