import { type Json, type JsonObject, isObject, rewriteTree, valueAt } from "../../../../contracts/index.ts";
import { referring } from "./references.ts";
import { type Rewriting, atNode, isCalled, oneOf, without, withValue } from "../rewriting.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** What all operations of a path take is said of each. */
export const parametersToOperations = atNode("move parameters to the operations", "pathItem", ({ node, document }) => {
  const shared = listed(node["parameters"]);
  if (shared.length === 0 || methodsIn(node).some((method) => isMarked(node[method] as JsonObject))) return undefined;
  const moved = methodsIn(node).map((method): [string, Json] => {
    const operation = node[method] as JsonObject;
    const own = listed(operation["parameters"]);
    const known = new Set(own.map((one) => keyOf(one, document)));
    const left = shared.filter((one) => !known.has(keyOf(one, document)));
    return [method, { ...operation, parameters: [...left, ...own] }];
  });
  return { ...without(node, "parameters"), ...Object.fromEntries(moved) };
});

/** What the only operation of a path takes is said of the path. */
export const parametersToPath = atNode("move parameters to the path", "pathItem", ({ node }) => {
  const [method, another] = methodsIn(node);
  if (method === undefined || another !== undefined || node["parameters"] !== undefined) return undefined;
  const operation = node[method] as JsonObject;
  if (listed(operation["parameters"]).length === 0 || isMarked(operation)) return undefined;
  return { ...node, parameters: operation["parameters"] as Json, [method]: without(operation, "parameters") };
});

/** Names of headers have no case. */
export const parameterCase = atNode("write a header parameter in capitals", "parameter", ({ node }) =>
  node["in"] === "header" ? { ...node, name: String(node["name"]).toUpperCase() } : undefined,
);

export const headerCase = atNode("write the headers of a response in capitals", "response", ({ node }) => {
  const { headers } = node;
  if (!isObject(headers) || Object.keys(headers).length === 0) return undefined;
  const renamed = Object.entries(headers).map(([name, header]) => [name.toUpperCase(), header] as const);
  return { ...node, headers: Object.fromEntries(renamed) };
});

/** What follows a media type is not what it is. */
export const mediaParameters: readonly Rewriting[] = (["requestBody", "response"] as const).map((kind) =>
  atNode(`write a media type of a ${kind} with a charset`, kind, ({ node }) => {
    const { content } = node;
    if (!isObject(content) || Object.keys(content).length === 0) return undefined;
    const renamed = Object.entries(content).map(
      ([type, value]) => [`${type.toUpperCase()}; charset=utf-8`, value] as const,
    );
    return Object.keys(content).some((type) => type.includes(";"))
      ? undefined
      : { ...node, content: Object.fromEntries(renamed) };
  }),
);

/** What all operations need is said of each. */
export const securityToOperations = atNode(
  "say the security of each operation",
  "operation",
  ({ node, document, pointer }) =>
    node["security"] === undefined && document["security"] !== undefined && isCalled(pointer)
      ? { ...node, security: document["security"] }
      : undefined,
);

/** The names of security schemes are the document's own. */
export const renameSecurity: Rewriting = {
  name: "rename a security scheme",
  rewrite(document, pick) {
    const schemes = valueAt(document, "/components/securitySchemes");
    const name = isObject(schemes) ? oneOf(Object.keys(schemes), pick) : undefined;
    if (name === undefined || !isObject(schemes)) return undefined;
    const renamed = (map: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(map).map(([key, value]) => [key === name ? `${name}Renamed` : key, value]));
    const needing = (node: JsonObject): JsonObject =>
      Array.isArray(node["security"])
        ? { ...node, security: (node["security"] as readonly JsonObject[]).map(renamed) }
        : node;
    const told = withValue(document, "/components/securitySchemes", renamed(schemes));
    const moved = rewriteTree(needing(told), "document", (node, kind) => (kind === "operation" ? needing(node) : node));
    return referring(
      moved as JsonObject,
      `/components/securitySchemes/${name}`,
      `/components/securitySchemes/${name}Renamed`,
    );
  },
};

/** The methods that a path has. */
export function methodsIn(item: JsonObject): string[] {
  return methods.filter((method) => isObject(item[method]));
}

/** Whether an operation says what its parameters rest on. */
export function isMarked(operation: JsonObject): boolean {
  return operation["x-spec"] !== undefined || operation["x-assumed"] !== undefined;
}

/** The objects of a list; none where there is none. */
export function listed(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

function keyOf(parameter: JsonObject, document: JsonObject): string {
  const { $ref } = parameter;
  const target = typeof $ref === "string" ? (valueAt(document, $ref.slice(1)) as JsonObject) : parameter;
  return `${target["in"] as string} ${target["name"] as string}`;
}
