import type { Stored } from "./stored.ts";

/** Items that every new organization begins with. Collections are computed on first use. */
export interface BaseCollections {
  /** The items of a collection by id. Undefined if there are none. Always the same object for the same collection. */
  get(collection: string): ReadonlyMap<string, Stored> | undefined;
  /** The names of the collections that have items. Computes all of them. */
  names(): Iterable<string>;
}
