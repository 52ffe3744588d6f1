/** Compares texts by code units, so that the order does not depend on the locale of the machine. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  if (one < other) return -1;
  return 1;
}
