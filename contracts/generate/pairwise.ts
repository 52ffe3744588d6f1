/**
 * Rows with one value from each list, so few that every two values of two lists still occur together in some row. The
 * rows are always the same: each begins with the first uncovered pair and adds the values that cover the most further
 * pairs (the greedy algorithm of AETG, Cohen et al. 1997, without randomness).
 */
export function pairwise<T>(lists: readonly (readonly T[])[]): T[][] {
  if (lists.length === 0 || lists.some(({ length }) => length === 0)) return [];
  if (lists.length === 1) return (lists[0] as readonly T[]).map((value) => [value]);
  const uncovered = uncoveredPairs(lists.map(({ length }) => length));
  const rows: number[][] = [];
  for (const pair of uncovered.values()) {
    const row = rowFrom(pair, lists, uncovered, rows.length);
    for (const [one, other] of listPairs(row)) uncovered.delete(toPairKey(one, other));
    rows.push(row);
  }
  return rows.map((row) => row.map((index, list) => lists[list]?.[index] as T));
}

/** Value, by the index of its list and its index within it. */
type ValueIndex = readonly [list: number, index: number];

type Pair = readonly [one: ValueIndex, other: ValueIndex];

function uncoveredPairs(lengths: readonly number[]): Map<string, Pair> {
  const pairs = new Map<string, Pair>();
  for (let one = 0; one < lengths.length; one++)
    for (let other = one + 1; other < lengths.length; other++)
      for (let index = 0; index < (lengths[one] as number); index++)
        for (let otherIndex = 0; otherIndex < (lengths[other] as number); otherIndex++) {
          const pair: Pair = [
            [one, index],
            [other, otherIndex],
          ];
          pairs.set(toPairKey(...pair), pair);
        }
  return pairs;
}

/** Row with a pair, and for each other list the value that covers most pairs. Of equal values, each is used in turn. */
function rowFrom(
  pair: Pair,
  lists: readonly (readonly unknown[])[],
  uncovered: ReadonlyMap<string, Pair>,
  rowNumber: number,
): number[] {
  const chosen: ValueIndex[] = [...pair];
  for (const [list, { length }] of lists.entries()) {
    if (pair.some(([own]) => own === list)) continue;
    const coveredPairs = (index: number): number =>
      chosen.filter((entry) => uncovered.has(toPairKey([list, index], entry))).length;
    const counts = Array.from({ length }, (_, index) => coveredPairs(index));
    const maxCovered = Math.max(...counts);
    const bestIndexes = counts.flatMap((count, index) => (count === maxCovered ? [index] : []));
    chosen.push([list, bestIndexes[rowNumber % bestIndexes.length] as number]);
  }
  return chosen.toSorted(([one], [other]) => one - other).map(([, index]) => index);
}

function listPairs(row: readonly number[]): Pair[] {
  return row.flatMap((index, list) =>
    row.slice(list + 1).map((otherEntry, offset): Pair => [
      [list, index],
      [list + 1 + offset, otherEntry],
    ]),
  );
}

function toPairKey(one: ValueIndex, other: ValueIndex): string {
  const [first, second] = one[0] < other[0] ? [one, other] : [other, one];
  return `${first.join(".")} ${second.join(".")}`;
}
