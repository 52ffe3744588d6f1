import fc from "fast-check";
import { favoured } from "./guard.ts";

/** So many items are drawn for each one that is needed. */
const DRAWS = 4;

/**
 * Lists without repetitions. Unlike `fc.uniqueArray`, which never ends where there are too few
 * different items, this one then gives fewer.
 */
export function distinct<T>(
  item: fc.Arbitrary<T>,
  { minLength, maxLength }: { minLength: number; maxLength: number },
  keyOf: (item: T) => string,
): fc.Arbitrary<T[]> {
  if (minLength === 0) return fc.uniqueArray(item, { maxLength, selector: keyOf });
  const least = DRAWS * minLength;
  const drawn = fc
    .tuple(
      fc.integer({ min: minLength, max: maxLength }),
      fc.array(item, { minLength: least, maxLength: least + maxLength - minLength }),
    )
    .map(([length, items]) => [...new Map(items.map((one) => [keyOf(one), one])).values()].slice(0, length));
  return favoured(drawn, (items) => items.length >= minLength);
}
