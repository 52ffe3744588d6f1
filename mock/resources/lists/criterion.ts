import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { Among, Containing, Within } from "../../state/query.ts";
import type { Place } from "../places.ts";

/** A filter of items: a predicate, and the equivalent condition of a query. */
export interface Criterion {
  readonly test: (item: JsonObject) => boolean;
  readonly lookups: readonly Lookup[];
}

export type Lookup =
  | (Pick<Among, "kind" | "wanted"> & { readonly place: Place })
  | (Pick<Within, "kind" | "relation" | "bound"> & { readonly place: Place; readonly isDay: boolean })
  | Pick<Containing, "kind" | "words">;

/** Creates the filter for a value of a field. Undefined if the meaning is unclear. */
export type Matcher = (sent: Json) => Criterion | undefined;
