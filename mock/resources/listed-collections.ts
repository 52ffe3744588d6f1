import { allItems } from "./find-items.ts";
import { toMembers } from "./members/members.ts";
import type { Stored } from "../state/stored.ts";
import { type Operation, percentEncode } from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import type { Awaitable } from "../model/awaitable.ts";
import { compileCollection } from "./resource.ts";
import type { StoredRole } from "./stored-role.ts";

export interface ListedCollections {
  /** True if a list can cover several collections. */
  readonly coversSeveral: boolean;
  /** Returns the collections of a list, in order. */
  collections(call: Call): Awaitable<readonly string[]>;
  all(call: Call): Promise<readonly Stored[]>;
}

/**
 * Compiles the collections that a list covers. If the path does not determine every segment of the collection, the list
 * covers all collections, or those that the request names ("slug", or "slugs").
 */
export function createListedCollections(operation: Operation, role: StoredRole): ListedCollections {
  const path = new Set(operation.parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const { pathPrefix = "", collection: template } = role;
  const segments = (pathPrefix + template).split("/").map((text) => ({ text, name: /^\{([^{}]+)\}$/.exec(text)?.[1] }));
  const coversSeveral = segments.some(({ name }) => name !== undefined && !path.has(name));
  const collection = compileCollection(role);

  return {
    coversSeveral,
    collections,
    async all(call) {
      const { organization } = call.world;
      const lists = await collections(call);
      const found = await Promise.all(lists.map((each) => call.store.list(organization, each, allItems)));
      return found.flatMap(({ items }) => items);
    },
  };

  function collections(call: Call): Awaitable<readonly string[]> {
    if (coversSeveral) return selectCollections(call);
    return [collection(call)];
  }

  async function selectCollections({ store, world, input: { parameters, body } }: Call): Promise<string[]> {
    const values = { ...toMembers(body), ...parameters };
    const wanted = segments.map(({ text, name }) => {
      const sent = name === undefined ? text : (values[name] ?? values[`${name}s`]);
      if (sent === undefined) return undefined;
      return [sent].flat().map((each) => (name ? percentEncode(String(each)) : text));
    });
    const names = store.collections
      ? await store.collections(world.organization)
      : [...(await store.dump(world.organization)).collections.keys()];
    return names.filter((name) => matchesSegments(name.split("/"), wanted)).toSorted();
  }
}

/** True if each segment of a path is one of the wanted ones. Without wanted ones, any segment matches. */
function matchesSegments(path: readonly string[], wanted: readonly (readonly string[] | undefined)[]): boolean {
  return path.length === wanted.length && path.every((segment, index) => wanted[index]?.includes(segment) ?? true);
}
