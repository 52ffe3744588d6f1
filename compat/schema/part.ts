import type { JsonObject } from "../../contracts/index.ts";
import type { Written } from "./additional.ts";
import type { Place } from "./place.ts";

export interface Union {
  readonly keyword: "oneOf" | "anyOf";
  readonly branches: readonly Place[];
}

/** Keywords of one schema object. All parts of a view apply together. */
export interface Part {
  readonly key: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly basis: Place["basis"];
  readonly written?: Written;
  /** Pointer of the union with null that contains the part, so that null is valid as well. */
  readonly orNull?: string;
  /** Unions of several branches that are not yet expanded. */
  readonly unions: readonly Union[];
}
