import { findRuleTraits } from "../changes/rule-traits.ts";
import { createSlug } from "./slug.ts";

/** Members of an entry that locate it: API, direction and path. */
export interface EntryPlace {
  readonly api: string;
  readonly feed?: string;
  readonly direction?: string;
  readonly path: string;
}

/** Checks that two entries concern the same API, even if it was renamed. */
export function isSameApi(entry: EntryPlace, other: EntryPlace): boolean {
  return createSlug(entry.feed ?? entry.api) === createSlug(other.feed ?? other.api);
}

/** Checks that two entries have the same direction. An entry without one matches every direction. */
export function isSameSide({ path, direction }: EntryPlace, other: EntryPlace): boolean {
  return path === "" || direction === other.direction || direction === undefined || other.direction === undefined;
}

/** Checks that an entry revokes a deprecation. */
export function isReinstatement(entry: { readonly rule?: string }): boolean {
  return findRuleTraits(entry).deprecation === "ends";
}
