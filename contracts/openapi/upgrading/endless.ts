import type { Json, JsonObject } from "../../model/json.ts";
import { join, targetPointer, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";

/** Maximum length of a chain of `$ref`s that apply to the same value, above that of real documents. */
const MAX_CHAIN = 100;

/** Maximum number of nested schemas in such a chain. More would overflow the call stack. */
const MAX_NESTED = 1000;

/** Schemas with a `$ref`, by pointer. Schemas that contain only a `$ref` are listed once for each target. */
export type SchemasWithReference = readonly (readonly [pointer: string, schema: JsonObject])[];

/**
 * Finds references that a validator cannot follow to an end. The `$ref` closes a cycle of schemas that apply to the same
 * value, or ends a chain that is too long. Returns the reasons by pointer.
 */
export function endlessReferences(document: JsonObject, referring: SchemasWithReference): Map<string, string> {
  const reasonsByPointer = new Map<string, string>();
  const visiting = new Set<string>();
  let steps = 0;
  const visited = new Set<string>();
  // The schema is passed only if it has no subschemas beside the `$ref`. This avoids a slow search by pointer.
  for (const [pointer, schema] of referring) visitPointer(pointer, hasSubschemas(schema) ? undefined : schema);
  return reasonsByPointer;

  function visitPointer(pointer: string, known?: Json): void {
    if (visited.has(pointer)) return;
    const schema = known ?? valueAt(document, pointer);
    if (!isObject(schema)) return;
    visiting.add(pointer);
    for (const [subschemaPointer, subschema] of listSubschemas(pointer, schema))
      visitPointer(subschemaPointer, subschema);
    if (typeof schema["$ref"] === "string") {
      const target = targetPointer(schema["$ref"]);
      if (visiting.has(target)) reasonsByPointer.set(pointer, "it leads back to itself");
      else if (steps >= MAX_CHAIN || visiting.size >= MAX_NESTED)
        reasonsByPointer.set(pointer, `it is one of more than ${MAX_CHAIN} that lead from one to the next`);
      else {
        steps++;
        visitPointer(target);
        steps--;
      }
    }
    visiting.delete(pointer);
    visited.add(pointer);
  }
}

const listKeywords = ["allOf", "anyOf", "oneOf", "dependentSchemas"] as const;
const singleKeywords = ["not", "if", "then", "else"] as const;
const subschemaKeywords = new Set<string>([...listKeywords, ...singleKeywords]);

/** Returns true if a schema has direct subschemas that apply to the same value. */
export function hasSubschemas(schema: JsonObject): boolean {
  for (const keyword in schema) if (subschemaKeywords.has(keyword)) return true;
  return false;
}

/** Returns the direct subschemas that apply to the same value. */
function listSubschemas(pointer: string, schema: JsonObject): [string, Json][] {
  const subschemas: [string, Json][] = [];
  for (const keyword of listKeywords) {
    if (schema[keyword] === undefined) continue;
    for (const [key, subschema] of Object.entries(schema[keyword] ?? {})) {
      subschemas.push([join(pointer, keyword, key), subschema as Json]);
    }
  }
  for (const keyword of singleKeywords) {
    const subschema = schema[keyword];
    if (subschema !== undefined) subschemas.push([join(pointer, keyword), subschema]);
  }
  return subschemas;
}
