import { type Json, type JsonObject, type JsonSchema, rewriteTree } from "../../../contracts/index.ts";

const naming = new Set(["$id", "$anchor", "$dynamicAnchor"]);

/**
 * Rewrites the references of a schema as pointers into a document, as contracts have them. Undefined if a reference leads
 * out of the schema, or a `$dynamicRef` depends on the path to it.
 */
export function resolvedAt(pointer: string, schema: JsonSchema): JsonSchema | undefined {
  const targets = new Map<string, string>();
  const bases = new Map<string, string>();
  const dynamic = new Map<string, string[]>();
  rewriteTree(schema, "schema", (node, _, below) => {
    const base = baseOf(node, below);
    bases.set(below, base);
    if (below === "" || typeof node["$id"] === "string") targets.set(base, below);
    for (const keyword of ["$anchor", "$dynamicAnchor"])
      if (typeof node[keyword] === "string") targets.set(`${base}#${node[keyword]}`, below);
    if (typeof node["$dynamicAnchor"] === "string")
      dynamic.set(node["$dynamicAnchor"], [...(dynamic.get(node["$dynamicAnchor"]) ?? []), below]);
    return node;
  });
  let isWhole = true;
  const resolved = rewriteTree(schema, "schema", (node, _, below) => {
    const entries = Object.entries(node).filter(([key]) => !naming.has(key));
    return Object.fromEntries(
      entries.map(([key, value]): [string, Json] => {
        if ((key !== "$ref" && key !== "$dynamicRef") || typeof value !== "string") return [key, value];
        const target = targetOf(value, below);
        const anchors = dynamic.get(value.split("#")[1] ?? "") ?? [];
        isWhole &&= target !== undefined && !(key === "$dynamicRef" && anchors.length > 1);
        return ["$ref", `#${encodeURI(pointer + (target ?? ""))}`];
      }),
    );
  });
  return isWhole ? (resolved as JsonSchema) : undefined;

  function baseOf(node: JsonObject, below: string): string {
    let outer = below === "" ? "suite:/root" : undefined;
    for (let above = below; outer === undefined;) {
      above = above.slice(0, above.lastIndexOf("/"));
      outer = bases.get(above);
    }
    return typeof node["$id"] === "string" ? withoutFragment(new URL(node["$id"], outer).href) : outer;
  }

  function targetOf(reference: string, below: string): string | undefined {
    const absolute = new URL(reference, bases.get(below));
    const fragment = decodeURIComponent(absolute.hash.slice(1));
    const resource = targets.get(withoutFragment(absolute.href));
    const target =
      fragment === "" || fragment.startsWith("/")
        ? resource
        : targets.get(`${withoutFragment(absolute.href)}#${fragment}`);
    if (target === undefined) return undefined;
    return fragment.startsWith("/") ? target + fragment : target;
  }
}

function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, "");
}
