import type { Json, JsonObject } from "../../model/json.ts";
import { join, targetPointer, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";

/** A chain of `$ref`s that judge the same value; nobody writes longer ones. */
const MAX_STEPS = 100;

/** As many schemas may be within each other there: more would not fit the stack. */
const MAX_OPEN = 1000;

/** Schemas with a `$ref`, and their pointers; of those that only refer, one for each target is enough. */
export type Referring = readonly (readonly [pointer: string, schema: JsonObject])[];

/**
 * Of the given schemas, the pointers of those whose `$ref` closes a circle in which every schema judges the same value (a
 * validator would never come to an end), or ends a chain that is too long: and why. What is inside of them is read in the
 * document.
 */
export function endlessReferences(document: JsonObject, referring: Referring): Map<string, string> {
  const endless = new Map<string, string>();
  const open = new Set<string>();
  let steps = 0;
  const done = new Set<string>();
  // Most only refer: to find each of them from the top of the document would take longer than all else.
  for (const [pointer, schema] of referring) visit(pointer, hasParts(schema) ? undefined : schema);
  return endless;

  function visit(pointer: string, known?: Json): void {
    if (done.has(pointer)) return;
    const schema = known ?? valueAt(document, pointer);
    if (!isObject(schema)) return;
    open.add(pointer);
    for (const [at, part] of partsOf(pointer, schema)) visit(at, part);
    if (typeof schema["$ref"] === "string") {
      const target = targetPointer(schema["$ref"]);
      if (open.has(target)) endless.set(pointer, "it leads back to itself");
      else if (steps >= MAX_STEPS || open.size >= MAX_OPEN)
        endless.set(pointer, `it is one of more than ${MAX_STEPS} that lead from one to the next`);
      else {
        steps++;
        visit(target);
        steps--;
      }
    }
    open.delete(pointer);
    done.add(pointer);
  }
}

const lists = ["allOf", "anyOf", "oneOf", "dependentSchemas"] as const;
const singles = ["not", "if", "then", "else"] as const;
const parts = new Set<string>([...lists, ...singles]);

/** Whether there are schemas right below one that judge the same value. */
export function hasParts(schema: JsonObject): boolean {
  for (const keyword in schema) if (parts.has(keyword)) return true;
  return false;
}

/** The schemas below one that judge the same value as it does. */
function partsOf(pointer: string, schema: JsonObject): [string, Json][] {
  const found: [string, Json][] = [];
  for (const keyword of lists) {
    // Most schemas have none.
    if (schema[keyword] === undefined) continue;
    for (const [key, part] of Object.entries(schema[keyword] ?? {})) {
      found.push([join(pointer, keyword, key), part as Json]);
    }
  }
  for (const keyword of singles) {
    const part = schema[keyword];
    if (part !== undefined) found.push([join(pointer, keyword), part]);
  }
  return found;
}
