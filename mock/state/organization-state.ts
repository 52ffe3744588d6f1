import type { Stored } from "./stored.ts";
import type { OrganizationState, StateItem } from "../../formats/index.ts";
import { list, map, object, record, shape, whole } from "../model/shape.ts";
import { copied } from "./copied.ts";
import type { Contents } from "./store.ts";

export type { OrganizationState, StateItem };

/** A resource without an id has the empty one. */
const idShape = shape("a text", (value) => typeof value === "string");

/** The members of such JSON. */
export const stateMembers = {
  counter: whole(),
  collections: map(list(record({ id: idShape, value: object, earlier: list(object) }, ["id", "value"]))),
};

/** In what a value is no such JSON. */
export const faultOfState = record(stateMembers, ["collections"]);

/** The contents of a store as JSON: a copy, since what is kept is shared by forks and never changes. */
export function stateOf({ counter, collections }: Contents): OrganizationState & { readonly counter: number } {
  const entries = [...collections].map(([collection, items]) => [
    collection,
    [...items].map(([id, { value, earlier }]): StateItem => ({
      id,
      value: copied(value),
      ...(earlier && { earlier: earlier.map(copied) }),
    })),
  ]);
  return { counter, collections: Object.fromEntries(entries) as OrganizationState["collections"] };
}

/**
 * What a store holds of such JSON: a copy, since whoever gave it may change it.
 * @throws RangeError where two items of a collection have the same id.
 */
export function contentsOf({ counter, collections }: OrganizationState): Contents {
  const entries = Object.entries(collections).map(([collection, items]) => {
    const stored = new Map<string, Stored>();
    for (const { id, value, earlier } of items) {
      if (stored.has(id)) throw new RangeError(`Cannot keep "${id}" in ${collection}: there are two of that id`);
      stored.set(id, { value: copied(value), ...(earlier && { earlier: earlier.map(copied) }) });
    }
    return [collection, stored] as const;
  });
  const size = entries.reduce((sum, [, items]) => sum + items.size, 0);
  return { counter: counter ?? size, collections: new Map(entries.filter(([, items]) => items.size > 0)) };
}
