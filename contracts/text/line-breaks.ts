/** Returns the offset of each line break in a text. */
export function findLineBreaks(text: string): readonly number[] {
  const breaks: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks.push(at);
  return breaks;
}

/** Returns the 1-based line of an offset. `breaks` comes from `findLineBreaks()`. */
export function lineAtOffset(breaks: readonly number[], offset: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
