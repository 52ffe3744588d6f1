import type { JsonObject } from "./json.ts";

/** All that an organization has, as JSON that a person can read, edit and keep: what the mock's fixtures are written in. */
export interface OrganizationState {
  /** How many ids were made so far: new ones differ from those. As many as there are items, if not said. */
  readonly counter?: number;
  /** The items of each collection ("/v1/entity/schemas"), in the order of creation. */
  readonly collections: Readonly<Record<string, readonly StateItem[]>>;
}

export interface StateItem {
  readonly id: string;
  readonly value: JsonObject;
  /** Its earlier versions, the oldest first, where it is versioned. */
  readonly earlier?: readonly JsonObject[];
}
