import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { Among, Containing, Within } from "../../state/query.ts";
import type { Place } from "../places.ts";

/** What a request asks of an item: to be judged by itself, and to be looked up. Both are the same. */
export interface Criterion {
  readonly test: (item: JsonObject) => boolean;
  readonly lookups: readonly Lookup[];
}

export type Lookup =
  | (Pick<Among, "kind" | "wanted"> & { readonly place: Place })
  | (Pick<Within, "kind" | "relation" | "bound"> & { readonly place: Place; readonly isDay: boolean })
  | Pick<Containing, "kind" | "words">;

/** What a value that was sent for a field asks of an item; nothing where its meaning is not plain. */
export type Matcher = (sent: Json) => Criterion | undefined;
