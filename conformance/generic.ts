/** A pointer with the indices of arrays left out: what is so in each item is one thing. */
export function generic(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}
