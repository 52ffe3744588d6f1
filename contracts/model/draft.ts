import type { JsonObject } from "./json.ts";
import type { Problem } from "./contract.ts";
import type { GrowingOrigins } from "./origins.ts";

/** A document in one piece and in the one dialect, before it becomes a contract. */
export interface Draft {
  readonly kind: "openapi" | "graphql";
  readonly api: string;
  readonly file: string;
  readonly document: JsonObject;
  readonly origins: GrowingOrigins;
  readonly problems: readonly Problem[];
  readonly isOverlaid?: boolean;
}
