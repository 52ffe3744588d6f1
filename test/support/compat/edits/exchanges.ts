import { type Json, type JsonObject, type NodeKind, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, isConsumerOperation, pickOne, without } from "../rewriting.ts";

const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/** Edits that add and remove operations, webhooks and callbacks. */
const operationEdits: readonly Rewriting[] = [
  nodeRewriting("add an operation", "pathItem", ({ node, pointer }) => {
    const method = methods.find((one) => node[one] === undefined);
    return method === undefined || node["$ref"] !== undefined || !/^\/(paths|webhooks)\//.test(pointer)
      ? undefined
      : { ...node, [method]: { responses: { "200": { description: "Fine" } } } };
  }),
  nodeRewriting("remove an operation", "pathItem", ({ node, pointer }, pick) => {
    const method = pickOne(
      methods.filter((one) => isObject(node[one])),
      pick,
    );
    return method === undefined || !/^\/(paths|webhooks)\//.test(pointer) ? undefined : without(node, method);
  }),
  addMapEntry("document", "webhooks", "further", { post: { responses: {} } }),
  ...mapEntryEdits("operation", "callbacks", "further", { "{$url}": { post: { responses: {} } } }),
];

/** Renames a path parameter, which requests do not contain. */
const renamePathParameter: Rewriting = {
  name: "rename a parameter of a path",
  rewrite(document, pick) {
    const paths = document["paths"];
    if (!isObject(paths)) return undefined;
    const path = pickOne(
      Object.keys(paths).filter((one) => sharedPathParameters(paths[one]).length > 0),
      pick,
    );
    const item = path === undefined ? undefined : paths[path];
    const [name] = sharedPathParameters(item);
    if (path === undefined || name === undefined || !isObject(item)) return undefined;
    const parameters = (item["parameters"] as readonly JsonObject[]).map((one) =>
      one["name"] === name ? { ...one, name: "renamed" } : one,
    );
    const renamed = Object.entries(paths).map(([key, value]): [string, Json] =>
      key === path ? [key.replace(`{${name}}`, "{renamed}"), { ...item, parameters }] : [key, value],
    );
    return { ...document, paths: Object.fromEntries(renamed) };
  },
};

/** Names of path parameters that a path item declares for all its operations. */
function sharedPathParameters(item: Json | undefined): readonly string[] {
  const parameters = isObject(item) ? item["parameters"] : undefined;
  if (!Array.isArray(parameters)) return [];
  return (parameters as readonly JsonObject[]).flatMap((one) => (one["in"] === "path" ? [String(one["name"])] : []));
}

/** Checks for headers of responses, the only ones with a deprecation of their own. */
function isInResponse(pointer: string): boolean {
  return !pointer.includes("/encoding/");
}

/** Edits of deprecation, sunset, security, servers and other members of operations. */
const lifecycleEdits: readonly Rewriting[] = [
  ...(["operation", "parameter", "header"] as const).flatMap((kind) => [
    setMembers(kind, { deprecated: true, "x-deprecated": { date: "2026-03-01" } }, isInResponse),
    setMembers(kind, { deprecated: true, "x-sunset": "2029-01-01" }, isInResponse),
    setMembers(kind, { deprecated: true, "x-sunset": "2030-01-01" }, isInResponse),
    dropMembers(kind, "deprecated", "x-sunset", "x-deprecated"),
  ]),
  ...(["operation", "parameter", "header", "schema"] as const).map((kind) =>
    nodeRewriting(`put off the sunset of a ${kind}`, kind, ({ node }) =>
      node["x-sunset"] === undefined ? undefined : { ...node, "x-sunset": "2035-01-01" },
    ),
  ),
  renamePathParameter,
  setMembers("operation", { tags: ["other"] }, isConsumerOperation),
  nodeRewriting("rename an operation", "operation", ({ node }) =>
    node["operationId"] === undefined ? undefined : { ...node, operationId: "renamed" },
  ),
  setMembers("operation", { security: [] }, isConsumerOperation),
  setMembers("operation", { security: [{ key: [] }] }, isConsumerOperation),
  setMembers("operation", { security: [{ token: ["read"], other: [] }] }, isConsumerOperation),
  nodeRewriting("send credentials with what the provider sends", "operation", ({ node, pointer }) =>
    isConsumerOperation(pointer) || node["$ref"] !== undefined || node["security"] !== undefined
      ? undefined
      : { ...node, security: [{ key: [] }] },
  ),
  setMembers("operation", { servers: [{ url: "https://one.example.com" }] }, isConsumerOperation),
  setMembers(
    "operation",
    { servers: [{ url: "https://three.example.com" }, { url: "https://two.example.com" }] },
    isConsumerOperation,
  ),
  setMembers("operation", { "x-assumed": "Not shown" }, isConsumerOperation),
  setMembers("document", { servers: [{ url: "https://one.example.com" }] }),
  setMembers("document", { info: { title: "Edited", version: "0" } }),
  setMembers("document", { servers: [{ url: "https://three.example.com" }, { url: "https://two.example.com" }] }),
];

/** Edits of parameters, headers and bodies. */
const partEdits: readonly Rewriting[] = [
  ...["query", "header", "cookie"].map((place) => addParameter(place, false)),
  addParameter("query", true),
  nodeRewriting("remove a parameter", "operation", ({ node }, pick) => {
    const { parameters } = node;
    if (!Array.isArray(parameters)) return undefined;
    const index = pickOne(
      (parameters as readonly JsonObject[]).flatMap((one, at) => (one["in"] === "path" ? [] : [at])),
      pick,
    );
    return index === undefined ? undefined : { ...node, parameters: parameters.toSpliced(index, 1) as Json[] };
  }),
  nodeRewriting("turn the required of a parameter", "parameter", ({ node }) =>
    node["in"] === "path" || node["$ref"] !== undefined ? undefined : { ...node, required: node["required"] !== true },
  ),
  nodeRewriting("explode a parameter otherwise", "parameter", ({ node }) => {
    const { schema } = node;
    const isList = isObject(schema) && schema["type"] === "array";
    return isList && node["in"] === "query" ? { ...node, explode: node["explode"] === false } : undefined;
  }),
  nodeRewriting("turn the required of a body", "requestBody", ({ node }) =>
    node["$ref"] === undefined ? { ...node, required: node["required"] !== true } : undefined,
  ),
  nodeRewriting("add a body", "operation", ({ node }) =>
    node["requestBody"] === undefined
      ? { ...node, requestBody: { content: { "application/json": { schema: { type: "string" } } } } }
      : undefined,
  ),
  dropMembers("operation", "requestBody"),
  ...mapEntryEdits("requestBody", "content", "application/yaml", { schema: { type: "string" } }),
  ...mapEntryEdits("response", "content", "application/yaml", { schema: { type: "string" } }),
  ...mapEntryEdits("response", "headers", "X-Further", { schema: { type: "string" } }),
  ...["202", "206", "409", "4XX", "503"].flatMap((status) =>
    mapEntryEdits("operation", "responses", status, { description: "Another" }).slice(0, 1),
  ),
  ...mapEntryEdits("operation", "responses", "418", { description: "Another" }).slice(1),
  nodeRewriting("move an error", "operation", ({ node }) => {
    const { responses } = node;
    if (!isObject(responses) || responses["default"] !== undefined) return undefined;
    const status = Object.keys(responses).find((one) => /^4\d\d$/.test(one));
    if (status === undefined || responses["431"] !== undefined || responses["4XX"] !== undefined) return undefined;
    const moved = Object.entries(responses).map(([key, value]) => [key === status ? "431" : key, value] as const);
    return { ...node, responses: Object.fromEntries(moved) };
  }),
  nodeRewriting("turn the allowEmptyValue of a parameter", "parameter", ({ node }) => {
    const { schema } = node;
    const isNumber = isObject(schema) && schema["type"] === "integer";
    return node["in"] === "query" && isNumber
      ? { ...node, allowEmptyValue: node["allowEmptyValue"] !== true }
      : undefined;
  }),
  nodeRewriting("explode a field of a form otherwise", "encoding", ({ node }) =>
    node["explode"] === undefined ? undefined : { ...node, explode: node["explode"] !== true },
  ),
  nodeRewriting("name what a body in XML holds otherwise", "mediaType", ({ node, pointer }) => {
    const schema = pointer.endsWith("xml") && isObject(node["schema"]) ? node["schema"] : {};
    const properties = isObject(schema["properties"]) ? schema["properties"] : {};
    const named = Object.entries(properties).map(([name, property]) => [
      name,
      { ...(property as JsonObject), xml: { name: "other", wrapped: true } },
    ]);
    return named.length === 0
      ? undefined
      : { ...node, schema: { ...schema, properties: Object.fromEntries(named) as JsonObject } };
  }),
  nodeRewriting("take a further media type in a part", "encoding", ({ node }) =>
    typeof node["contentType"] !== "string" ? undefined : { ...node, contentType: `${node["contentType"]}, text/csv` },
  ),
  nodeRewriting("turn the allowReserved of a field of a form", "encoding", ({ node }) =>
    node["explode"] === undefined ? undefined : { ...node, allowReserved: node["allowReserved"] !== true },
  ),
  ...mapEntryEdits("encoding", "headers", "X-Further", { description: "Another" }),
  nodeRewriting("tell an error code with another status", "operation", ({ node }) => {
    const text = JSON.stringify(node);
    const moved = text.replace('["bad","worse"]', '["bad"]').replace('["taken"]', '["taken","worse"]');
    return moved === text ? undefined : (JSON.parse(moved) as JsonObject);
  }),
  nodeRewriting("turn the allowReserved of a parameter", "parameter", ({ node }) => {
    const { schema } = node;
    const isList = isObject(schema) && schema["type"] === "array";
    return node["in"] === "query" && isList ? { ...node, allowReserved: node["allowReserved"] !== true } : undefined;
  }),
  nodeRewriting("get tokens elsewhere", "securityScheme", ({ node }) => {
    const text = JSON.stringify(node);
    const moved = text.replace('"tokenUrl":"https://', '"tokenUrl":"https://elsewhere.');
    return moved === text ? undefined : (JSON.parse(moved) as JsonObject);
  }),
  nodeRewriting("write a header as a document", "header", ({ node: { schema, ...rest }, pointer }) =>
    schema !== undefined && pointer.includes("/responses/")
      ? { ...rest, content: { "application/json": { schema } } }
      : undefined,
  ),
  nodeRewriting("turn the required of a header", "header", ({ node }) =>
    node["$ref"] === undefined ? { ...node, required: node["required"] !== true } : undefined,
  ),
];

export const exchangeEdits: readonly Rewriting[] = [...operationEdits, ...lifecycleEdits, ...partEdits];

function setMembers(
  kind: NodeKind,
  members: JsonObject,
  isEligible: (pointer: string) => boolean = () => true,
): Rewriting {
  return nodeRewriting(`set ${JSON.stringify(members)} of a ${kind}`, kind, ({ node, pointer }) => {
    if (node["$ref"] !== undefined || !isEligible(pointer)) return undefined;
    const same = Object.entries(members).every(([key, value]) => JSON.stringify(node[key]) === JSON.stringify(value));
    return same ? undefined : { ...node, ...members };
  });
}

function dropMembers(kind: NodeKind, ...members: readonly string[]): Rewriting {
  return nodeRewriting(`remove ${members.join(", ")} of a ${kind}`, kind, ({ node }) =>
    members.some((key) => node[key] !== undefined) ? without(node, ...members) : undefined,
  );
}

/** Two edits: add an entry to a map of a node, and remove one. */
function mapEntryEdits(kind: NodeKind, member: string, name: string, value: Json): readonly Rewriting[] {
  return [
    addMapEntry(kind, member, name, value),
    nodeRewriting(`remove one of the ${member} of a ${kind}`, kind, ({ node }, pick) => {
      const map = node[member];
      const key = isObject(map) ? pickOne(Object.keys(map), pick) : undefined;
      return key === undefined || !isObject(map) ? undefined : { ...node, [member]: without(map, key) };
    }),
  ];
}

function addMapEntry(kind: NodeKind, member: string, name: string, value: Json): Rewriting {
  return nodeRewriting(`add ${name} to the ${member} of a ${kind}`, kind, ({ node }) => {
    const map = node[member] ?? {};
    if (node["$ref"] !== undefined || !isObject(map) || map[name] !== undefined) return undefined;
    return { ...node, [member]: { ...map, [name]: value } };
  });
}

function addParameter(place: string, required: boolean): Rewriting {
  return nodeRewriting(`add a ${required ? "required " : ""}parameter in the ${place}`, "operation", ({ node }) => ({
    ...node,
    parameters: [
      ...((node["parameters"] ?? []) as readonly Json[]),
      { name: "further", in: place, required, schema: { type: "string" } },
    ],
  }));
}
