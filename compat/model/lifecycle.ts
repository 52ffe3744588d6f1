import type { Deprecation, JsonObject } from "../../contracts/index.ts";

/** Deprecation and sunset of a part. */
export interface Lifecycle {
  readonly deprecated: boolean;
  readonly deprecation?: Deprecation;
  readonly sunset?: string;
}

/** The deprecation of a part, as a change reports it. */
export function toAnnouncement({ deprecation = {}, sunset }: Lifecycle): JsonObject {
  return { ...deprecation, ...(sunset !== undefined && { sunset }) };
}

/** Announcements in base and revision of a part that is deprecated on both sides; undefined if they are equal. */
export function changedAnnouncement(
  base: Lifecycle,
  revision: Lifecycle,
): { readonly before: JsonObject; readonly after: JsonObject; readonly values: readonly JsonObject[] } | undefined {
  const [before, after] = [toAnnouncement(base), toAnnouncement(revision)];
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  if (!base.deprecated || !revision.deprecated || isSame) return undefined;
  return { before: announcementOrFlag(before), after: announcementOrFlag(after), values: [before, after] };
}

/** The announcement, or `deprecated: true` if it is empty. */
export function announcementOrFlag(members: JsonObject): JsonObject {
  if (Object.keys(members).length === 0) return { deprecated: true };
  return members;
}

/** Suffix of oasdiff's id for a removal. It depends on deprecation and sunset. */
export function oasdiffSuffix({ deprecated, sunset }: Lifecycle): "" | "-with-deprecation" | "-before-sunset" {
  if (!deprecated) return "";
  if (sunset === undefined) return "-with-deprecation";
  return "-before-sunset";
}

/** The `before` value of a removed part: its last announcement, together with other members. */
export function lastAnnouncement(
  lifecycle: Lifecycle | undefined,
  members: JsonObject = {},
): { readonly before?: JsonObject } {
  const before = { ...members, ...(lifecycle?.deprecated && toAnnouncement(lifecycle)) };
  if (Object.keys(before).length === 0) return {};
  return { before };
}
