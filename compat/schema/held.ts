import type { Normal } from "./normal.ts";
import type { Place } from "./place.ts";

/** Schemas that hold together, of one side: to be held against some of the other. */
export interface Held {
  readonly places: readonly Place[];
  readonly normal: Normal;
}
