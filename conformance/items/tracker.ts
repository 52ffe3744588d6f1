import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import {
  type Contract,
  type Json,
  type Operation,
  type Role,
  type Router,
  canonicalPath,
  itemIdOf,
} from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { idIn, itemIn, pathValuesByName, sentValues } from "./items.ts";
import {
  type OperationRequest,
  type TrackedItem,
  type RemovalTools,
  maxRemovalRequests,
  removeItems,
} from "./removal.ts";
import { keyOf, writeRequest } from "../requests/wire.ts";
import { rolesFor } from "../model/roles.ts";

/** Records the items that a run creates on a live deployment, and removes them. */
export interface Tracker {
  /** Registers a request in flight, which may create an item. The caller invokes the result when the request ends. */
  requestStarted(operation: Operation, as?: Identity): () => void;
  /**
   * Request that reads the item which a request changes, if it is not known whether there is one: a change may create it,
   * whatever its status. The caller sends it before, and reports the exchange.
   */
  readingBefore(request: WireRequest, operation: Operation, contract: Contract): OperationRequest | undefined;
  /** Registers an exchange. The caller reports every one. */
  recordExchange(exchange: Exchange, operation: Operation, contract: Contract): void;
  /** Deletes all remaining items, the latest first. Returns a message for each item that could not be removed. */
  removeItems(removing: RemovalTools): Promise<readonly string[]>;
  /** Descriptions of the remaining items. */
  remainingItems(): readonly string[];
  /** Maximum number of requests to remove all items, including those of requests in flight. */
  maxRemovalRequests(): number;
}

/** Tracker for a target that needs no removal. */
export const untracked: Tracker = {
  requestStarted: () => () => {},
  readingBefore: () => undefined,
  recordExchange() {},
  removeItems: async () => [],
  remainingItems: () => [],
  maxRemovalRequests: () => 0,
};

export function createTracker(router: Router): Tracker {
  const trackedItems = new Map<string, TrackedItem>();
  /** Paths that had no item when last requested. A PUT may create one there, and so do providers with a fault on PATCH. */
  const absent = new Set<string>();
  /** Paths that have had an item. */
  const present = new Set<string>();
  let open = 0;
  return {
    requestStarted,
    readingBefore,
    recordExchange,
    remainingItems: () => [...trackedItems.values()].map(({ name }) => name),
    maxRemovalRequests: () =>
      [...trackedItems.values()].reduce((sum, { removal, as }) => sum + (removal ? maxRemovalRequests(as) : 0), open),
    async removeItems(removing) {
      const remaining = await removeItems(trackedItems, removing);
      trackedItems.clear();
      return remaining;
    },
  };

  function requestStarted({ safe }: Operation, as?: Identity): () => void {
    if (safe) return () => {};
    const most = maxRemovalRequests(as);
    open += most;
    return () => void (open -= most);
  }

  function readingBefore(request: WireRequest, operation: Operation, contract: Contract): OperationRequest | undefined {
    const role = rolesFor(contract).get(operation);
    const place = placeOf(request.path, undefined);
    if (!role || !isItemChange(role, operation)) return undefined;
    if (trackedItems.has(place) || absent.has(place) || present.has(place)) return undefined;
    const reading = operationOn(contract, role, "read");
    const read = reading && requestOf(contract, reading, sentValues(request, router));
    return read && placeOf(read.path, undefined) === place ? { operation: reading, request: read } : undefined;
  }

  function recordExchange(exchange: Exchange, operation: Operation, contract: Contract): void {
    const { as, request, response } = exchange;
    const role = rolesFor(contract).get(operation);
    if (!role) return;
    const place = placeOf(request.path, as);
    const { status } = response;
    const isDone = status >= 200 && status <= 299;
    const isChange = isItemChange(role, operation);
    if (isDone && role.kind === "delete") trackedItems.delete(place);
    if ((isDone && role.kind === "delete") || status === 404 || status === 410) {
      if (isChangeableAt(contract, role)) absent.add(place);
      return;
    }
    if (!isDone) return;
    if (isChange || role.kind === "read") present.add(place);
    const isAdded = isChange && ((role.kind === "replace" && status === 201) || absent.has(place));
    if (isChange) absent.delete(place);
    const values = isAdded ? addedValues(exchange, role) : (madeValues(exchange, role) ?? movedValues(exchange, role));
    if (isChange && values) trackedItems.delete(place);
    if (values) remember(exchange, operation, { contract, role, values, isAdded });
  }

  /** Path parameter values of the item that an exchange created. */
  function madeValues(exchange: Exchange, role: Role): readonly Json[] | undefined {
    if (role.kind !== "create" && role.kind !== "copy") return undefined;
    const id = idIn(exchange, role, itemIn(exchange, role));
    if (id === undefined) return undefined;
    return [...sentValues(exchange.request, router).slice(0, role.collection.split("{").length - 1), id];
  }

  /**
   * Path parameter values of an item that a change created, with the id that the body of its response shows. A Location
   * header is not read, because the request names the item.
   */
  function addedValues(exchange: Exchange, role: Role): readonly Json[] {
    const values = sentValues(exchange.request, router);
    const id = itemIdOf(itemIn(exchange, role), role);
    const isShown = typeof id === "string" || typeof id === "number";
    return isShown && String(id) !== String(values.at(-1)) ? [...values.slice(0, -1), id] : values;
  }

  /** Path parameter values of a tracked item whose id a change has replaced. */
  function movedValues(exchange: Exchange, role: Role): readonly Json[] | undefined {
    const { request, as } = exchange;
    const isChange = role.kind === "update" || role.kind === "replace";
    if (!isChange || !trackedItems.has(placeOf(request.path, as))) return undefined;
    const values = addedValues(exchange, role);
    return String(values.at(-1)) === String(sentValues(request, router).at(-1)) ? undefined : values;
  }

  function remember(
    { request, as }: Exchange,
    operation: Operation,
    { contract, role, values, isAdded }: CreatedItemInfo,
  ): void {
    const by = as ? ` with ${as.description}` : "";
    const path = request.path.split("?", 1)[0] as string;
    const deleting = operationOn(contract, role, "delete");
    if (!deleting) {
      const place = isAdded ? path : `${path}/${String(values.at(-1))}`;
      trackedItems.set(placeOf(place, as), { name: `${operation.name} made ${place}${by}` });
      return;
    }
    const reading = operationOn(contract, role, "read");
    const removal = requestOf(contract, deleting, values);
    trackedItems.set(placeOf(removal.path, as), {
      name: `${operation.name} made ${removal.path}${by}`,
      removal: { operation: deleting, request: removal },
      ...(reading && { reading: { operation: reading, request: requestOf(contract, reading, values) } }),
      ...(as && { as }),
    });
  }
}

interface CreatedItemInfo {
  readonly contract: Contract;
  readonly role: Role;
  readonly values: readonly Json[];
  /** True if a change created the item. */
  readonly isAdded: boolean;
}

/** True for a change of one whole item. An operation without the id in its path changes a whole collection. */
function isItemChange({ kind, idParameter, part }: Role, { path }: Operation): boolean {
  if (kind !== "replace" && kind !== "update") return false;
  return part === undefined && idParameter !== undefined && path.includes(`{${idParameter}}`);
}

/** Key of an item. It contains the identity, because two identities can have different items at the same path. */
function placeOf(path: string, as: Identity | undefined): string {
  return `${as?.id ?? ""} ${path.split("?", 1)[0] as string}`;
}

function isChangeableAt(contract: Contract, role: Role): boolean {
  return (["replace", "update"] as const).some((kind) => operationOn(contract, role, kind) !== undefined);
}

/** Operation of a kind on the collection of a role. */
function operationOn(contract: Contract, { collection }: Role, kind: Role["kind"]): Operation | undefined {
  return [...rolesFor(contract)].find(
    ([, other]) => other.kind === kind && canonicalPath(other.collection) === canonicalPath(collection),
  )?.[0];
}

function requestOf(contract: Contract, operation: Operation, values: readonly Json[]): WireRequest {
  const parameters = Object.fromEntries(
    operation.parameters
      .filter((parameter) => parameter.in === "path")
      .flatMap((parameter) => {
        const value = pathValuesByName(operation.path, values)[parameter.name];
        return value === undefined ? [] : [[keyOf(parameter), value]];
      }),
  );
  return writeRequest(contract, operation, { parameters });
}
