import { type Json, type JsonObject, type NodeKind, isObject } from "../../../../contracts/index.ts";
import {
  type Rewriting,
  nodeRewriting,
  isConsumerOperation,
  pickOne,
  nodesOfKind,
  without,
  withValue,
} from "../rewriting.ts";
import { hasBasisMarker, objectsIn, methodsIn } from "./exchanges.ts";

/** Refactors that keep requests and responses identical. */
export const wireRefactors: readonly Rewriting[] = [
  nodeRewriting("say a parameter of the path again in an operation", "pathItem", ({ node }, pick) => {
    const shared = pickOne(objectsIn(node["parameters"]), pick);
    const method = pickOne(
      methodsIn(node).filter((one) => !hasBasisMarker(node[one] as JsonObject)),
      pick,
    );
    if (!shared || method === undefined) return undefined;
    const operation = node[method] as JsonObject;
    const own = objectsIn(operation["parameters"]);
    if (own.some((one) => one["$ref"] !== undefined || one["name"] === shared["name"]) || shared["$ref"] !== undefined)
      return undefined;
    return { ...node, [method]: { ...operation, parameters: [...own, shared] } };
  }),
  nodeRewriting("move a parameter that all operations have to the path", "pathItem", ({ node }, pick) => {
    const all = methodsIn(node).map((method) => node[method] as JsonObject);
    const [first, ...others] = all.map((operation) => objectsIn(operation["parameters"]));
    if (!first || all.some(hasBasisMarker)) return undefined;
    const texts = others.map((some) => some.map((one) => JSON.stringify(one)));
    const common = pickOne(
      first.filter((one) => texts.every((some) => some.includes(JSON.stringify(one)))),
      pick,
    );
    if (!common) return undefined;
    const left = methodsIn(node).map((method): [string, Json] => {
      const operation = node[method] as JsonObject;
      const own = objectsIn(operation["parameters"]).filter((one) => JSON.stringify(one) !== JSON.stringify(common));
      return [method, { ...operation, parameters: own }];
    });
    return { ...node, parameters: [...objectsIn(node["parameters"]), common], ...Object.fromEntries(left) };
  }),
  ...(["form", "deepObject"] as const).map((style) =>
    nodeRewriting(`list the members of an object one by one that is written by ${style}`, "operation", ({ node }) => {
      const parameters = objectsIn(node["parameters"]);
      const object = parameters.find((one) => one["in"] === "query" && isOptionalObjectParameter(one, style));
      if (!object) return undefined;
      const {
        name,
        schema,
        style: _,
        explode: __,
        ...encodingObject
      } = object as JsonObject & { readonly schema: JsonObject };
      const members = Object.entries(schema["properties"] as JsonObject).map(([member, inner]) => ({
        ...encodingObject,
        name: style === "form" ? member : `${name}[${member}]`,
        schema: inner,
      }));
      return { ...node, parameters: parameters.flatMap((one) => (one === object ? members : [one])) };
    }),
  ),
  nodeRewriting(
    "declare a header of the request that is described elsewhere",
    "operation",
    ({ node, pointer }, pick) => {
      if (!pointer.startsWith("/paths")) return undefined;
      const name = pickOne(["Accept", "Content-Type", "Authorization"], pick) as string;
      const header = { name, in: "header", required: true, schema: { type: "string", enum: ["a"] } };
      return { ...node, parameters: [...objectsIn(node["parameters"]), header] };
    },
  ),
  nodeRewriting("declare the Content-Type of a response", "response", ({ node }) =>
    isObject(node["content"]) &&
    node["$ref"] === undefined &&
    !Object.keys(isObject(node["headers"]) ? node["headers"] : {}).some((name) => /^content-type$/i.test(name))
      ? {
          ...node,
          headers: {
            ...(node["headers"] as JsonObject | undefined),
            "Content-Type": { required: true, schema: { type: "string" } },
          },
        }
      : undefined,
  ),
  nodeRewriting("say that a response has no content", "response", ({ node }) =>
    node["content"] === undefined && node["$ref"] === undefined ? { ...node, content: {} } : undefined,
  ),
  ...[true, {}].flatMap((anything) => [
    nodeRewriting(`say that a media type is anything, as ${JSON.stringify(anything)}`, "mediaType", ({ node }) =>
      node["schema"] === undefined ? { ...node, schema: anything } : undefined,
    ),
    nodeRewriting(
      `write the schema of a media type that is anything, not at all, instead of ${JSON.stringify(anything)}`,
      "mediaType",
      ({ node }) => (JSON.stringify(node["schema"]) === JSON.stringify(anything) ? without(node, "schema") : undefined),
    ),
  ]),
  ...(["requestBody", "response"] as const).flatMap((kind) => [
    renameMediaType("in other letters", kind, (type) => type.replace(/^[^;]*/, (bare) => bare.toUpperCase())),
    renameMediaType(
      "with other letters in its parameter",
      kind,
      (type) => `${withoutMediaParameters(type)};  Charset="UTF-8"`,
      (type) => /charset=utf-8/i.test(type),
    ),
  ]),
  nodeRewriting("say what type a part of a form has anyway", "mediaType", ({ node, pointer, document }, pick) => {
    const { encoding, schema } = node;
    if (!pointer.endsWith("multipart~1form-data") || !isObject(schema) || !isObject(schema["properties"]))
      return undefined;
    const known = isObject(encoding) ? encoding : {};
    const parts = Object.entries(schema["properties"]).flatMap(([name, part]): [string, string][] => {
      const type =
        isObject(part) &&
        part["$ref"] === undefined &&
        known[name] === undefined &&
        !String(document["openapi"]).startsWith("3.0")
          ? defaultPartType(part)
          : undefined;
      return type === undefined ? [] : [[name, type]];
    });
    const [name, contentType] = pickOne(parts, pick) ?? [];
    if (name === undefined || contentType === undefined) return undefined;
    return { ...node, encoding: { ...known, [name]: { contentType } } };
  }),
  ...[{}, { contentMediaType: "application/octet-stream" }].map((bytes) =>
    nodeRewriting(`write a part that is bytes as ${JSON.stringify(bytes)}`, "mediaType", ({ node, pointer }) => {
      const { schema, encoding } = node;
      const properties = isObject(schema) ? schema["properties"] : undefined;
      if (!isObject(schema) || !isObject(properties)) return undefined;
      const encodingObject = isObject(encoding) ? encoding : {};
      const file = Object.keys(properties).find((name) => isBinary(properties[name] as Json) && !encodingObject[name]);
      if (file === undefined || !/multipart~1[^/]*$/.test(pointer)) return undefined;
      return { ...node, schema: { ...schema, properties: { ...properties, [file]: bytes } } };
    }),
  ),
  nodeRewriting("write a style of a part where no version has one", "mediaType", ({ node, pointer }, pick) => {
    const { encoding, schema } = node;
    const hasNoStyle = /multipart~1(?!form-data)[^/]*$/.test(pointer);
    const properties = isObject(schema) && hasNoStyle ? schema["properties"] : undefined;
    const name = isObject(properties) ? pickOne(Object.keys(properties), pick) : undefined;
    if (name === undefined) return undefined;
    const encodingObject = isObject(encoding) ? encoding : {};
    const style = { style: "pipeDelimited", explode: false, allowReserved: true };
    return {
      ...node,
      encoding: { ...encodingObject, [name]: { ...(encodingObject[name] as JsonObject | undefined), ...style } },
    };
  }),
  nodeRewriting("write the style of a part of a form out", "encoding", ({ node }) =>
    node["style"] === undefined &&
    node["contentType"] === undefined &&
    node["explode"] === undefined &&
    node["allowReserved"] !== undefined
      ? { ...node, style: "form", explode: true }
      : undefined,
  ),
  nodeRewriting("leave the security of an operation to the document", "operation", ({ node, document, pointer }) =>
    isConsumerOperation(pointer) &&
    node["security"] !== undefined &&
    JSON.stringify(node["security"]) === JSON.stringify(document["security"])
      ? without(node, "security")
      : undefined,
  ),
  nodeRewriting("write that no credentials are needed as credentials that are none", "operation", ({ node }) =>
    Array.isArray(node["security"]) && node["security"].length === 0 ? { ...node, security: [{}] } : undefined,
  ),
  nodeRewriting("say twice which credentials suffice", "operation", ({ node }) => {
    const [first, ...others] = objectsIn(node["security"]);
    return first ? { ...node, security: [first, ...others, first] } : undefined;
  }),
  nodeRewriting("reorder the scopes of credentials", "operation", ({ node }) => {
    const security = objectsIn(node["security"]);
    if (!security.some((one) => Object.values(one).some((scopes) => objectsIn(scopes).length > 1))) return undefined;
    const turned = security.map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, scopes]) => [name, [...objectsIn(scopes)].toReversed() as Json]),
      ),
    );
    return { ...node, security: turned };
  }),
  {
    name: "say the security of all operations of the document",
    rewrite(document) {
      if (document["security"] !== undefined || document["webhooks"] !== undefined) return undefined;
      const operations = nodesOfKind(document, "operation").filter(({ pointer }) => isConsumerOperation(pointer));
      const [encodingObject, another] = new Set(operations.map(({ node }) => JSON.stringify(node["security"] ?? null)));
      if (encodingObject === undefined || encodingObject === "null" || another !== undefined) return undefined;
      return operations.reduce<JsonObject>(
        (whole, { node, pointer }) => withValue(whole, pointer, without(node, "security")),
        { ...document, security: JSON.parse(encodingObject) as Json },
      );
    },
  },
  nodeRewriting("say the servers of each path", "pathItem", ({ node, document, pointer }) =>
    pointer.startsWith("/paths") &&
    node["servers"] === undefined &&
    node["$ref"] === undefined &&
    document["servers"] !== undefined &&
    methodsIn(node).length > 0
      ? { ...node, servers: document["servers"] }
      : undefined,
  ),
  nodeRewriting("describe the servers", "document", ({ node }) =>
    Array.isArray(node["servers"]) && node["servers"].length > 0
      ? { ...node, servers: objectsIn(node["servers"]).map((server) => ({ ...server, description: "Another" })) }
      : undefined,
  ),
  nodeRewriting("write the servers with a slash at the end", "document", ({ node }) =>
    objectsIn(node["servers"]).some(({ url }) => !String(url).endsWith("/"))
      ? {
          ...node,
          servers: objectsIn(node["servers"]).map((server) => ({
            ...server,
            url: String(server["url"]).replace(/\/?$/, "/"),
          })),
        }
      : undefined,
  ),
  nodeRewriting("write the server that there is anyway", "document", ({ node }) =>
    node["servers"] === undefined ? { ...node, servers: [{ url: "/" }] } : undefined,
  ),
  nodeRewriting("write the host of the servers as a variable that has one value", "document", ({ node }) => {
    const servers = objectsIn(node["servers"]);
    const isEligible =
      servers.length > 0 &&
      servers.every(({ url, variables }) => /^https:\/\/[^/{}]+/.test(String(url)) && variables === undefined);
    if (!isEligible) return undefined;
    return {
      ...node,
      servers: servers.map((server) => {
        const host = /^https:\/\/([^/{}]+)/.exec(String(server["url"]))?.[1] as string;
        return {
          ...server,
          url: String(server["url"]).replace(host, "{host}"),
          variables: { host: { default: host, enum: [host] } },
        };
      }),
    };
  }),
  nodeRewriting("write out that a document has none of some things", "document", ({ node }, pick) => {
    const empty = Object.entries({ webhooks: {}, tags: [], security: [] as Json[] }).filter(
      ([key]) => node[key] === undefined,
    );
    const [key, value] = pickOne(empty, pick) ?? [];
    return key === undefined ? undefined : { ...node, [key]: value as Json };
  }),
  nodeRewriting("describe the document itself", "document", ({ node }) => ({
    ...node,
    info: {
      ...(node["info"] as JsonObject),
      description: "Another",
      contact: { name: "Ann" },
      license: { name: "MIT" },
    },
  })),
  nodeRewriting("say where to read of an operation", "operation", ({ node }) => ({
    ...node,
    externalDocs: { url: "https://example.com" },
  })),
  ...(["parameter", "response", "requestBody", "header", "schema"] as const).map((kind) =>
    nodeRewriting(`describe a reference to a ${kind}`, kind, ({ node, document }) =>
      node["$ref"] !== undefined && !String(document["openapi"]).startsWith("3.0")
        ? { ...node, description: "Another", summary: "Text" }
        : undefined,
    ),
  ),
];

function renameMediaType(
  how: string,
  kind: NodeKind,
  rename: (type: string) => string,
  isEligible: (type: string) => boolean = () => true,
): Rewriting {
  return nodeRewriting(`write the media types of a ${kind} ${how}`, kind, ({ node }) => {
    const { content } = node;
    if (!isObject(content) || !Object.keys(content).some(isEligible)) return undefined;
    const renamed = Object.entries(content).map(
      ([type, value]) => [isEligible(type) ? rename(type) : type, value] as const,
    );
    if (new Set(renamed.map(([type]) => type)).size < renamed.length) return undefined;
    return { ...node, content: Object.fromEntries(renamed) };
  });
}

function withoutMediaParameters(type: string): string {
  return type.replace(/;.*$/, "");
}

/** Checks for a binary body in the form of OpenAPI 3.0. */
function isBinary(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 2 && schema["format"] === "binary";
}

/** Default media type of a multipart part (OpenAPI 3.1, 4.8.15.1). */
function defaultPartType({ type, contentEncoding, contentMediaType, format }: JsonObject): string | undefined {
  if (contentMediaType !== undefined || contentEncoding !== undefined || format !== undefined) return undefined;
  if (type === "object") return "application/json";
  return ["string", "number", "integer", "boolean"].includes(type as string) ? "text/plain" : undefined;
}

/** Checks for an optional exploded object parameter without further constraints. */
function isOptionalObjectParameter(
  { style = "form", explode = true, required, schema }: JsonObject,
  wanted: string,
): boolean {
  const { type, properties, ...others }: JsonObject = isObject(schema) ? schema : {};
  const isObjectOnly = type === "object" && isObject(properties) && Object.keys(others).length === 0;
  return style === wanted && explode === true && required !== true && isObjectOnly;
}
