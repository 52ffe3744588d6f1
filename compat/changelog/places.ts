import { traitsOf } from "../changes/rule-traits.ts";
import { slugOf } from "./slug.ts";

/** An entry, as far as it says what it is of. */
export interface Spoken {
  readonly api: string;
  readonly feed?: string;
  readonly direction?: string;
  readonly path: string;
}

/** Whether two entries are of one API, whatever its file was called. */
export function isOfApi(entry: Spoken, one: Spoken): boolean {
  return slugOf(entry.feed ?? entry.api) === slugOf(one.feed ?? one.api);
}

/** Whether an entry is of the side that another is of, as far as they say. */
export function isOfSide({ path, direction }: Spoken, one: Spoken): boolean {
  return path === "" || direction === one.direction || direction === undefined || one.direction === undefined;
}

/** Whether an entry tells that a part is no longer deprecated. */
export function isTakenBack(entry: { readonly rule?: string }): boolean {
  return traitsOf(entry).deprecation === "ends";
}
