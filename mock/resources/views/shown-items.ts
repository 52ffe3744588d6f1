import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  isObject,
  resourcesIn,
  listBodySites,
  valueAtPath,
} from "../../../contracts/index.ts";
import type { World } from "../../calls/call.ts";
import type { Address } from "../../state/store.ts";
import { itemsByMembers } from "./views.ts";

/** Items of an organization that are remembered. The oldest are forgotten first. */
const MAX_ITEMS = 2000;

/** Items of generated bodies, which a client may ask for by their keys, until the organization is reset. */
export interface ShownItems {
  /** Remembers the items in a generated body that an organization was shown. */
  remember(world: World, operation: Operation, body: Json): void;
  /** Forgets a deleted item, which a later body brings back no more. */
  forget(world: World, address: Address): void;
  find(world: World, address: Address): JsonObject | undefined;
}

type Items = Map<string, JsonObject | undefined>;

export function createShownItems(contract: Contract, roles: ReadonlyMap<Operation, Role>): ShownItems {
  const places = new Map<Operation, ReturnType<typeof findPlaces>>();
  const findItems = itemsByMembers(contract, roles);
  return {
    remember(world, operation, body) {
      let known = places.get(operation);
      if (!known) places.set(operation, (known = findPlaces(operation)));
      for (const { steps, collection, key } of known)
        for (const item of [valueAtPath(body, steps) ?? []].flat()) {
          const id = isObject(item) ? item[key] : undefined;
          if (!isObject(item) || (typeof id !== "string" && typeof id !== "number")) continue;
          const name = toShownName({ collection, id: String(id) });
          if (!openShownItems(world).has(name)) keepShownItem(world, name, item);
        }
    },
    forget: (world, address) => keepShownItem(world, toShownName(address), undefined),
    find: (world, address) => openShownItems(world).get(toShownName(address)),
  };

  function openShownItems({ cache }: World): Items {
    const name = `shown items of ${contract.api}`;
    let items = cache.get(name) as Items | undefined;
    if (!items) cache.set(name, (items = new Map()));
    return items;
  }

  function keepShownItem(world: World, name: string, item: JsonObject | undefined): void {
    const items = openShownItems(world);
    const [oldest] = items.keys();
    if (items.size >= MAX_ITEMS && oldest !== undefined) items.delete(oldest);
    items.set(name, item);
  }

  /** Places of a body with items of a collection that operations fill, whatever is above it. */
  function findPlaces(operation: Operation) {
    const shown = resourcesIn(contract).bodies.responseSchema(operation);
    const sites = shown === undefined ? [] : listBodySites(contract, shown);
    return sites.flatMap((site) => {
      const { role: { collection = "", idProperty: key = "" } = {} } = findItems(site) ?? {};
      if (key === "" || collection.includes("{")) return [];
      return [{ steps: site.steps, collection, key }];
    });
  }
}

function toShownName({ collection, id }: Omit<Address, "organization">): string {
  return JSON.stringify([collection, id]);
}
