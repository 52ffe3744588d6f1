/** Returns up to `count` words that are similar to the given one, the most similar first. */
export function nearestWords(word: string, words: Iterable<string>, count: number): string[] {
  const ranked = [...new Set(words)].map((candidate) => ({
    candidate,
    edits: editDistance(word.toLowerCase(), candidate.toLowerCase()),
  }));
  return ranked
    .filter(({ candidate, edits }) => edits <= Math.max(word.length, candidate.length) / 2)
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

/** Hint for an unknown word: the nearest known one, or all of them. */
export function knownHint(word: string, known: readonly string[]): string {
  const [near] = nearestWords(word, known, 1);
  if (near === undefined) return `There are: ${known.join(", ")}`;
  return `The nearest is "${near}"`;
}

/**
 * Returns a suffix for error messages about an unknown word: '; the nearest is "name"', or "" without a similar word.
 */
export function nearestHint(
  word: string,
  words: Iterable<string>,
  format: (near: string) => string = (near) => `"${near}"`,
): string {
  const [near] = nearestWords(word, words, 1);
  if (near === undefined) return "";
  return `; the nearest is ${format(near)}`;
}

/** Returns the similarity of two words, from 0 to 1 (equal, ignoring case). Values below 1/2 become 0. */
export function measureSimilarity(one: string, other: string): number {
  const length = Math.max(one.length, other.length, 1);
  const similarity = 1 - editDistance(one.toLowerCase(), other.toLowerCase()) / length;
  return similarity < 1 / 2 ? 0 : similarity;
}

/** Returns the Levenshtein distance: the number of characters to insert, delete or replace. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
