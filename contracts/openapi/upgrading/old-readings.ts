import type { JsonObject } from "../../model/json.ts";
import { keywords } from "../../schema/keywords.ts";

/** Constraints that OpenAPI 3.0 defines for schemas. */
const defined = new Set(
  (
    "$ref type enum required properties additionalProperties minProperties maxProperties items minItems maxItems " +
    "uniqueItems minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
    "allOf anyOf oneOf not definitions $defs"
  ).split(" "),
);

/** Members beside a `$ref` that say something about values, and that 3.0 ignores there. */
const meaningful = new Set([...Object.keys(keywords), "readOnly", "writeOnly", "default", "deprecated"]);

/** Members beside a `$ref` that are read in 3.0 as well: `nullable`, as those who write it mean it. */
export function isBesideReference(key: string): boolean {
  return ["$ref", "nullable", "description"].includes(key) || key.startsWith("x-");
}

/** How keywords of a 3.0 schema are read that 3.0 does not define, or ignores: each with a code and a message. */
export function* readingsOf(schema: JsonObject): Generator<readonly [keyword: string, code: string, message: string]> {
  if (typeof schema["$ref"] === "string") {
    for (const key in schema) {
      if (isBesideReference(key) || !meaningful.has(key)) continue;
      const message = `OpenAPI 3.0 ignores "${key}" beside a $ref, and so it is not read: write both into an allOf`;
      yield [key, "ignored-sibling", message];
    }
    return;
  }
  for (const key in schema) {
    const newer = newerText(key, schema);
    if (newer === undefined) continue;
    yield [key, "newer-keyword", `OpenAPI 3.0 has no ${newer}, and it is read as in 3.1: name a version that has it`];
  }
}

/** What of a keyword only 3.1 defines. */
function newerText(key: string, schema: JsonObject): string | undefined {
  const value = schema[key];
  if (key === "type" && Array.isArray(value)) return "list of types";
  if (key === "type" && value === "null") return 'type "null"';
  if ((key === "exclusiveMinimum" || key === "exclusiveMaximum") && typeof value === "number")
    return `number as "${key}"`;
  return Object.hasOwn(keywords, key) && !defined.has(key) ? `"${key}"` : undefined;
}
