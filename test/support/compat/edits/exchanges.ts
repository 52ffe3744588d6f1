import { type Json, type JsonObject, type Kind, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, isCalled, oneOf, without } from "../rewriting.ts";

const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/** Operations, webhooks and callbacks come and go. */
const operations: readonly Rewriting[] = [
  atNode("add an operation", "pathItem", ({ node, pointer }) => {
    const method = methods.find((one) => node[one] === undefined);
    return method === undefined || node["$ref"] !== undefined || !/^\/(paths|webhooks)\//.test(pointer)
      ? undefined
      : { ...node, [method]: { responses: { "200": { description: "Fine" } } } };
  }),
  atNode("remove an operation", "pathItem", ({ node, pointer }, pick) => {
    const method = oneOf(
      methods.filter((one) => isObject(node[one])),
      pick,
    );
    return method === undefined || !/^\/(paths|webhooks)\//.test(pointer) ? undefined : without(node, method);
  }),
  inMap("document", "webhooks", "further", { post: { responses: {} } }),
  ...inEach("operation", "callbacks", "further", { "{$url}": { post: { responses: {} } } }),
];

/** The name of a parameter of a path is not on the wire. */
const renamePathParameter: Rewriting = {
  name: "rename a parameter of a path",
  rewrite(document, pick) {
    const paths = document["paths"];
    if (!isObject(paths)) return undefined;
    const path = oneOf(
      Object.keys(paths).filter((one) => namedIn(paths[one]).length > 0),
      pick,
    );
    const item = path === undefined ? undefined : paths[path];
    const [name] = namedIn(item);
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

/** The names of path parameters that are given for all operations of a path, in its own words. */
function namedIn(item: Json | undefined): readonly string[] {
  const parameters = isObject(item) ? item["parameters"] : undefined;
  if (!Array.isArray(parameters)) return [];
  return (parameters as readonly JsonObject[]).flatMap((one) => (one["in"] === "path" ? [String(one["name"])] : []));
}

/** Of headers, only those of an answer are deprecated by themselves. */
function isAnswered(pointer: string): boolean {
  return !pointer.includes("/encoding/");
}

/** What an operation says of itself. */
const marks: readonly Rewriting[] = [
  ...(["operation", "parameter", "header"] as const).flatMap((kind) => [
    set(kind, { deprecated: true, "x-deprecated": { date: "2026-03-01" } }, isAnswered),
    set(kind, { deprecated: true, "x-sunset": "2029-01-01" }, isAnswered),
    set(kind, { deprecated: true, "x-sunset": "2030-01-01" }, isAnswered),
    drop(kind, "deprecated", "x-sunset", "x-deprecated"),
  ]),
  ...(["operation", "parameter", "header", "schema"] as const).map((kind) =>
    atNode(`put off the sunset of a ${kind}`, kind, ({ node }) =>
      node["x-sunset"] === undefined ? undefined : { ...node, "x-sunset": "2035-01-01" },
    ),
  ),
  renamePathParameter,
  set("operation", { tags: ["other"] }, isCalled),
  atNode("rename an operation", "operation", ({ node }) =>
    node["operationId"] === undefined ? undefined : { ...node, operationId: "renamed" },
  ),
  set("operation", { security: [] }, isCalled),
  set("operation", { security: [{ key: [] }] }, isCalled),
  set("operation", { security: [{ token: ["read"], other: [] }] }, isCalled),
  atNode("send credentials with what the provider sends", "operation", ({ node, pointer }) =>
    isCalled(pointer) || node["$ref"] !== undefined || node["security"] !== undefined
      ? undefined
      : { ...node, security: [{ key: [] }] },
  ),
  set("operation", { servers: [{ url: "https://one.example.com" }] }, isCalled),
  set("operation", { servers: [{ url: "https://three.example.com" }, { url: "https://two.example.com" }] }, isCalled),
  set("operation", { "x-assumed": "Not shown" }, isCalled),
  set("document", { servers: [{ url: "https://one.example.com" }] }),
  set("document", { servers: [{ url: "https://three.example.com" }, { url: "https://two.example.com" }] }),
];

/** Parameters, headers and bodies. */
const parts: readonly Rewriting[] = [
  ...["query", "header", "cookie"].map((place) => addParameter(place, false)),
  addParameter("query", true),
  atNode("remove a parameter", "operation", ({ node }, pick) => {
    const { parameters } = node;
    if (!Array.isArray(parameters)) return undefined;
    const index = oneOf(
      (parameters as readonly JsonObject[]).flatMap((one, at) => (one["in"] === "path" ? [] : [at])),
      pick,
    );
    return index === undefined ? undefined : { ...node, parameters: parameters.toSpliced(index, 1) as Json[] };
  }),
  atNode("turn the required of a parameter", "parameter", ({ node }) =>
    node["in"] === "path" || node["$ref"] !== undefined ? undefined : { ...node, required: node["required"] !== true },
  ),
  atNode("explode a parameter otherwise", "parameter", ({ node }) => {
    const { schema } = node;
    const isList = isObject(schema) && schema["type"] === "array";
    return isList && node["in"] === "query" ? { ...node, explode: node["explode"] === false } : undefined;
  }),
  atNode("turn the required of a body", "requestBody", ({ node }) =>
    node["$ref"] === undefined ? { ...node, required: node["required"] !== true } : undefined,
  ),
  atNode("add a body", "operation", ({ node }) =>
    node["requestBody"] === undefined
      ? { ...node, requestBody: { content: { "application/json": { schema: { type: "string" } } } } }
      : undefined,
  ),
  drop("operation", "requestBody"),
  ...inEach("requestBody", "content", "application/yaml", { schema: { type: "string" } }),
  ...inEach("response", "content", "application/yaml", { schema: { type: "string" } }),
  ...inEach("response", "headers", "X-Further", { schema: { type: "string" } }),
  ...["202", "206", "409", "4XX", "503"].flatMap((status) =>
    inEach("operation", "responses", status, { description: "Another" }).slice(0, 1),
  ),
  ...inEach("operation", "responses", "418", { description: "Another" }).slice(1),
  atNode("move an error", "operation", ({ node }) => {
    const { responses } = node;
    if (!isObject(responses) || responses["default"] !== undefined) return undefined;
    const status = Object.keys(responses).find((one) => /^4\d\d$/.test(one));
    if (status === undefined || responses["431"] !== undefined || responses["4XX"] !== undefined) return undefined;
    const moved = Object.entries(responses).map(([key, value]) => [key === status ? "431" : key, value] as const);
    return { ...node, responses: Object.fromEntries(moved) };
  }),
  atNode("turn the allowEmptyValue of a parameter", "parameter", ({ node }) => {
    const { schema } = node;
    const isNumber = isObject(schema) && schema["type"] === "integer";
    return node["in"] === "query" && isNumber
      ? { ...node, allowEmptyValue: node["allowEmptyValue"] !== true }
      : undefined;
  }),
  atNode("explode a field of a form otherwise", "encoding", ({ node }) =>
    node["explode"] === undefined ? undefined : { ...node, explode: node["explode"] !== true },
  ),
  atNode("name what a body in XML holds otherwise", "mediaType", ({ node, pointer }) => {
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
  atNode("take a further media type in a part", "encoding", ({ node }) =>
    typeof node["contentType"] !== "string" ? undefined : { ...node, contentType: `${node["contentType"]}, text/csv` },
  ),
  atNode("turn the allowReserved of a field of a form", "encoding", ({ node }) =>
    node["explode"] === undefined ? undefined : { ...node, allowReserved: node["allowReserved"] !== true },
  ),
  ...inEach("encoding", "headers", "X-Further", { description: "Another" }),
  atNode("tell an error code with another status", "operation", ({ node }) => {
    const text = JSON.stringify(node);
    const moved = text.replace('["bad","worse"]', '["bad"]').replace('["taken"]', '["taken","worse"]');
    return moved === text ? undefined : (JSON.parse(moved) as JsonObject);
  }),
  atNode("turn the allowReserved of a parameter", "parameter", ({ node }) => {
    const { schema } = node;
    const isList = isObject(schema) && schema["type"] === "array";
    return node["in"] === "query" && isList ? { ...node, allowReserved: node["allowReserved"] !== true } : undefined;
  }),
  atNode("get tokens elsewhere", "securityScheme", ({ node }) => {
    const text = JSON.stringify(node);
    const moved = text.replace('"tokenUrl":"https://', '"tokenUrl":"https://elsewhere.');
    return moved === text ? undefined : (JSON.parse(moved) as JsonObject);
  }),
  atNode("write a header as a document", "header", ({ node: { schema, ...rest }, pointer }) =>
    schema !== undefined && pointer.includes("/responses/")
      ? { ...rest, content: { "application/json": { schema } } }
      : undefined,
  ),
  atNode("turn the required of a header", "header", ({ node }) =>
    node["$ref"] === undefined ? { ...node, required: node["required"] !== true } : undefined,
  ),
];

export const exchanges: readonly Rewriting[] = [...operations, ...marks, ...parts];

function set(kind: Kind, members: JsonObject, isMeant: (pointer: string) => boolean = () => true): Rewriting {
  return atNode(`set ${JSON.stringify(members)} of a ${kind}`, kind, ({ node, pointer }) => {
    if (node["$ref"] !== undefined || !isMeant(pointer)) return undefined;
    const same = Object.entries(members).every(([key, value]) => JSON.stringify(node[key]) === JSON.stringify(value));
    return same ? undefined : { ...node, ...members };
  });
}

function drop(kind: Kind, ...members: readonly string[]): Rewriting {
  return atNode(`remove ${members.join(", ")} of a ${kind}`, kind, ({ node }) =>
    members.some((key) => node[key] !== undefined) ? without(node, ...members) : undefined,
  );
}

/** Adds a member to a map of a node, and takes one out of it. */
function inEach(kind: Kind, member: string, name: string, value: Json): readonly Rewriting[] {
  return [
    inMap(kind, member, name, value),
    atNode(`remove one of the ${member} of a ${kind}`, kind, ({ node }, pick) => {
      const map = node[member];
      const key = isObject(map) ? oneOf(Object.keys(map), pick) : undefined;
      return key === undefined || !isObject(map) ? undefined : { ...node, [member]: without(map, key) };
    }),
  ];
}

function inMap(kind: Kind, member: string, name: string, value: Json): Rewriting {
  return atNode(`add ${name} to the ${member} of a ${kind}`, kind, ({ node }) => {
    const map = node[member] ?? {};
    if (node["$ref"] !== undefined || !isObject(map) || map[name] !== undefined) return undefined;
    return { ...node, [member]: { ...map, [name]: value } };
  });
}

function addParameter(place: string, required: boolean): Rewriting {
  return atNode(`add a ${required ? "required " : ""}parameter in the ${place}`, "operation", ({ node }) => ({
    ...node,
    parameters: [
      ...((node["parameters"] ?? []) as readonly Json[]),
      { name: "further", in: place, required, schema: { type: "string" } },
    ],
  }));
}
