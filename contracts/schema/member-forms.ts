import type { Json } from "../model/json.ts";
import { assumedValuesMark, closedMark, extensibleMark } from "../model/enum.ts";
import { isObject } from "../model/shapes.ts";
import { keywords } from "./keywords/index.ts";
import { isNames, isSchema, isString } from "./keywords/well-formed.ts";
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
export function objectOf(kind: ObjectKind): Form {
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
export function descriptive(form: Form): Form {
  return { ...form, isDescriptive: true };
}

/** Form of a place where a `$ref` stands and OpenAPI allows none. */
export const noReference = leaf("written out: OpenAPI allows no $ref there", () => false);
export const text = leaf("a text", isString);
export const flag = leaf("true or false", (value) => typeof value === "boolean");
export const texts = leaf("a list of texts", isNames);
const scalar = leaf("a text, a number or a boolean", (value) => value !== null && typeof value !== "object");
/** Form of a value that users choose. */
export const any = leaf("any value", () => true);
const words = { summary: descriptive(text), description: descriptive(text) };
const reason = leaf("a text, or true", (value) => isString(value) || value === true);

/** Form of a date that may stand in an object, beside more about it. */
function createDateForm(kind: ObjectKind, accepts: Form["accepts"]): Form {
  return { words: "a day, or an object with a date", accepts, kind, holds: "value" };
}

/** Extensions that may stand in each node. `x-spec` and `x-state` are checked where they are read. */
const marks = {
  "x-assumed": reason,
  "x-deprecated": createDateForm(
    "deprecation",
    (value) => isString(value) || isObject(value) || typeof value === "boolean",
  ),
  "x-published": createDateForm("publication", (value) => isString(value) || isObject(value)),
  "x-sunset": leaf("a day", isString),
};
export const reference = { $ref: text };
export const list = leaf("a list", Array.isArray);
const examples = { example: any, examples: descriptive(mapOf("example")) };
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
    info: objectOf("info"),
    jsonSchemaDialect: text,
    servers: listOf("server"),
    paths: mapOf("pathItem"),
    webhooks: mapOf("pathItem"),
    components: objectOf("components"),
    security: listOf("securityRequirement"),
    tags: descriptive(listOf("tag")),
    externalDocs: descriptive(objectOf("externalDocs")),
  },
  components: {
    schemas: mapOf("schema"),
    responses: mapOf("response"),
    parameters: mapOf("parameter"),
    headers: mapOf("header"),
    requestBodies: mapOf("requestBody"),
    pathItems: mapOf("pathItem"),
    callbacks: mapOf("callback"),
    examples: descriptive(mapOf("example")),
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
    ...Object.fromEntries(methods.map((method) => [method, objectOf("operation")])),
  },
  operation: {
    ...marks,
    ...reference,
    "x-safe": flag,
    ...words,
    tags: descriptive(texts),
    externalDocs: descriptive(objectOf("externalDocs")),
    operationId: text,
    parameters: listOf("parameter"),
    requestBody: objectOf("requestBody"),
    responses: mapOf("response"),
    callbacks: mapOf("callback"),
    deprecated: flag,
    security: listOf("securityRequirement"),
    servers: listOf("server"),
  },
  callback: { ...marks, ...reference, "*": objectOf("pathItem") },
  parameter: {
    ...marks,
    ...reference,
    name: text,
    in: text,
    description: descriptive(text),
    required: flag,
    deprecated: flag,
    allowEmptyValue: flag,
    style,
    explode: flag,
    allowReserved: flag,
    schema: objectOf("schema"),
    ...examples,
    content: mapOf("mediaType"),
  },
  header: {
    ...marks,
    ...reference,
    description: descriptive(text),
    required: flag,
    deprecated: flag,
    style,
    explode: flag,
    schema: objectOf("schema"),
    ...examples,
    content: mapOf("mediaType"),
    allowEmptyValue: flag,
  },
  requestBody: {
    ...marks,
    ...reference,
    description: descriptive(text),
    content: mapOf("mediaType"),
    required: flag,
  },
  mediaType: {
    ...marks,
    ...reference,
    schema: objectOf("schema"),
    ...examples,
    encoding: mapOf("encoding"),
  },
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
    description: descriptive(text),
    headers: mapOf("header"),
    content: mapOf("mediaType"),
    links: mapOf("link"),
  },
  example: { ...marks, ...reference, ...words, value: any, externalValue: descriptive(text) },
  link: {
    ...marks,
    ...reference,
    operationRef: text,
    operationId: text,
    parameters: mapOfLeaves(any),
    requestBody: any,
    description: descriptive(text),
    server: objectOf("server"),
  },
  securityScheme: {
    ...marks,
    ...reference,
    type: choice("apiKey http mutualTLS oauth2 openIdConnect"),
    description: descriptive(text),
    name: text,
    in: choice("query header cookie"),
    scheme: text,
    bearerFormat: descriptive(text),
    flows: objectOf("oauthFlows"),
    openIdConnectUrl: text,
  },
  schema: {
    ...marks,
    [extensibleMark]: leaf("a list, true or false", (value) => Array.isArray(value) || typeof value === "boolean"),
    [closedMark]: flag,
    [assumedValuesMark]: list,
    examples: descriptive(list),
    ...Object.fromEntries(
      [...keywords.values()].flatMap(({ name, subschemas }) =>
        subschemas ? [[name, { one: objectOf, list: listOf, map: mapOf }[subschemas.form]("schema")] as const] : [],
      ),
    ),
    title: descriptive(text),
    description: descriptive(text),
    readOnly: flag,
    writeOnly: flag,
    deprecated: flag,
    nullable: flag,
    discriminator: objectOf("discriminator"),
    xml: objectOf("xml"),
    externalDocs: descriptive(objectOf("externalDocs")),
    $id: text,
    $anchor: text,
    $dynamicAnchor: text,
    $dynamicRef: text,
    $schema: text,
    $comment: descriptive(text),
  },
  info: {
    title: descriptive(text),
    ...words,
    termsOfService: descriptive(text),
    contact: descriptive(objectOf("contact")),
    license: descriptive(objectOf("license")),
    version: descriptive(text),
  },
  contact: { name: descriptive(text), url: descriptive(text), email: descriptive(text) },
  license: { name: descriptive(text), identifier: descriptive(text), url: descriptive(text) },
  server: {
    url: text,
    name: descriptive(text),
    description: descriptive(text),
    variables: mapOf("serverVariable"),
  },
  serverVariable: { enum: texts, default: scalar, description: descriptive(text) },
  tag: { name: descriptive(text), ...words, externalDocs: descriptive(objectOf("externalDocs")) },
  externalDocs: { description: descriptive(text), url: descriptive(text) },
  securityRequirement: { "*": texts },
  oauthFlows: {
    implicit: objectOf("oauthFlow"),
    password: objectOf("oauthFlow"),
    clientCredentials: objectOf("oauthFlow"),
    authorizationCode: objectOf("oauthFlow"),
  },
  oauthFlow: { authorizationUrl: text, tokenUrl: text, refreshUrl: text, scopes: mapOfLeaves(descriptive(text)) },
  discriminator: { propertyName: text, mapping: mapOfLeaves(text) },
  xml: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
  deprecation: { date: text, reason: descriptive(text), replacement: descriptive(text) },
  publication: { date: text, "x-assumed": reason },
  removal: { methods: texts, description: descriptive(text) },
};
