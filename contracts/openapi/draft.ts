import type { JsonObject } from "../model/json.ts";
import type { Problem } from "../model/contract.ts";
import type { MutableOrigins } from "../parsing/origins.ts";

/** Bundled document in one dialect, before it is compiled to a contract. */
export interface Draft {
  readonly kind: "openapi" | "graphql";
  readonly api: string;
  readonly file: string;
  readonly document: JsonObject;
  readonly origins: MutableOrigins;
  readonly problems: readonly Problem[];
  readonly isOverlaid?: boolean;
}
