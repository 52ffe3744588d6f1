import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { membersOf, propertyNamesOf } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";

/** The properties that lead to what `itemsProperty` names: "data", or "_embedded.items" where no property is called so. */
export function stepsTo(contract: Contract, schema: JsonSchema, path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  return propertyNamesOf(contract, schema).has(path) ? [path] : path.split(".");
}

/** What a schema says of what is at the end of some steps. */
export function schemasAt(contract: Contract, schema: JsonSchema, steps: readonly string[]): readonly JsonSchema[] {
  return steps.reduce<readonly JsonSchema[]>(
    (schemas, step) => schemas.flatMap((each) => membersOf(contract, each, step)),
    [schema],
  );
}

/** What is in a value at the end of some steps. */
export function stepped(value: Json | undefined, steps: readonly string[]): Json | undefined {
  return steps.reduce<Json | undefined>(
    (inner, step) => (isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined),
    value,
  );
}

/** A value with another one at the end of some steps, and all else as it was. */
export function withStepped(value: Json | undefined, [step, ...steps]: readonly string[], end: Json): Json {
  if (step === undefined) return end;
  const members = isObject(value) ? value : {};
  return { ...members, [step]: withStepped(members[step], steps, end) };
}
