import type { Entry } from "./entry.ts";

/** The groups of a day, in order. */
export const groups = {
  breaking: "Breaking",
  deprecated: "Deprecated",
  dangerous: "Dangerous",
  other: "Other",
} as const;
export type Group = keyof typeof groups;

export function groupOf({ compatibility, kind }: Entry): Group {
  if (compatibility === "breaking") return "breaking";
  if (kind === "deprecated") return "deprecated";
  return compatibility === "dangerous" ? "dangerous" : "other";
}

/** What stands above the entries of a day: "2026-01-31", or "2026-01-31, v1.2.0". */
export function headingOf(date: string, version: string | undefined): string {
  return version === undefined ? date : `${date}, ${version}`;
}
