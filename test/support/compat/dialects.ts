import { type Json, type JsonObject, isObject, rewriteTree, targetPointer, valueAt } from "../../../contracts/index.ts";
import { type Spot, deepTargets, spotsOf, without } from "./rewriting.ts";

/** What OpenAPI 3.0 has no words for. */
const unknown = [
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

/** A document of OpenAPI 3.1 as one of 3.0 that says the same; undefined where 3.0 cannot say it. */
export function asOldDialect(document: JsonObject): JsonObject | undefined {
  if (String(document["openapi"]).startsWith("3.0")) return document;
  if (document["webhooks"] !== undefined || spotsOf(document, "schema").some((spot) => !isSayable(spot)))
    return undefined;
  const old = rewriteTree(document, "document", (node, kind) =>
    kind === "schema" ? oldSchema(ownWordsOf(node, document)) : node,
  );
  return { ...(old as JsonObject), openapi: "3.0.3" };
}

/** A reference without a marker that what it leads to has itself: that one wins, beside allOf it would not. */
function ownWordsOf(schema: JsonObject, document: JsonObject): JsonObject {
  const { $ref } = schema;
  const target = typeof $ref === "string" ? valueAt(document, targetPointer($ref)) : undefined;
  const isMarked = isObject(target) && markers.some((marker) => target[marker] !== undefined);
  return isMarked ? without(schema, ...markers) : schema;
}

function isSayable({ node: schema, pointer }: Spot): boolean {
  // A branch that is no bare reference goes by no name, which its discriminator would need.
  if (/\/(oneOf|anyOf)\/\d+$/.test(pointer) && schema["$ref"] !== undefined && Object.keys(schema).length > 1)
    return false;
  const { type, enum: values, properties = {}, minimum, maximum } = schema;
  if (unknown.some((keyword) => schema[keyword] !== undefined)) return false;
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

function oldSchema(schema: JsonObject): JsonObject {
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
  // In 3.0 what stands beside a reference says nothing.
  const all = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
  return Object.keys(own).length === 0 ? { $ref } : { ...own, allOf: [{ $ref }, ...all] };
}

/** A document of OpenAPI 3.0 as one of 3.1 that says the same: what those who write `nullable` mean, beside a reference too. */
export function asNewDialect(document: JsonObject): JsonObject {
  const modern = rewriteTree(document, "document", (node, kind) => (kind === "schema" ? newSchema(node) : node));
  return { ...(modern as JsonObject), openapi: "3.1.0" };
}

function newSchema(schema: JsonObject): JsonObject {
  const { nullable, example, ...rest } = schema["$ref"] === undefined ? schema : ofReference(schema);
  const own = newBounds({ ...rest, ...(example !== undefined && { examples: [example] }) });
  return nullable === true ? orNull(own) : own;
}

/** What 3.0 reads beside a reference, and `nullable`, which those who write it mean. */
function ofReference(schema: JsonObject): JsonObject {
  const others = Object.keys(schema).filter((key) => !/^(\$ref|nullable|description|x-.*)$/.test(key));
  return without(schema, ...others);
}

/** 3.0 says beside a bound that it is exclusive; 3.1 has a bound of its own for that. */
function newBounds(schema: JsonObject): JsonObject {
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
  const { type, enum: values } = schema;
  const unions = ["anyOf", "oneOf"].filter((keyword) => schema[keyword] !== undefined);
  return {
    ...schema,
    ...(type !== undefined && { type: [type, "null"] }),
    ...(Array.isArray(values) && { enum: [...new Set([...(values as readonly Json[]), null])] }),
    ...Object.fromEntries(unions.map((keyword) => [keyword, [...(schema[keyword] as readonly Json[]), isNull]])),
  };
}

/** The files of a document whose components, and whose paths where nothing refers into them, stand in others. */
export function asFiles(document: JsonObject): Readonly<Record<string, JsonObject>> {
  const components = isObject(document["components"]) ? document["components"] : {};
  const elsewhere = (value: Json): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components/', '"components.json#/components/')) as Json;
  const isDeep = deepTargets(document).some((target) => !target.startsWith("/components/"));
  const items = Object.entries(isObject(document["paths"]) ? document["paths"] : {});
  const paths = Object.fromEntries(
    items.map(([path, item], index) => [path, isDeep ? elsewhere(item) : { $ref: `paths.json#/p${index}` }]),
  );
  const { securitySchemes } = components;
  const rest = elsewhere(without(document, "components", "paths")) as JsonObject;
  return {
    "openapi.json": { ...rest, paths, ...(securitySchemes !== undefined && { components: { securitySchemes } }) },
    "components.json": JSON.parse(
      JSON.stringify({ components }).replaceAll('"#/paths/', '"openapi.json#/paths/'),
    ) as JsonObject,
    ...(!isDeep && {
      "paths.json": Object.fromEntries(items.map(([, item], index) => [`p${index}`, elsewhere(item)])),
    }),
  };
}
