import type { JsonObject } from "../contracts/index.ts";

/** State of one organization as plain JSON. The mock reads and writes fixtures in this format. */
export interface OrganizationState {
  /** Number of ids generated so far. New ids use higher numbers. Defaults to the number of items. */
  readonly counter?: number;
  /** Items of each collection ("/v1/entity/schemas") in order of creation. */
  readonly collections: Readonly<Record<string, readonly StateItem[]>>;
}

export interface StateItem {
  readonly id: string;
  readonly value: JsonObject;
  /** Earlier versions of a versioned item, the oldest first. */
  readonly earlier?: readonly JsonObject[];
}
