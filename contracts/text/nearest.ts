/** The words of a list that are most like the given one, the nearest first; none that is not like it at all. */
export function nearestWords(word: string, words: Iterable<string>, count: number): string[] {
  const ranked = [...new Set(words)].map((each) => ({
    each,
    distance: distance(word.toLowerCase(), each.toLowerCase()),
  }));
  return ranked
    .filter(({ each, distance: far }) => far <= Math.max(word.length, each.length) / 2)
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, count)
    .map(({ each }) => each);
}

/** The end of a sentence about a word that is not known: '; the nearest is "name"', or nothing where none is like it. */
export function theNearest(
  word: string,
  words: Iterable<string>,
  written: (near: string) => string = (near) => `"${near}"`,
): string {
  const [near] = nearestWords(word, words, 1);
  return near === undefined ? "" : `; the nearest is ${written(near)}`;
}

/** How like two words are, from 0 to 1, which is the same word; 0 where less than half of them is alike. */
export function likeness(one: string, other: string): number {
  const length = Math.max(one.length, other.length, 1);
  const alike = 1 - distance(one.toLowerCase(), other.toLowerCase()) / length;
  return alike < 1 / 2 ? 0 : alike;
}

/** How many letters must be added, taken away or changed (Levenshtein). */
export function distance(one: string, other: string): number {
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
