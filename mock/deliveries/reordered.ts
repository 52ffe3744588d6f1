/** Sorts by rank. If that is the original order, the first one goes last. */
export function reordered<T extends { readonly rank: number }>(held: readonly T[]): readonly T[] {
  const ranked = held.toSorted((one, other) => one.rank - other.rank);
  const isSame = ranked.every((each, index) => each === held[index]);
  const [first, ...others] = ranked;
  if (first && isSame) return [...others, first];
  return ranked;
}
