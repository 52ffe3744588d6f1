import { type Json, type JsonObject, type Kind, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, isCalled, oneOf, spotsOf, without, withValue } from "../rewriting.ts";
import { isMarked, listed, methodsIn } from "./exchanges.ts";

/** What is the same on the wire, whoever says it. */
export const wire: readonly Rewriting[] = [
  atNode("say a parameter of the path again in an operation", "pathItem", ({ node }, pick) => {
    const shared = oneOf(listed(node["parameters"]), pick);
    const method = oneOf(
      methodsIn(node).filter((one) => !isMarked(node[one] as JsonObject)),
      pick,
    );
    if (!shared || method === undefined) return undefined;
    const operation = node[method] as JsonObject;
    const own = listed(operation["parameters"]);
    if (own.some((one) => one["$ref"] !== undefined || one["name"] === shared["name"]) || shared["$ref"] !== undefined)
      return undefined;
    return { ...node, [method]: { ...operation, parameters: [...own, shared] } };
  }),
  atNode("move a parameter that all operations have to the path", "pathItem", ({ node }, pick) => {
    const all = methodsIn(node).map((method) => node[method] as JsonObject);
    const [first, ...others] = all.map((operation) => listed(operation["parameters"]));
    if (!first || all.some(isMarked)) return undefined;
    const texts = others.map((some) => some.map((one) => JSON.stringify(one)));
    const common = oneOf(
      first.filter((one) => texts.every((some) => some.includes(JSON.stringify(one)))),
      pick,
    );
    if (!common) return undefined;
    const left = methodsIn(node).map((method): [string, Json] => {
      const operation = node[method] as JsonObject;
      const own = listed(operation["parameters"]).filter((one) => JSON.stringify(one) !== JSON.stringify(common));
      return [method, { ...operation, parameters: own }];
    });
    return { ...node, parameters: [...listed(node["parameters"]), common], ...Object.fromEntries(left) };
  }),
  ...(["form", "deepObject"] as const).map((style) =>
    atNode(`list the members of an object one by one that is written by ${style}`, "operation", ({ node }) => {
      const parameters = listed(node["parameters"]);
      const object = parameters.find((one) => one["in"] === "query" && isSpread(one, style));
      if (!object) return undefined;
      const { name, schema, style: _, explode: __, ...said } = object as JsonObject & { readonly schema: JsonObject };
      const members = Object.entries(schema["properties"] as JsonObject).map(([member, inner]) => ({
        ...said,
        name: style === "form" ? member : `${name}[${member}]`,
        schema: inner,
      }));
      return { ...node, parameters: parameters.flatMap((one) => (one === object ? members : [one])) };
    }),
  ),
  atNode("declare a header of the request that is described elsewhere", "operation", ({ node, pointer }, pick) => {
    if (!pointer.startsWith("/paths")) return undefined;
    const name = oneOf(["Accept", "Content-Type", "Authorization"], pick) as string;
    const header = { name, in: "header", required: true, schema: { type: "string", enum: ["a"] } };
    return { ...node, parameters: [...listed(node["parameters"]), header] };
  }),
  atNode("declare the Content-Type of a response", "response", ({ node }) =>
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
  atNode("say that a response has no content", "response", ({ node }) =>
    node["content"] === undefined && node["$ref"] === undefined ? { ...node, content: {} } : undefined,
  ),
  ...[true, {}].flatMap((anything) => [
    atNode(`say that a media type is anything, as ${JSON.stringify(anything)}`, "mediaType", ({ node }) =>
      node["schema"] === undefined ? { ...node, schema: anything } : undefined,
    ),
    atNode(
      `write the schema of a media type that is anything, not at all, instead of ${JSON.stringify(anything)}`,
      "mediaType",
      ({ node }) => (JSON.stringify(node["schema"]) === JSON.stringify(anything) ? without(node, "schema") : undefined),
    ),
  ]),
  ...(["requestBody", "response"] as const).flatMap((kind) => [
    renamedMedia("in other letters", kind, (type) => type.replace(/^[^;]*/, (bare) => bare.toUpperCase())),
    renamedMedia(
      "with other letters in its parameter",
      kind,
      (type) => `${bareOf(type)};  Charset="UTF-8"`,
      (type) => /charset=utf-8/i.test(type),
    ),
  ]),
  atNode("say what type a part of a form has anyway", "mediaType", ({ node, pointer, document }, pick) => {
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
          ? typeOfPart(part)
          : undefined;
      return type === undefined ? [] : [[name, type]];
    });
    const [name, contentType] = oneOf(parts, pick) ?? [];
    if (name === undefined || contentType === undefined) return undefined;
    return { ...node, encoding: { ...known, [name]: { contentType } } };
  }),
  ...[{}, { contentMediaType: "application/octet-stream" }].map((bytes) =>
    atNode(`write a part that is bytes as ${JSON.stringify(bytes)}`, "mediaType", ({ node, pointer }) => {
      const { schema, encoding } = node;
      const properties = isObject(schema) ? schema["properties"] : undefined;
      if (!isObject(schema) || !isObject(properties)) return undefined;
      const said = isObject(encoding) ? encoding : {};
      const file = Object.keys(properties).find((name) => isBinary(properties[name] as Json) && !said[name]);
      if (file === undefined || !/multipart~1[^/]*$/.test(pointer)) return undefined;
      return { ...node, schema: { ...schema, properties: { ...properties, [file]: bytes } } };
    }),
  ),
  atNode("write a style of a part where no version has one", "mediaType", ({ node, pointer }, pick) => {
    const { encoding, schema } = node;
    const isIdle = /multipart~1(?!form-data)[^/]*$/.test(pointer);
    const properties = isObject(schema) && isIdle ? schema["properties"] : undefined;
    const name = isObject(properties) ? oneOf(Object.keys(properties), pick) : undefined;
    if (name === undefined) return undefined;
    const said = isObject(encoding) ? encoding : {};
    const style = { style: "pipeDelimited", explode: false, allowReserved: true };
    return { ...node, encoding: { ...said, [name]: { ...(said[name] as JsonObject | undefined), ...style } } };
  }),
  atNode("write the style of a part of a form out", "encoding", ({ node }) =>
    node["style"] === undefined &&
    node["contentType"] === undefined &&
    node["explode"] === undefined &&
    node["allowReserved"] !== undefined
      ? { ...node, style: "form", explode: true }
      : undefined,
  ),
  atNode("leave the security of an operation to the document", "operation", ({ node, document, pointer }) =>
    isCalled(pointer) &&
    node["security"] !== undefined &&
    JSON.stringify(node["security"]) === JSON.stringify(document["security"])
      ? without(node, "security")
      : undefined,
  ),
  atNode("write that no credentials are needed as credentials that are none", "operation", ({ node }) =>
    Array.isArray(node["security"]) && node["security"].length === 0 ? { ...node, security: [{}] } : undefined,
  ),
  atNode("say twice which credentials suffice", "operation", ({ node }) => {
    const [first, ...others] = listed(node["security"]);
    return first ? { ...node, security: [first, ...others, first] } : undefined;
  }),
  atNode("reorder the scopes of credentials", "operation", ({ node }) => {
    const security = listed(node["security"]);
    if (!security.some((one) => Object.values(one).some((scopes) => listed(scopes).length > 1))) return undefined;
    const turned = security.map((one) =>
      Object.fromEntries(Object.entries(one).map(([name, scopes]) => [name, [...listed(scopes)].toReversed() as Json])),
    );
    return { ...node, security: turned };
  }),
  {
    name: "say the security of all operations of the document",
    rewrite(document) {
      if (document["security"] !== undefined || document["webhooks"] !== undefined) return undefined;
      const operations = spotsOf(document, "operation").filter(({ pointer }) => isCalled(pointer));
      const [said, another] = new Set(operations.map(({ node }) => JSON.stringify(node["security"] ?? null)));
      if (said === undefined || said === "null" || another !== undefined) return undefined;
      return operations.reduce<JsonObject>(
        (whole, { node, pointer }) => withValue(whole, pointer, without(node, "security")),
        { ...document, security: JSON.parse(said) as Json },
      );
    },
  },
  atNode("say the servers of each path", "pathItem", ({ node, document, pointer }) =>
    pointer.startsWith("/paths") &&
    node["servers"] === undefined &&
    node["$ref"] === undefined &&
    document["servers"] !== undefined &&
    methodsIn(node).length > 0
      ? { ...node, servers: document["servers"] }
      : undefined,
  ),
  atNode("describe the servers", "document", ({ node }) =>
    Array.isArray(node["servers"]) && node["servers"].length > 0
      ? { ...node, servers: listed(node["servers"]).map((server) => ({ ...server, description: "Another" })) }
      : undefined,
  ),
  atNode("write the servers with a slash at the end", "document", ({ node }) =>
    listed(node["servers"]).some(({ url }) => !String(url).endsWith("/"))
      ? {
          ...node,
          servers: listed(node["servers"]).map((server) => ({
            ...server,
            url: String(server["url"]).replace(/\/?$/, "/"),
          })),
        }
      : undefined,
  ),
  atNode("write the server that there is anyway", "document", ({ node }) =>
    node["servers"] === undefined ? { ...node, servers: [{ url: "/" }] } : undefined,
  ),
  atNode("write the host of the servers as a variable that has one value", "document", ({ node }) => {
    const servers = listed(node["servers"]);
    const isMeant =
      servers.length > 0 &&
      servers.every(({ url, variables }) => /^https:\/\/[^/{}]+/.test(String(url)) && variables === undefined);
    if (!isMeant) return undefined;
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
  atNode("write out that a document has none of some things", "document", ({ node }, pick) => {
    const empty = Object.entries({ webhooks: {}, tags: [], security: [] as Json[] }).filter(
      ([key]) => node[key] === undefined,
    );
    const [key, value] = oneOf(empty, pick) ?? [];
    return key === undefined ? undefined : { ...node, [key]: value as Json };
  }),
  atNode("describe the document itself", "document", ({ node }) => ({
    ...node,
    info: {
      ...(node["info"] as JsonObject),
      description: "Another",
      contact: { name: "Ann" },
      license: { name: "MIT" },
    },
  })),
  atNode("say where to read of an operation", "operation", ({ node }) => ({
    ...node,
    externalDocs: { url: "https://example.com" },
  })),
  ...(["parameter", "response", "requestBody", "header", "schema"] as const).map((kind) =>
    atNode(`describe a reference to a ${kind}`, kind, ({ node, document }) =>
      node["$ref"] !== undefined && !String(document["openapi"]).startsWith("3.0")
        ? { ...node, description: "Another", summary: "Text" }
        : undefined,
    ),
  ),
];

function renamedMedia(
  how: string,
  kind: Kind,
  rename: (type: string) => string,
  isMeant: (type: string) => boolean = () => true,
): Rewriting {
  return atNode(`write the media types of a ${kind} ${how}`, kind, ({ node }) => {
    const { content } = node;
    if (!isObject(content) || !Object.keys(content).some(isMeant)) return undefined;
    const renamed = Object.entries(content).map(
      ([type, value]) => [isMeant(type) ? rename(type) : type, value] as const,
    );
    if (new Set(renamed.map(([type]) => type)).size < renamed.length) return undefined;
    return { ...node, content: Object.fromEntries(renamed) };
  });
}

function bareOf(type: string): string {
  return type.replace(/;.*$/, "");
}

/** Whether a schema says that it is of bytes, as OpenAPI 3.0 does. */
function isBinary(schema: Json): boolean {
  return isObject(schema) && Object.keys(schema).length === 2 && schema["format"] === "binary";
}

/** Of what media type a part of a form is by its schema (OpenAPI 3.1, 4.8.15.1). */
function typeOfPart({ type, contentEncoding, contentMediaType, format }: JsonObject): string | undefined {
  if (contentMediaType !== undefined || contentEncoding !== undefined || format !== undefined) return undefined;
  if (type === "object") return "application/json";
  return ["string", "number", "integer", "boolean"].includes(type as string) ? "text/plain" : undefined;
}

/** Whether a parameter that may be left out is an object of which nothing is said but what its members are. */
function isSpread({ style = "form", explode = true, required, schema }: JsonObject, wanted: string): boolean {
  const { type, properties, ...others }: JsonObject = isObject(schema) ? schema : {};
  const isObjectOnly = type === "object" && isObject(properties) && Object.keys(others).length === 0;
  return style === wanted && explode === true && required !== true && isObjectOnly;
}
