import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { Among, Containing, Within } from "../../state/query.ts";
import type { MemberPath } from "../member-paths.ts";

/** A filter of items: a predicate, and the equivalent condition of a query. */
export interface Criterion {
  readonly test: (item: JsonObject) => boolean;
  readonly conditions: readonly CriterionCondition[];
}

export type CriterionCondition =
  | (Pick<Among, "kind" | "wanted"> & { readonly path: MemberPath })
  | (Pick<Within, "kind" | "relation" | "bound"> & { readonly path: MemberPath; readonly isDay: boolean })
  | Pick<Containing, "kind" | "words">;

/** Creates the filter for a value of a field. Undefined if the meaning is unclear. */
export type Matcher = (sent: Json) => Criterion | undefined;
