import type { SchemaNode } from "../pairing/nodes/subjects.ts";

/** The node without its deprecation and default: only what it accepts. */
export function valuesOnly(node: SchemaNode): SchemaNode {
  return {
    ...withoutLifecycle(node),
    all: (keyword) => (keyword === "default" ? [] : node.all(keyword)),
  };
}

export function withoutLifecycle(node: SchemaNode): SchemaNode {
  return { ...node, lifecycle: { deprecated: false } };
}
