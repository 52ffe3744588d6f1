import { traitsOf } from "../changes/rule-traits.ts";
import { slugOf } from "./slug.ts";

/** Members of an entry that locate it: API, direction and path. */
export interface EntryPlace {
  readonly api: string;
  readonly feed?: string;
  readonly direction?: string;
  readonly path: string;
}

/** Checks that two entries concern the same API, even if it was renamed. */
export function isSameApi(entry: EntryPlace, other: EntryPlace): boolean {
  return slugOf(entry.feed ?? entry.api) === slugOf(other.feed ?? other.api);
}

/** Checks that two entries have the same direction. An entry without one matches every direction. */
export function isSameSide({ path, direction }: EntryPlace, other: EntryPlace): boolean {
  return path === "" || direction === other.direction || direction === undefined || other.direction === undefined;
}

/** Checks that an entry revokes a deprecation. */
export function isReinstatement(entry: { readonly rule?: string }): boolean {
  return traitsOf(entry).deprecation === "ends";
}
