import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { KeyCondition, TextCondition, BoundCondition } from "../../state/query.ts";
import type { MemberPath } from "../members/member-paths.ts";

/** A filter of items: a predicate, and the equivalent condition of a query. */
export interface Criterion {
  readonly test: (item: JsonObject) => boolean;
  readonly conditions: readonly CriterionCondition[];
}

export type CriterionCondition =
  | (Pick<KeyCondition, "kind" | "wanted"> & { readonly path: MemberPath })
  | (Pick<BoundCondition, "kind" | "relation" | "bound"> & { readonly path: MemberPath; readonly isDay: boolean })
  | (Pick<TextCondition, "kind" | "words"> & { readonly path?: MemberPath });

/** Creates the filter for a value of a field. Undefined if the meaning is unclear. */
export type Matcher = (sent: Json) => Criterion | undefined;
