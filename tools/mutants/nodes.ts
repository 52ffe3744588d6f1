/** Node of a syntax tree (ESTree), with offsets in its source. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";
}

/** Nodes directly inside of a node, each with the name of its member. */
export function* childrenOf(node: Node): Generator<readonly [string, Node]> {
  for (const [key, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) yield [key, child];
}

/** Nodes of a member. Empty if it has none. */
export function nodesIn(node: Node, key: string): readonly Node[] {
  const value = node[key];
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}
