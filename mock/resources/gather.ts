import { type Operation, encode } from "../../contracts/index.ts";
import type { Call } from "../call.ts";
import type { Stored } from "../state/store.ts";
import { collectionOf } from "./resource.ts";
import { membersIn } from "./representation.ts";
import type { PlacedRole } from "./placed-role.ts";

const everything = { offset: 0, limit: Number.POSITIVE_INFINITY };

/**
 * Compiles how all items are found that a list is about. Its collection may have places that the path says nothing
 * of: then it is about all collections there are, or those that the request names ("slug", or "slugs").
 */
export function createGathering(
  operation: Operation,
  role: PlacedRole,
): { readonly isOpen: boolean; all(call: Call): Promise<readonly Stored[]> } {
  const path = new Set(operation.parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const { home = "", collection: template } = role;
  const segments = (home + template).split("/").map((text) => ({ text, name: /^\{([^{}]+)\}$/.exec(text)?.[1] }));
  const isOpen = segments.some(({ name }) => name !== undefined && !path.has(name));
  const collection = collectionOf(role);

  return {
    isOpen,
    async all(call) {
      const { organization } = call.world;
      const lists = isOpen ? await collectionsFor(call) : [collection(call)];
      const found = await Promise.all(lists.map((each) => call.store.list(organization, each, everything)));
      return found.flatMap(({ items }) => items);
    },
  };

  async function collectionsFor({ store, world, input: { parameters, body } }: Call): Promise<string[]> {
    const values = { ...membersIn(body), ...parameters };
    const wanted = segments.map(({ text, name }) => {
      const sent = name === undefined ? text : (values[name] ?? values[`${name}s`]);
      return sent === undefined ? undefined : [sent].flat().map((each) => (name ? encode(String(each)) : text));
    });
    const { collections } = await store.dump(world.organization);
    return [...collections.keys()].filter((name) => isWanted(name.split("/"), wanted)).toSorted();
  }
}

/** Whether each segment of a path is one of those that are wanted in its place; any is, where none is named. */
function isWanted(path: readonly string[], wanted: readonly (readonly string[] | undefined)[]): boolean {
  return path.length === wanted.length && path.every((segment, index) => wanted[index]?.includes(segment) ?? true);
}
