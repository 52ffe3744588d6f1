/** Compares texts by code units, so that the order does not depend on the locale of the machine. */
export function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
