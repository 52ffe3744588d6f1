import type { Stored } from "./stored.ts";
import type { OrganizationState, StateItem } from "../../formats/index.ts";
import { list, map, object, record, shape, whole } from "../model/shape.ts";
import { deepCopy } from "./deep-copy.ts";
import type { Contents } from "./store.ts";

export type { OrganizationState, StateItem };

/** The id of a resource. Empty for a resource without an id. */
const idShape = shape("a text", (value) => typeof value === "string");

/** Shapes of the members of a state. */
export const stateMembers = {
  counter: whole(),
  collections: map(list(record({ id: idShape, value: object, earlier: list(object) }, ["id", "value"]))),
};

/** Returns the reason why a value is not a state. Undefined if it is one. */
export const faultOfState = record(stateMembers, ["collections"]);

/** The contents of a store as JSON. A copy, because forks share the stored values. */
export function toOrganizationState({
  counter,
  collections,
}: Contents): OrganizationState & { readonly counter: number } {
  const entries = [...collections].map(([collection, items]) => [
    collection,
    [...items].map(([id, { value, earlier }]): StateItem => ({
      id,
      value: deepCopy(value),
      ...(earlier && { earlier: earlier.map(deepCopy) }),
    })),
  ]);
  return { counter, collections: Object.fromEntries(entries) as OrganizationState["collections"] };
}

/**
 * The contents of a store for a state. A copy, because the caller may change the state later.
 * @throws RangeError if two items of a collection have the same id.
 */
export function toContents({ counter, collections }: OrganizationState): Contents {
  const entries = Object.entries(collections).map(([collection, items]) => {
    const stored = new Map<string, Stored>();
    for (const { id, value, earlier } of items) {
      if (stored.has(id)) throw new RangeError(`Cannot keep "${id}" in ${collection}: there are two of that id`);
      stored.set(id, { value: deepCopy(value), ...(earlier && { earlier: earlier.map(deepCopy) }) });
    }
    return [collection, stored] as const;
  });
  const size = entries.reduce((sum, [, items]) => sum + items.size, 0);
  return { counter: counter ?? size, collections: new Map(entries.filter(([, items]) => items.size > 0)) };
}
