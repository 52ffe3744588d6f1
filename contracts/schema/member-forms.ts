import type { Json } from "../model/json.ts";
import { assumedValuesMark, closedMark, extensibleMark } from "../model/enum.ts";
import { isObject } from "../model/shapes.ts";
import { keywords } from "./keywords/index.ts";
import { isNames, isSchema, isText } from "./keywords/well-formed.ts";
import { methods } from "../model/methods.ts";

/** Kinds of nodes whose undefined members may change what is sent or received. */
export const comparedKinds = [
  "document",
  "pathItem",
  "operation",
  "parameter",
  "header",
  "requestBody",
  "mediaType",
  "encoding",
  "response",
] as const;

/** Kinds of nodes (objects) of an OpenAPI document that can be referred to, or that hold such nodes. */
export const nodeKinds = [
  ...comparedKinds,
  "components",
  "callback",
  "example",
  "link",
  "securityScheme",
  "schema",
] as const;

export type NodeKind = (typeof nodeKinds)[number];

/** Returns true for the kind of a node. */
export function isNodeKind(kind: string): kind is NodeKind {
  return (nodeKinds as readonly string[]).includes(kind);
}

/** Kind of an object that holds no nodes. */
type PlainKind =
  | "info"
  | "contact"
  | "license"
  | "server"
  | "serverVariable"
  | "tag"
  | "externalDocs"
  | "securityRequirement"
  | "oauthFlows"
  | "oauthFlow"
  | "discriminator"
  | "xml"
  | "deprecation"
  | "publication"
  | "removal";

export type ObjectKind = NodeKind | PlainKind;

/** Form of the value of a member. */
export interface Form {
  /** The form in words: "a list". */
  readonly words: string;
  readonly accepts: (value: Json) => boolean;
  /** Kind of the value, or of each of its members or items. */
  readonly kind?: ObjectKind;
  readonly holds: "value" | "list" | "map";
  /** Form of the members of a map that are no objects. */
  readonly each?: Form;
  /** True if the member has no effect on requests and responses. */
  readonly isDescriptive?: boolean;
}

/** Form of a value without members. */
function leaf(words: string, accepts: Form["accepts"]): Form {
  return { words, accepts, holds: "value" };
}

/** Form of a text that is one of some words. */
export function choice(names: string): Form {
  const values = names.split(" ");
  return leaf(`one of ${values.join(", ")}`, (value) => values.includes(value as string));
}

/** Form of a value that is one object of a kind. */
export function one(kind: ObjectKind): Form {
  if (kind === "schema")
    return { words: "a schema: an object, true or false", accepts: isSchema, kind, holds: "value" };
  return { words: "an object", accepts: isObject, kind, holds: "value" };
}

/** Form of a list of objects of a kind. */
export function listOf(kind: ObjectKind): Form {
  return { words: "a list", accepts: Array.isArray, kind, holds: "list" };
}

/** Form of a map of objects of a kind. */
export function mapOf(kind: ObjectKind): Form {
  return { words: "an object", accepts: isObject, kind, holds: "map" };
}

/** Form of a map of values without members. */
export function mapOfLeaves(each: Form): Form {
  return { words: "an object", accepts: isObject, each, holds: "map" };
}

/** Marks the form of a member without effect on requests and responses. */
export function note(form: Form): Form {
  return { ...form, isDescriptive: true };
}

/** Form of a place where a `$ref` stands and OpenAPI allows none. */
export const noReference = leaf("written out: OpenAPI allows no $ref there", () => false);
export const text = leaf("a text", isText);
export const flag = leaf("true or false", (value) => typeof value === "boolean");
export const texts = leaf("a list of texts", isNames);
const scalar = leaf("a text, a number or a boolean", (value) => value !== null && typeof value !== "object");
/** Form of a value that users choose. */
export const any = leaf("any value", () => true);
const words = { summary: note(text), description: note(text) };
const reason = leaf("a text, or true", (value) => isText(value) || value === true);

/** Form of a date that may stand in an object, beside more about it. */
function dateIn(kind: ObjectKind, accepts: Form["accepts"]): Form {
  return { words: "a day, or an object with a date", accepts, kind, holds: "value" };
}

/** Extensions that may stand in each node. `x-spec` and `x-state` are checked where they are read. */
const marks = {
  "x-assumed": reason,
  "x-deprecated": dateIn("deprecation", (value) => isText(value) || isObject(value) || typeof value === "boolean"),
  "x-published": dateIn("publication", (value) => isText(value) || isObject(value)),
  "x-sunset": leaf("a day", isText),
};
export const reference = { $ref: text };
export const list = leaf("a list", Array.isArray);
const examples = { example: any, examples: note(mapOf("example")) };
/** The last style stands for the format "tsv" of OpenAPI 2.0. */
const style = choice("matrix label form simple spaceDelimited pipeDelimited deepObject tabDelimited");

/**
 * Members of each object of OpenAPI 3.0 and 3.1, and their forms. "*" is any other member except extensions. Keywords of
 * JSON Schema that a validator checks have their forms in `keywords/`.
 */
export const memberForms: Readonly<Record<ObjectKind, Readonly<Record<string, Form>>>> = {
  document: {
    ...marks,
    "x-removed": mapOf("removal"),
    openapi: text,
    info: one("info"),
    jsonSchemaDialect: text,
    servers: listOf("server"),
    paths: mapOf("pathItem"),
    webhooks: mapOf("pathItem"),
    components: one("components"),
    security: listOf("securityRequirement"),
    tags: note(listOf("tag")),
    externalDocs: note(one("externalDocs")),
  },
  components: {
    schemas: mapOf("schema"),
    responses: mapOf("response"),
    parameters: mapOf("parameter"),
    headers: mapOf("header"),
    requestBodies: mapOf("requestBody"),
    pathItems: mapOf("pathItem"),
    callbacks: mapOf("callback"),
    examples: note(mapOf("example")),
    links: mapOf("link"),
    securitySchemes: mapOf("securityScheme"),
    "x-operations": mapOf("operation"),
    "x-media-types": mapOf("mediaType"),
    "x-encodings": mapOf("encoding"),
  },
  pathItem: {
    ...marks,
    ...reference,
    ...words,
    servers: listOf("server"),
    parameters: listOf("parameter"),
    ...Object.fromEntries(methods.map((method) => [method, one("operation")])),
  },
  operation: {
    ...marks,
    ...reference,
    "x-safe": flag,
    ...words,
    tags: note(texts),
    externalDocs: note(one("externalDocs")),
    operationId: text,
    parameters: listOf("parameter"),
    requestBody: one("requestBody"),
    responses: mapOf("response"),
    callbacks: mapOf("callback"),
    deprecated: flag,
    security: listOf("securityRequirement"),
    servers: listOf("server"),
  },
  callback: { ...marks, ...reference, "*": one("pathItem") },
  parameter: {
    ...marks,
    ...reference,
    name: text,
    in: text,
    description: note(text),
    required: flag,
    deprecated: flag,
    allowEmptyValue: flag,
    style,
    explode: flag,
    allowReserved: flag,
    schema: one("schema"),
    ...examples,
    content: mapOf("mediaType"),
  },
  header: {
    ...marks,
    ...reference,
    description: note(text),
    required: flag,
    deprecated: flag,
    style,
    explode: flag,
    schema: one("schema"),
    ...examples,
    content: mapOf("mediaType"),
    allowEmptyValue: flag,
  },
  requestBody: { ...marks, ...reference, description: note(text), content: mapOf("mediaType"), required: flag },
  mediaType: { ...marks, ...reference, schema: one("schema"), ...examples, encoding: mapOf("encoding") },
  encoding: {
    ...marks,
    ...reference,
    contentType: text,
    headers: mapOf("header"),
    style,
    explode: flag,
    allowReserved: flag,
  },
  response: {
    ...marks,
    ...reference,
    description: note(text),
    headers: mapOf("header"),
    content: mapOf("mediaType"),
    links: mapOf("link"),
  },
  example: { ...marks, ...reference, ...words, value: any, externalValue: note(text) },
  link: {
    ...marks,
    ...reference,
    operationRef: text,
    operationId: text,
    parameters: mapOfLeaves(any),
    requestBody: any,
    description: note(text),
    server: one("server"),
  },
  securityScheme: {
    ...marks,
    ...reference,
    type: choice("apiKey http mutualTLS oauth2 openIdConnect"),
    description: note(text),
    name: text,
    in: choice("query header cookie"),
    scheme: text,
    bearerFormat: note(text),
    flows: one("oauthFlows"),
    openIdConnectUrl: text,
  },
  schema: {
    ...marks,
    [extensibleMark]: leaf("a list, true or false", (value) => Array.isArray(value) || typeof value === "boolean"),
    [closedMark]: flag,
    [assumedValuesMark]: list,
    examples: note(list),
    ...Object.fromEntries(
      [...keywords.values()].flatMap(({ name, subschemas }) =>
        subschemas ? [[name, { one, list: listOf, map: mapOf }[subschemas.form]("schema")] as const] : [],
      ),
    ),
    title: note(text),
    description: note(text),
    readOnly: flag,
    writeOnly: flag,
    deprecated: flag,
    nullable: flag,
    discriminator: one("discriminator"),
    xml: one("xml"),
    externalDocs: note(one("externalDocs")),
    $id: text,
    $anchor: text,
    $dynamicAnchor: text,
    $dynamicRef: text,
    $schema: text,
    $comment: note(text),
  },
  info: {
    title: note(text),
    ...words,
    termsOfService: note(text),
    contact: note(one("contact")),
    license: note(one("license")),
    version: note(text),
  },
  contact: { name: note(text), url: note(text), email: note(text) },
  license: { name: note(text), identifier: note(text), url: note(text) },
  server: { url: text, name: note(text), description: note(text), variables: mapOf("serverVariable") },
  serverVariable: { enum: texts, default: scalar, description: note(text) },
  tag: { name: note(text), ...words, externalDocs: note(one("externalDocs")) },
  externalDocs: { description: note(text), url: note(text) },
  securityRequirement: { "*": texts },
  oauthFlows: {
    implicit: one("oauthFlow"),
    password: one("oauthFlow"),
    clientCredentials: one("oauthFlow"),
    authorizationCode: one("oauthFlow"),
  },
  oauthFlow: { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes: mapOfLeaves(note(text)) },
  discriminator: { propertyName: text, mapping: mapOfLeaves(text) },
  xml: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
  deprecation: { date: text, reason: note(text), replacement: note(text) },
  publication: { date: text, "x-assumed": reason },
  removal: { methods: texts, description: note(text) },
};
