import { type Json, isObject, joinPointer } from "../../contracts/index.ts";

/** A place in which two values differ. */
export interface Difference {
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/**
 * The places in which what is shown is not what was expected: only where both tell of it, since an answer may show
 * less, or more. Lists are compared where they are as long.
 */
export function differencesIn(expected: Json, shown: Json, pointer = ""): readonly Difference[] {
  if (isObject(expected) && isObject(shown))
    return Object.entries(expected).flatMap(([name, value]) =>
      Object.hasOwn(shown, name) ? differencesIn(value as Json, shown[name] as Json, joinPointer(pointer, name)) : [],
    );
  if (Array.isArray(expected) && Array.isArray(shown) && expected.length === shown.length)
    return (expected as readonly Json[]).flatMap((value, index) =>
      differencesIn(value, shown[index] as Json, joinPointer(pointer, String(index))),
    );
  return isSame(expected, shown) ? [] : [{ pointer, expected: shortText(expected), got: shortText(shown) }];
}

/** The first of them. */
export function differenceIn(expected: Json, shown: Json): Difference | undefined {
  return differencesIn(expected, shown)[0];
}

/** Differences that are there when they are looked for a second time: a reading may be that of a moment before. */
export async function confirmed<T extends Difference>(find: () => Promise<readonly T[]>): Promise<readonly T[]> {
  const first = await find();
  if (first.length === 0) return [];
  const places = new Set(first.map(({ pointer }) => pointer));
  return (await find()).filter(({ pointer }) => places.has(pointer));
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
