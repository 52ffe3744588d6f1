import { type Json, type JsonObject, isObject, rewriteTree, targetPointer, valueAt } from "../../../contracts/index.ts";
import { type RewritableNode, innerReferenceTargets, nodesOfKind, without } from "./rewriting.ts";

/** Keywords that OpenAPI 3.0 does not have. */
const newKeywords = [
  "prefixItems",
  "contains",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "unevaluatedProperties",
  "unevaluatedItems",
  "contentMediaType",
  "contentEncoding",
];

const markers = ["x-spec", "x-assumed"];

/** Converts OpenAPI 3.1 to an equivalent 3.0 document. Undefined if 3.0 cannot express it. */
export function toOpenapi30(document: JsonObject): JsonObject | undefined {
  if (String(document["openapi"]).startsWith("3.0")) return document;
  if (document["webhooks"] !== undefined || nodesOfKind(document, "schema").some((spot) => !isExpressible(spot)))
    return undefined;
  const old = rewriteTree(document, "document", (node, kind) =>
    kind === "schema" ? schemaOf30(inheritedMarker(node, document)) : node,
  );
  return { ...(old as JsonObject), openapi: "3.0.3" };
}

/** Drops a basis marker next to a reference whose target has one: the target's applies, but would not with allOf. */
function inheritedMarker(schema: JsonObject, document: JsonObject): JsonObject {
  const { $ref } = schema;
  const target = typeof $ref === "string" ? valueAt(document, targetPointer($ref)) : undefined;
  const isMarked = isObject(target) && markers.some((marker) => target[marker] !== undefined);
  return isMarked ? without(schema, ...markers) : schema;
}

function isExpressible({ node: schema, pointer }: RewritableNode): boolean {
  // A discriminator can only select branches that are plain references.
  if (/\/(oneOf|anyOf)\/\d+$/.test(pointer) && schema["$ref"] !== undefined && Object.keys(schema).length > 1)
    return false;
  const { type, enum: values, properties = {}, minimum, maximum } = schema;
  if (newKeywords.some((keyword) => schema[keyword] !== undefined)) return false;
  if (Object.values(properties as JsonObject).some((inner) => typeof inner === "boolean")) return false;
  if (typeof schema["items"] === "boolean" || typeof schema["not"] === "boolean") return false;
  if (schema["exclusiveMinimum"] !== undefined && minimum !== undefined) return false;
  if (schema["exclusiveMaximum"] !== undefined && maximum !== undefined) return false;
  if (type === "null" || schema["const"] === null) return false;
  if (!Array.isArray(type)) return true;
  const isNullable = type.includes("null");
  if (isNullable && values !== undefined && !(values as readonly Json[]).includes(null)) return false;
  return type.length === (isNullable ? 2 : 1);
}

function schemaOf30(schema: JsonObject): JsonObject {
  const { $ref, type, const: constant, examples, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const others = [type].flat().filter((one) => one !== "null" && one !== undefined) as readonly Json[];
  const [example] = Array.isArray(examples) ? (examples as readonly Json[]) : [];
  const own = {
    ...rest,
    ...(others[0] !== undefined && { type: others[0] }),
    ...(Array.isArray(type) && type.includes("null") && { nullable: true }),
    ...(constant !== undefined && { enum: [constant] }),
    ...(example !== undefined && { example }),
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
  if ($ref === undefined) return own;
  // OpenAPI 3.0 ignores keywords next to a reference.
  const all = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return Object.keys(own).length === 0 ? { $ref } : { ...own, allOf: [{ $ref }, ...all] };
}

/** Converts OpenAPI 3.0 to an equivalent 3.1 document. `nullable` counts even next to a reference, as authors intend. */
export function toOpenapi31(document: JsonObject): JsonObject {
  const modern = rewriteTree(document, "document", (node, kind) => (kind === "schema" ? schemaOf31(node) : node));
  return { ...(modern as JsonObject), openapi: "3.1.0" };
}

function schemaOf31(schema: JsonObject): JsonObject {
  const { nullable, example, ...rest } = schema["$ref"] === undefined ? schema : withReferenceOnly(schema);
  const own = withExclusiveBounds({ ...rest, ...(example !== undefined && { examples: [example] }) });
  return nullable === true ? orNull(own) : own;
}

/** Keeps the reference and `nullable`, and drops the keywords that 3.0 ignores. */
function withReferenceOnly(schema: JsonObject): JsonObject {
  const others = Object.keys(schema).filter((key) => !/^(\$ref|nullable|description|x-.*)$/.test(key));
  return without(schema, ...others);
}

/** Converts `exclusiveMinimum: true` next to a bound to the numeric keyword of 3.1. */
function withExclusiveBounds(schema: JsonObject): JsonObject {
  let own = schema;
  for (const [bound, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    const { [bound]: limit, [exclusive]: isExclusive } = own;
    if (isExclusive === false || limit === undefined) own = without(own, exclusive);
    else if (isExclusive === true) own = { ...without(own, bound), [exclusive]: limit };
  }
  return own;
}

function orNull(schema: JsonObject): JsonObject {
  const isNull = { type: "null" };
  if (schema["$ref"] !== undefined || schema["allOf"] !== undefined) return { anyOf: [schema, isNull] };
  const { type } = schema;
  const unions = ["anyOf", "oneOf"].filter((keyword) => schema[keyword] !== undefined);
  return {
    ...schema,
    ...(type !== undefined && { type: [type, "null"] }),
    ...Object.fromEntries(unions.map((keyword) => [keyword, [...(schema[keyword] as readonly Json[]), isNull]])),
  };
}

/** Moves components, and paths without references into them, to separate files. */
export function splitIntoFiles(document: JsonObject): Readonly<Record<string, JsonObject>> {
  const components = isObject(document["components"]) ? document["components"] : {};
  const moved = (value: Json): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components/', '"components.json#/components/')) as Json;
  const isDeep = innerReferenceTargets(document).some((target) => !target.startsWith("/components/"));
  const items = Object.entries(isObject(document["paths"]) ? document["paths"] : {});
  const paths = Object.fromEntries(
    items.map(([path, item], index) => [path, isDeep ? moved(item) : { $ref: `paths.json#/p${index}` }]),
  );
  const { securitySchemes } = components;
  const rest = moved(without(document, "components", "paths")) as JsonObject;
  return {
    "openapi.json": { ...rest, paths, ...(securitySchemes !== undefined && { components: { securitySchemes } }) },
    "components.json": JSON.parse(
      JSON.stringify({ components }).replaceAll('"#/paths/', '"openapi.json#/paths/'),
    ) as JsonObject,
    ...(!isDeep && {
      "paths.json": Object.fromEntries(items.map(([, item], index) => [`p${index}`, moved(item)])),
    }),
  };
}
