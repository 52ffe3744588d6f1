import type { JsonObject } from "../contracts/index.ts";
import type { Lifecycle } from "./rule.ts";

/** What a part says of its deprecation, as a change tells it. */
export function announced({ deprecation = {}, sunset }: Lifecycle): JsonObject {
  return { ...deprecation, ...(sunset !== undefined && { sunset }) };
}
