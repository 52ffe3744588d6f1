import type { JsonObject } from "../model/json.ts";
import type { Problem } from "../model/contract.ts";
import type { GrowingOrigins } from "../parsing/origins.ts";

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
