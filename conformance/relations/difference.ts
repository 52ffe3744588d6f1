import { type Json, isObject, joinPointer } from "../../contracts/index.ts";

/** A place in which two values differ. */
export interface Difference {
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/**
 * The first place in which what is shown is not what was expected: only where both tell of it, since an answer may
 * show less, or more. Lists are compared where they are as long.
 */
export function differenceIn(expected: Json, shown: Json, pointer = ""): Difference | undefined {
  if (isObject(expected) && isObject(shown)) {
    for (const [name, value] of Object.entries(expected)) {
      if (!Object.hasOwn(shown, name)) continue;
      const found = differenceIn(value as Json, shown[name] as Json, joinPointer(pointer, name));
      if (found) return found;
    }
    return undefined;
  }
  if (Array.isArray(expected) && Array.isArray(shown) && expected.length === shown.length) {
    for (const [index, value] of (expected as readonly Json[]).entries()) {
      const found = differenceIn(value, shown[index] as Json, joinPointer(pointer, String(index)));
      if (found) return found;
    }
    return undefined;
  }
  return isSame(expected, shown) ? undefined : { pointer, expected: shortText(expected), got: shortText(shown) };
}

/** Times are the same however they are written. */
function isSame(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "string" || typeof other !== "string") return JSON.stringify(one) === JSON.stringify(other);
  const isTime = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value);
  return isTime(one) && isTime(other) && Date.parse(one) === Date.parse(other);
}

/** A value in a message. */
export function shortText(value: Json): string {
  const written = JSON.stringify(value);
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
