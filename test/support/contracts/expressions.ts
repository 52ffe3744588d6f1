/** Regular expression literals in a syntax tree. */
export function expressionsIn(tree: unknown): RegExp[] {
  const found: RegExp[] = [];
  const open = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } };
    if (type === "Literal" && regex) found.push(new RegExp(regex.pattern, regex.flags));
    open.push(...(Object.values(node) as unknown[]));
  }
  return found;
}
