/** The offsets of the line breaks of a text. */
export function lineBreaksIn(text: string): readonly number[] {
  const breaks: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) breaks.push(at);
  return breaks;
}

/** The line of an offset, 1-based: the number of line breaks before it, and one. */
export function lineOf(breaks: readonly number[], offset: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((breaks[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
