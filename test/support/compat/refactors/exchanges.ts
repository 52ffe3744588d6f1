import { type Json, type JsonObject, isObject, rewriteTree, valueAt } from "../../../../contracts/index.ts";
import { redirectReferences } from "./references.ts";
import { type Rewriting, nodeRewriting, isConsumerOperation, pickOne, without, withValue } from "../rewriting.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Moves parameters of a path item to its operations. */
export const parametersToOperations = nodeRewriting(
  "move parameters to the operations",
  "pathItem",
  ({ node, document }) => {
    const shared = objectsIn(node["parameters"]);
    if (shared.length === 0 || methodsIn(node).some((method) => hasBasisMarker(node[method] as JsonObject)))
      return undefined;
    const moved = methodsIn(node).map((method): [string, Json] => {
      const operation = node[method] as JsonObject;
      const own = objectsIn(operation["parameters"]);
      const known = new Set(own.map((one) => parameterKey(one, document)));
      const left = shared.filter((one) => !known.has(parameterKey(one, document)));
      return [method, { ...operation, parameters: [...left, ...own] }];
    });
    return { ...without(node, "parameters"), ...Object.fromEntries(moved) };
  },
);

/** Moves parameters of the only operation to its path item. */
export const parametersToPath = nodeRewriting("move parameters to the path", "pathItem", ({ node }) => {
  const [method, another] = methodsIn(node);
  if (method === undefined || another !== undefined || node["parameters"] !== undefined) return undefined;
  const operation = node[method] as JsonObject;
  if (objectsIn(operation["parameters"]).length === 0 || hasBasisMarker(operation)) return undefined;
  return { ...node, parameters: operation["parameters"] as Json, [method]: without(operation, "parameters") };
});

/** Changes the case of a header's name, which is case-insensitive. */
export const parameterCase = nodeRewriting("write a header parameter in capitals", "parameter", ({ node }) =>
  node["in"] === "header" ? { ...node, name: String(node["name"]).toUpperCase() } : undefined,
);

export const headerCase = nodeRewriting("write the headers of a response in capitals", "response", ({ node }) => {
  const { headers } = node;
  if (!isObject(headers) || Object.keys(headers).length === 0) return undefined;
  const renamed = Object.entries(headers).map(([name, header]) => [name.toUpperCase(), header] as const);
  return { ...node, headers: Object.fromEntries(renamed) };
});

/** Adds parameters to a media type. */
export const mediaParameters: readonly Rewriting[] = (["requestBody", "response"] as const).map((kind) =>
  nodeRewriting(`write a media type of a ${kind} with a charset`, kind, ({ node }) => {
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

/** Moves the security of the document to its operations. */
export const securityToOperations = nodeRewriting(
  "say the security of each operation",
  "operation",
  ({ node, document, pointer }) =>
    node["security"] === undefined && document["security"] !== undefined && isConsumerOperation(pointer)
      ? { ...node, security: document["security"] }
      : undefined,
);

/** Renames a security scheme. */
export const renameSecurity: Rewriting = {
  name: "rename a security scheme",
  rewrite(document, pick) {
    const schemes = valueAt(document, "/components/securitySchemes");
    const name = isObject(schemes) ? pickOne(Object.keys(schemes), pick) : undefined;
    if (name === undefined || !isObject(schemes)) return undefined;
    const renamed = (map: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(map).map(([key, value]) => [key === name ? `${name}Renamed` : key, value]));
    const withRenamedSecurity = (node: JsonObject): JsonObject =>
      Array.isArray(node["security"])
        ? { ...node, security: (node["security"] as readonly JsonObject[]).map(renamed) }
        : node;
    const withSchemes = withValue(document, "/components/securitySchemes", renamed(schemes));
    const moved = rewriteTree(withRenamedSecurity(withSchemes), "document", (node, kind) =>
      kind === "operation" ? withRenamedSecurity(node) : node,
    );
    return redirectReferences(
      moved as JsonObject,
      `/components/securitySchemes/${name}`,
      `/components/securitySchemes/${name}Renamed`,
    );
  },
};

/** Methods of a path item. */
export function methodsIn(item: JsonObject): string[] {
  return methods.filter((method) => isObject(item[method]));
}

/** Checks that an operation has a basis marker, which applies to its parameters. */
export function hasBasisMarker(operation: JsonObject): boolean {
  return operation["x-spec"] !== undefined || operation["x-assumed"] !== undefined;
}

/** Objects in a list; none for other values. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}

function parameterKey(parameter: JsonObject, document: JsonObject): string {
  const { $ref } = parameter;
  const target = typeof $ref === "string" ? (valueAt(document, $ref.slice(1)) as JsonObject) : parameter;
  return `${target["in"] as string} ${target["name"] as string}`;
}
