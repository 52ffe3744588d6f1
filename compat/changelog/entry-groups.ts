import type { Entry } from "./entry.ts";

/** Groups of entries within a day, in order, with their headings. */
export const entryGroups = {
  breaking: "Breaking",
  deprecated: "Deprecated",
  dangerous: "Dangerous",
  other: "Other",
} as const;
export type EntryGroup = keyof typeof entryGroups;

export function chooseEntryGroup({ compatibility, kind }: Entry): EntryGroup {
  if (compatibility === "breaking") return "breaking";
  if (kind === "deprecated") return "deprecated";
  if (compatibility === "dangerous") return "dangerous";
  return "other";
}

/** Heading of a day: "2026-01-31", or "2026-01-31, v1.2.0". */
export function dayHeading(date: string, version: string | undefined): string {
  if (version === undefined) return date;
  return `${date}, ${version}`;
}
