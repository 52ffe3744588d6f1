import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import { targetPointer } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import { schemas } from "../schema.ts";

/** Maximum number of schemas that are copied. Beyond it they stay whole. */
const MAX_COPIED = 2000;

interface FailingPartOptions {
  /** Returns true only for a value that surely fits. */
  readonly fits: (schema: JsonSchema, value: Json) => boolean;
  readonly schemaAt: (pointer: string) => JsonSchema | undefined;
  readonly onCopy: (copy: JsonObject, original: JsonObject) => void;
  /** False if another schema may depend on the members that a branch of `allOf` evaluates. */
  readonly prunesBranches: boolean;
}

/**
 * Reduces a schema to the part that rejects a value: subschemas that accept what they apply to become `true`, and
 * references become their targets. The value has the same violations in the same order, and little is compiled for it.
 */
export function failingPart(whole: JsonSchema, value: Json, options: FailingPartOptions): JsonSchema {
  const { fits, schemaAt, onCopy, prunesBranches } = options;
  let count = 0;
  return reduce(whole, [value]);

  function reduce(schema: JsonSchema, values: readonly Json[]): JsonSchema {
    if (typeof schema === "boolean") return schema;
    const failing = values.filter((each) => !fits(schema, each));
    if (failing.length === 0) return true;
    if (++count > MAX_COPIED) return schema;
    const { $ref, properties, items, allOf } = schema;
    if (typeof $ref === "string" && Object.keys(schema).length === 1)
      return reduceTarget(schema, targetPointer($ref), failing);
    const part: Record<string, Json> = { ...schema };
    if (isObject(properties)) part["properties"] = reduceMembers(properties, failing.filter(isObject));
    if (items !== undefined) part["items"] = reduce(items as JsonSchema, failing.filter(Array.isArray).flat());
    if (allOf !== undefined && prunesBranches) part["allOf"] = schemas(allOf).map((branch) => reduce(branch, failing));
    onCopy(part, schema);
    return part;
  }

  function reduceTarget(reference: JsonSchema, pointer: string, values: readonly Json[]): JsonSchema {
    const target = schemaAt(pointer);
    if (target === undefined) return reference;
    return reduce(target, values);
  }

  function reduceMembers(properties: JsonObject, values: readonly JsonObject[]): JsonObject {
    const entries = Object.entries(properties).map(([name, schema]): [string, Json] => {
      const members = values.filter((each) => Object.hasOwn(each, name)).map((each) => each[name] as Json);
      return [name, reduce(schema as JsonSchema, members)];
    });
    return Object.fromEntries(entries);
  }
}
