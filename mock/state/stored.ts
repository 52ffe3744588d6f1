import type { JsonObject } from "../../contracts/index.ts";

/** One resource as it is remembered. Never changed in place: a change is a new one. */
export interface Stored {
  readonly value: JsonObject;
  /** Its earlier versions, the oldest first, where it is versioned. */
  readonly earlier?: readonly JsonObject[];
}
