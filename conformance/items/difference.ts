import { type Json, isObject, joinPointer } from "../../contracts/index.ts";

/** Location where two values differ. */
export interface Difference {
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/**
 * Differences between an expected and a received value. Only properties in both are compared, because a response may
 * have fewer or more properties. Arrays are compared only if their lengths are equal.
 */
export function listDifferences(expected: Json, shown: Json, pointer = ""): readonly Difference[] {
  if (isObject(expected) && isObject(shown))
    return Object.entries(expected).flatMap(([name, value]) =>
      Object.hasOwn(shown, name) ? listDifferences(value as Json, shown[name] as Json, joinPointer(pointer, name)) : [],
    );
  if (Array.isArray(expected) && Array.isArray(shown) && expected.length === shown.length)
    return (expected as readonly Json[]).flatMap((value, index) =>
      listDifferences(value, shown[index] as Json, joinPointer(pointer, String(index))),
    );
  if (isEqualValue(expected, shown)) return [];
  return [{ pointer, expected: shortText(expected), got: shortText(shown) }];
}

/** First difference between two values. */
export function findFirstDifference(expected: Json, shown: Json): Difference | undefined {
  return listDifferences(expected, shown)[0];
}

/** Differences that a second search also finds. The first response may be outdated under eventual consistency. */
export async function persistentDifferences<T extends Difference>(
  find: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const first = await find();
  if (first.length === 0) return [];
  const places = new Set(first.map(({ pointer }) => pointer));
  return (await find()).filter(({ pointer }) => places.has(pointer));
}

/** True for equal values. Times are equal if they name the same instant. */
function isEqualValue(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (typeof one !== "string" || typeof other !== "string") return JSON.stringify(one) === JSON.stringify(other);
  const startsWithTime = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value);
  return startsWithTime(one) && startsWithTime(other) && Date.parse(one) === Date.parse(other);
}

/** JSON of a value for a message, truncated to 60 characters. */
export function shortText(value: Json): string {
  const written = JSON.stringify(value);
  if (written.length > 60) return `${written.slice(0, 59)}…`;
  return written;
}
