import {
  type Contract,
  type Json,
  type JsonObject,
  listChildNodes,
  isObject,
  listSchemaParts,
  oncePer,
  rewriteTree,
} from "../../../contracts/index.ts";

/** Keywords whose subschemas decide something other than validity. */
const nonValidityKeywords = ["if", "not", "contains", "propertyNames"] as const;

/** Keywords that expectations may violate, because a consumer names only what it needs. */
const toleratedKeywords = new Set(["required", "dependentRequired", "minItems", "minProperties", "discriminator"]);

/** Keywords with subschemas for other values, by name or in a list. */
const maps = ["properties", "patternProperties", "prefixItems"] as const;

/**
 * Contract for checking expectations: nothing is required, and everything that is present must be promised. Unlisted
 * properties are not promised, unless the schema declares them explicitly. Alternatives that differ only in missing
 * parts may all match.
 */
export const expectedContract: (contract: Contract) => Contract = oncePer(closedContract);

function closedContract(contract: Contract): Contract {
  // Deciding subschemas stay as they are.
  const kept = new WeakSet<JsonObject>();
  const document = rewriteTree(contract.document, "document", (node, kind, pointer) => {
    if (kind === "mediaType") {
      if (isObject(node["schema"])) return { ...node, schema: closed(node["schema"]) };
      return node;
    }
    if (kind !== "schema") return node;
    if (kept.has(node)) {
      for (const child of listChildNodes(node, kind, pointer)) kept.add(child.node);
      return node;
    }
    for (const name of nonValidityKeywords) if (isObject(node[name])) kept.add(node[name]);
    return withClosedMembers(withAlternatives(node));
  });
  return Object.create(contract, { document: { value: document } }) as Contract;

  function withAlternatives(node: JsonObject): JsonObject {
    const schema: Record<string, Json> = Object.fromEntries(
      Object.entries(node).filter(([key]) => !toleratedKeywords.has(key)),
    );
    if (typeof schema["$ref"] === "string") schema["$ref"] = schema["$ref"].replaceAll("/oneOf/", "/anyOf/");
    if (schema["oneOf"] === undefined || schema["anyOf"] !== undefined) return schema;
    const { oneOf, ...rest } = schema;
    return { ...rest, anyOf: oneOf as Json };
  }

  function withClosedMembers(node: JsonObject): JsonObject {
    const schema: Record<string, Json> = { ...node };
    for (const name of ["items", "additionalProperties"])
      if (isObject(schema[name])) schema[name] = closed(schema[name]);
    for (const name of maps) {
      const map = schema[name];
      if (Array.isArray(map)) schema[name] = map.map(closed);
      else if (isObject(map))
        schema[name] = Object.fromEntries(
          Object.entries(map).map(([key, value]) => [key, isOnlySent(value) ? false : closed(value)]),
        );
    }
    return schema;
  }

  /**
   * True for writeOnly, which no response contains (OpenAPI 3.1, section 4.8.24 as JSON Schema's validation, section
   * 9.4).
   */
  function isOnlySent(schema: Json): boolean {
    return isObject(schema) && listSchemaParts(contract, schema, () => []).some(({ writeOnly }) => writeOnly === true);
  }

  /**
   * Closes a schema of a value. A schema that is part of another is not closed, because the whole has more properties.
   */
  function closed(schema: Json): Json {
    if (!isObject(schema) || schema["unevaluatedProperties"] !== undefined) return schema;
    const lists = listSchemaParts(contract, schema).some(
      ({ properties }) => isObject(properties) && Object.keys(properties).length > 0,
    );
    if (lists) return { ...schema, unevaluatedProperties: false };
    return schema;
  }
}
