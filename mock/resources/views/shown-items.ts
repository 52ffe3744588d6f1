import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Role,
  isObject,
  resourcesIn,
  sitesOf,
  valueAtPath,
} from "../../../contracts/index.ts";
import type { Address } from "../../state/store.ts";
import { itemsByMembers } from "./views.ts";

/** Items that are remembered. The oldest are forgotten first. */
const MAX_ITEMS = 2000;

/** Items of generated bodies, which a client may ask for by their keys. */
export interface ShownItems {
  /** Remembers the items in a generated body that an organization was shown. */
  remember(organization: string, operation: Operation, body: Json): void;
  /** Forgets a deleted item, which a later body brings back no more. */
  forget(address: Address): void;
  find(address: Address): JsonObject | undefined;
}

export function createShownItems(contract: Contract, roles: ReadonlyMap<Operation, Role>): ShownItems {
  const items = new Map<string, JsonObject | undefined>();
  const places = new Map<Operation, ReturnType<typeof findPlaces>>();
  const findItems = itemsByMembers(contract, roles);
  return {
    remember(organization, operation, body) {
      let known = places.get(operation);
      if (!known) places.set(operation, (known = findPlaces(operation)));
      for (const { steps, collection, key } of known)
        for (const item of [valueAtPath(body, steps) ?? []].flat()) {
          const id = isObject(item) ? item[key] : undefined;
          if (!isObject(item) || (typeof id !== "string" && typeof id !== "number")) continue;
          const name = nameOf({ organization, collection, id: String(id) });
          if (items.has(name)) continue;
          keep(name, item);
        }
    },
    forget: (address) => keep(nameOf(address), undefined),
    find: (address) => items.get(nameOf(address)),
  };

  function keep(name: string, item: JsonObject | undefined): void {
    const [oldest] = items.keys();
    if (items.size >= MAX_ITEMS && oldest !== undefined) items.delete(oldest);
    items.set(name, item);
  }

  /** Places of a body with items of a collection that operations fill, whatever is above it. */
  function findPlaces(operation: Operation) {
    const shown = resourcesIn(contract).bodies.responseSchema(operation);
    const sites = shown === undefined ? [] : sitesOf(contract, shown);
    return sites.flatMap((site) => {
      const { role: { collection = "", idProperty: key = "" } = {} } = findItems(site) ?? {};
      return key === "" || collection.includes("{") ? [] : [{ steps: site.steps, collection, key }];
    });
  }
}

function nameOf({ organization, collection, id }: Address): string {
  return JSON.stringify([organization, collection, id]);
}
