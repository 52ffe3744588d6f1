import { type Json, type JsonObject, type NodeKind } from "../../../../contracts/index.ts";
import { type Rewriting, type RewritableNode, nodeRewriting } from "../rewriting.ts";

/** Reverse members and lists that have no order. */
export const orderRefactors: readonly Rewriting[] = [
  ...(["document", "components", "pathItem", "operation", "response", "mediaType", "schema"] as const).map((kind) =>
    nodeRewriting(`reorder the members of a ${kind}`, kind, ({ node }) => reversed(node)),
  ),
  reorderMaps("document", "paths", "webhooks", "x-removed"),
  reorderMaps("components", "schemas", "parameters", "responses", "securitySchemes"),
  reorderMaps("operation", "responses", "callbacks"),
  reorderMaps("requestBody", "content"),
  reorderMaps("response", "content", "headers"),
  reorderMaps("schema", "properties", "patternProperties", "dependentSchemas", "dependentRequired"),
  reorderLists("schema", "enum", "required", "type", "allOf", "oneOf", "anyOf"),
  reorderLists("operation", "parameters", "tags", "security"),
  reorderLists("pathItem", "parameters"),
  reorderLists("document", "tags", "security", "servers"),
];

function reorderMaps(kind: NodeKind, ...members: readonly string[]): Rewriting {
  return reorder(kind, members, (value) => (isMap(value) ? reversed(value) : undefined));
}

function reorderLists(kind: NodeKind, ...members: readonly string[]): Rewriting {
  return reorder(kind, members, (value) =>
    Array.isArray(value) && value.length > 1 ? (value as Json[]).toReversed() : undefined,
  );
}

function reorder(kind: NodeKind, members: readonly string[], turn: (value: Json) => Json | undefined): Rewriting {
  return nodeRewriting(`reorder ${members.join(", ")} of a ${kind}`, kind, ({ node }: RewritableNode) => {
    const turned = members.flatMap((name): [string, Json][] => {
      const value = Object.hasOwn(node, name) ? turn(node[name] as Json) : undefined;
      return value === undefined ? [] : [[name, value]];
    });
    return turned.length > 0 ? { ...node, ...Object.fromEntries(turned) } : undefined;
  });
}

function reversed(node: JsonObject): JsonObject | undefined {
  const entries = Object.entries(node);
  return entries.length > 1 ? Object.fromEntries(entries.toReversed()) : undefined;
}

function isMap(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
