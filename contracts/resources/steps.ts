import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { membersOf, propertyNamesOf } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";

/** Splits a property path: "_embedded.items" is two steps, unless a property has that whole name. */
export function propertyPathOf(contract: Contract, schema: JsonSchema, path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  return propertyNamesOf(contract, schema).has(path) ? [path] : path.split(".");
}

/** Schemas that apply at the end of a property path. */
export function schemasAtPath(contract: Contract, schema: JsonSchema, path: readonly string[]): readonly JsonSchema[] {
  return path.reduce<readonly JsonSchema[]>(
    (schemas, step) => schemas.flatMap((each) => membersOf(contract, each, step)),
    [schema],
  );
}

/** Value at the end of a property path. */
export function valueAtPath(value: Json | undefined, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>(
    (inner, step) => (isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined),
    value,
  );
}

/** Copy of a value with another value at the end of a property path. */
export function withValueAtPath(value: Json | undefined, [step, ...steps]: readonly string[], end: Json): Json {
  if (step === undefined) return end;
  const members = isObject(value) ? value : {};
  return { ...members, [step]: withValueAtPath(members[step], steps, end) };
}
