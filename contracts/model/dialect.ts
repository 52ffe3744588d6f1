import type { Json, JsonObject, Location, Problem } from "./contract.ts";
import { isObject, rewriteTree } from "./shapes.ts";

const types = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

const isNumber = (value: Json): boolean => typeof value === "number";
const isCount = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: Json): boolean => typeof value === "string";
const isList = (value: Json): boolean => Array.isArray(value) && value.length > 0;
const isSchema = (value: Json): boolean => isObject(value) || typeof value === "boolean";
const isFlag = (value: Json): boolean => typeof value === "boolean";
const isSchemaMap = (value: Json): boolean => isObject(value) && Object.values(value).every(isSchema);
const isSchemaList = (value: Json): boolean => isList(value) && (value as Json[]).every(isSchema);
const isNames = (value: Json): boolean => Array.isArray(value) && value.every(isText);

/** What each keyword must be for a validator to take it. */
const keywords: Readonly<Record<string, (value: Json) => boolean>> = {
  type: (value) =>
    (Array.isArray(value) ? isList(value) : true) && [value].flat().every((type) => types.has(type as string)),
  enum: isList,
  required: isNames,
  properties: isSchemaMap,
  patternProperties: isSchemaMap,
  additionalProperties: isSchema,
  propertyNames: isSchema,
  minProperties: isCount,
  maxProperties: isCount,
  items: isSchema,
  prefixItems: isSchemaList,
  contains: isSchema,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  minLength: isCount,
  maxLength: isCount,
  pattern: isText,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  allOf: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
  not: isSchema,
  $ref: isText,
};

/**
 * Turns every schema of a bundled OpenAPI 3.0 or 3.1 document into JSON Schema 2020-12 that a
 * validator takes; keywords that mean nothing are dropped, each with a problem.
 */
export function toOneDialect(
  document: JsonObject,
  locate: (pointer: string) => Location,
): { document: JsonObject; problems: Problem[] } {
  const problems: Problem[] = [];
  const isOld = String(document["openapi"]).startsWith("3.0");
  const modern = rewriteTree(document, "document", (node, kind, pointer) => {
    if (kind !== "schema") return node;
    return withoutNonsense(isOld ? fromOpenApi30(node) : fromOpenApi31(node, pointer), pointer);
  });
  const converted = rewriteTree(modern, "document", (node, kind) =>
    kind === "schema" ? withBranchConstants(node) : node,
  );
  return { document: { ...(converted as JsonObject), openapi: "3.1.0" }, problems };

  /** 3.1 has no `nullable`; documents that came from 3.0 keep it, and mean it. */
  function fromOpenApi31(schema: JsonObject, pointer: string): JsonObject {
    if (schema["nullable"] === undefined) return schema;
    problems.push({
      code: "nullable-in-3.1",
      message: 'OpenAPI 3.1 has no "nullable": write the type "null" beside the other',
      at: locate(`${pointer}/nullable`),
    });
    return fromOpenApi30(schema);
  }

  function withoutNonsense(schema: JsonObject, pointer: string): JsonObject {
    const wrong = Object.keys(schema).filter(
      (key) => Object.hasOwn(keywords, key) && !keywords[key]?.(schema[key] as Json),
    );
    if (wrong.length === 0) return schema;
    for (const key of wrong) {
      const value = JSON.stringify(schema[key]);
      const message = `Cannot use keyword "${key}": ${value.length > 60 ? `${value.slice(0, 60)}…` : value} is not a value it can have`;
      problems.push({ code: "invalid-keyword", message, at: locate(`${pointer}/${key}`) });
    }
    return Object.fromEntries(Object.entries(schema).filter(([key]) => !wrong.includes(key)));
  }
}

/** OpenAPI 3.0's own keywords, in 2020-12. */
function fromOpenApi30(schema: JsonObject): JsonObject {
  if (typeof schema["$ref"] === "string") {
    // 3.0 ignores what stands beside a $ref; `nullable` is kept because those who write it mean it.
    const reference = { $ref: schema["$ref"] };
    return schema["nullable"] === true ? { anyOf: [reference, { type: "null" }] } : reference;
  }
  const { nullable, example, ...rest } = schema as JsonObject & { example?: Json };
  const result: Record<string, Json> = { ...rest };
  exclusiveBound(result, "exclusiveMinimum", "minimum");
  exclusiveBound(result, "exclusiveMaximum", "maximum");
  if (Array.isArray(result["items"])) {
    result["prefixItems"] = result["items"];
    delete result["items"];
  }
  if (example !== undefined) result["examples"] = [example];
  return nullable === true ? orNull(result) : result;
}

function exclusiveBound(schema: Record<string, Json>, exclusive: string, inclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  const bound = schema[inclusive];
  if (schema[exclusive] && typeof bound === "number") {
    schema[exclusive] = bound;
    delete schema[inclusive];
  } else {
    delete schema[exclusive];
  }
}

function orNull(schema: JsonObject): JsonObject {
  const isNull = { type: "null" };
  if (schema["allOf"] !== undefined) return { anyOf: [schema, isNull] };
  const result: Record<string, Json> = { ...schema };
  const type = schema["type"];
  if (typeof type === "string") result["type"] = [type, "null"];
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(null)) result["enum"] = [...schema["enum"], null];
  for (const key of ["anyOf", "oneOf"]) {
    if (Array.isArray(schema[key])) result[key] = [...(schema[key] as Json[]), isNull];
  }
  return result;
}

/** A discriminator tells the branches of a union apart: each branch says which values name it. */
function withBranchConstants(schema: JsonObject): JsonObject {
  const discriminator = schema["discriminator"];
  if (!isObject(discriminator) || typeof discriminator["propertyName"] !== "string") return schema;
  const name = discriminator["propertyName"];
  const mapping = isObject(discriminator["mapping"]) ? Object.entries(discriminator["mapping"]) : [];
  const result: Record<string, Json> = { ...schema };
  for (const key of ["oneOf", "anyOf"]) {
    if (!Array.isArray(schema[key])) continue;
    result[key] = (schema[key] as Json[]).map((branch) => {
      if (!isObject(branch) || typeof branch["$ref"] !== "string") return branch;
      const reference = branch["$ref"];
      const short = reference.split("/").at(-1) ?? reference;
      const values = mapping.filter(([, target]) => target === reference || target === short).map(([value]) => value);
      if (values.length === 0) values.push(short);
      return { ...branch, properties: { [name]: { enum: values } }, required: [name] };
    });
  }
  return result;
}
