import type { Deprecation, JsonObject } from "../../contracts/index.ts";

/** Deprecation and sunset of a part. */
export interface Lifecycle {
  readonly deprecated: boolean;
  readonly deprecation?: Deprecation;
  readonly sunset?: string;
}

/** The deprecation of a part, as a change reports it. */
export function announcementOf({ deprecation = {}, sunset }: Lifecycle): JsonObject {
  return { ...deprecation, ...(sunset !== undefined && { sunset }) };
}

/** Both announcements of a part that is deprecated on both sides; undefined if they are equal. */
export function changedAnnouncement(
  base: Lifecycle,
  revision: Lifecycle,
): { readonly before: JsonObject; readonly after: JsonObject; readonly values: readonly JsonObject[] } | undefined {
  const [before, after] = [announcementOf(base), announcementOf(revision)];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  if (!base.deprecated || !revision.deprecated || isSame) return undefined;
  return { before: announcementOrFlag(before), after: announcementOrFlag(after), values: [before, after] };
}

/** The announcement, or `deprecated: true` if it is empty. */
export function announcementOrFlag(said: JsonObject): JsonObject {
  return Object.keys(said).length === 0 ? { deprecated: true } : said;
}

/** End of the id of a removal in oasdiff: it depends on the announcement. */
export function oasdiffSuffix({ deprecated, sunset }: Lifecycle): "" | "-with-deprecation" | "-before-sunset" {
  if (!deprecated) return "";
  return sunset === undefined ? "-with-deprecation" : "-before-sunset";
}

/** Last announcement of a removed part, together with other members. */
export function lastAnnouncement(
  lifecycle: Lifecycle | undefined,
  said: JsonObject = {},
): { readonly before?: JsonObject } {
  const before = { ...said, ...(lifecycle?.deprecated && announcementOf(lifecycle)) };
  return Object.keys(before).length === 0 ? {} : { before };
}
