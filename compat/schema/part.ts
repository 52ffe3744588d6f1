import type { JsonObject } from "../../contracts/index.ts";
import type { Written } from "./additional.ts";
import type { Place } from "./place.ts";

export interface Union {
  readonly keyword: "oneOf" | "anyOf";
  readonly branches: readonly Place[];
}

/** The keywords of one schema object, which hold together with those of the other parts of a view. */
export interface Part {
  readonly key: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly basis: Place["basis"];
  readonly written?: Written;
  /** Null passes as well: where the part was wrapped in a union with the type "null". */
  readonly orNull?: string;
  /** Unions of two or more alternatives that are still to be told apart. */
  readonly unions: readonly Union[];
}
