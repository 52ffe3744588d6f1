import type { JsonObject } from "../../contracts/index.ts";

/** A stored resource. It is immutable: a change creates a new object. */
export interface Stored {
  readonly value: JsonObject;
  /** Earlier versions of a versioned resource, the oldest first. */
  readonly earlier?: readonly JsonObject[];
  /** Path at which the item was created, if its collection has another: "/users/u1/playlists" for "/playlists". */
  readonly createdAt?: string;
}
