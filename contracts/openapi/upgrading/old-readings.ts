import type { JsonObject } from "../../model/json.ts";
import { constraints, isConstraint, keywords } from "../../schema/keywords/index.ts";

/** Keywords with an effect on values, which OpenAPI 3.0 ignores beside a `$ref`. */
const keywordsWithEffect = new Set([...constraints, "readOnly", "writeOnly", "default", "deprecated"]);

/** Returns true for members that are read beside a `$ref` in 3.0. `nullable` is one, because authors expect it to apply. */
export function isReadBesideReference(key: string): boolean {
  return ["$ref", "nullable", "description"].includes(key) || key.startsWith("x-");
}

/** Returns a code and a message for each keyword of a 3.0 schema that 3.0 ignores or does not define. */
export function* listReadingNotes(
  schema: JsonObject,
): Generator<readonly [keyword: string, code: string, message: string]> {
  if (typeof schema["$ref"] === "string") {
    for (const key in schema) {
      if (isReadBesideReference(key) || !keywordsWithEffect.has(key)) continue;
      const message = `OpenAPI 3.0 ignores "${key}" beside a $ref: put both into an allOf`;
      yield [key, "ignored-sibling", message];
    }
    return;
  }
  for (const key in schema) {
    const feature = featureOf31(key, schema);
    if (feature === undefined) continue;
    yield [key, "newer-keyword", `OpenAPI 3.0 has no ${feature}; it is read as in 3.1: set the version to 3.1`];
  }
}

/** Returns the feature of a keyword that only OpenAPI 3.1 defines, or undefined. */
function featureOf31(key: string, schema: JsonObject): string | undefined {
  const value = schema[key];
  if (key === "type" && Array.isArray(value)) return "list of types";
  if (key === "type" && value === "null") return 'type "null"';
  if ((key === "exclusiveMinimum" || key === "exclusiveMaximum") && typeof value === "number")
    return `number as "${key}"`;
  const { isNewIn31, subschemas } = keywords.get(key) ?? {};
  if (isConstraint(key) && isNewIn31) return `"${key}"`;
  if (!subschemas || key === "additionalProperties" || value === null) return undefined;
  const schemas = subschemas.form === "one" ? [value] : Object.values(value as JsonObject);
  if (schemas.some((each) => typeof each === "boolean")) return `schema true or false in "${key}"`;
  return undefined;
}
