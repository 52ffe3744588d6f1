import type { NormalTexts } from "./normal.ts";
import type { Place } from "./place.ts";

/** Schemas of one side that apply together, and the function that normalizes them. */
export interface ComparedSchemas {
  readonly places: readonly Place[];
  readonly normal: NormalTexts;
}
