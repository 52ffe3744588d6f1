import type { Deprecation, JsonObject } from "../../contracts/index.ts";

/** What a part says of its life. */
export interface Lifecycle {
  readonly deprecated: boolean;
  readonly deprecation?: Deprecation;
  readonly sunset?: string;
}

/** What a part says of its deprecation, as a change tells it. */
export function announced({ deprecation = {}, sunset }: Lifecycle): JsonObject {
  return { ...deprecation, ...(sunset !== undefined && { sunset }) };
}

/** The two announcements, where a part is deprecated on both sides and what is said of that changed. */
export function announcedAnew(
  base: Lifecycle,
  revision: Lifecycle,
): { readonly before: JsonObject; readonly after: JsonObject; readonly values: readonly JsonObject[] } | undefined {
  const [before, after] = [announced(base), announced(revision)];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  if (!base.deprecated || !revision.deprecated || isSame) return undefined;
  return { before: orBare(before), after: orBare(after), values: [before, after] };
}

/** What says nothing but that a part is deprecated says that. */
export function orBare(said: JsonObject): JsonObject {
  return Object.keys(said).length === 0 ? { deprecated: true } : said;
}

/** How oasdiff's id of a removal ends: whether its end was announced. The day decides whether that has come. */
export function endingOf({ deprecated, sunset }: Lifecycle): "" | "-with-deprecation" | "-before-sunset" {
  if (!deprecated) return "";
  return sunset === undefined ? "-with-deprecation" : "-before-sunset";
}

/** What a part that is gone had said of its end, beside what else it said. */
export function lastSaid(lifecycle: Lifecycle | undefined, said: JsonObject = {}): { readonly before?: JsonObject } {
  const before = { ...said, ...(lifecycle?.deprecated && announced(lifecycle)) };
  return Object.keys(before).length === 0 ? {} : { before };
}
