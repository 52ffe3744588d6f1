import { type Json, type JsonSchema, compileDecided, isObject } from "../../contracts/index.ts";
import { choosing } from "../../contracts/generate/index.ts";

/** One step of a path such as "body.items[0].name", as the walk writes it; isAny: any member without a declared name. */
export type Step =
  | { readonly name: string; readonly isAny?: true }
  | { readonly pattern: string }
  | { readonly index: number };

const stepForm =
  /\.\/(?<pattern>.*?)\/(?=$|[.[])|\.(?<name>\*|[\w$@-]+)|\[(?<index>\d*)\]|\[(?<quoted>"(?:\\.|[^"\\])*")\]/sy;

/** Parses the steps after a parameter or "body" in a path; undefined if a name was abbreviated. */
export function parsePathSteps(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let position = 0; position < path.length; position = stepForm.lastIndex) {
    stepForm.lastIndex = position;
    const { pattern, name, index, quoted } = stepForm.exec(path)?.groups ?? {};
    if (pattern !== undefined) steps.push({ pattern });
    else if (name !== undefined) steps.push(name === "*" ? { name: "other", isAny: true } : { name });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (quoted !== undefined) steps.push({ name: JSON.parse(quoted) as string });
    else return undefined;
  }
  return steps;
}

/** Further schemas of the values along a path, by number of steps. */
export type SchemasAlongPath = ReadonlyMap<number, readonly JsonSchema[]>;

/** Schema of the values that contain a value of `inner` at some steps. `nameOf` makes a name that matches a pattern. */
export function containerSchema(
  steps: readonly Step[],
  inner: JsonSchema,
  { nameOf, along }: { readonly nameOf: (pattern: string) => string | undefined; readonly along: SchemasAlongPath },
): JsonSchema | undefined {
  return steps.reduceRight<JsonSchema | undefined>(
    (schema, step, index) => {
      if (schema === undefined) return undefined;
      if ("index" in step) {
        const prefixItems = [...Array<JsonSchema>(step.index).fill(true), schema];
        return requireSchemas({ type: "array", minItems: prefixItems.length, prefixItems }, along.get(index));
      }
      const name = "name" in step ? step.name : nameOf(step.pattern);
      if (name === undefined) return undefined;
      const shape = { type: "object", required: [name], properties: Object.fromEntries([[name, schema]]) };
      return requireSchemas(shape, along.get(index));
    },
    requireSchemas(inner, along.get(steps.length)),
  );
}

function requireSchemas(schema: JsonSchema, others: readonly JsonSchema[] = []): JsonSchema {
  if (others.length === 0) return schema;
  return choosing(schema, others);
}

/** Value at some steps inside a value; undefined if there is none. */
export function valueAtSteps(value: Json | undefined, [step, ...rest]: readonly Step[]): Json | undefined {
  if (step === undefined) return value;
  if ("index" in step) {
    if (Array.isArray(value)) return valueAtSteps(value[step.index] as Json | undefined, rest);
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const names = "pattern" in step ? compileDecided(step.pattern, () => {}) : undefined;
  const name = "name" in step ? step.name : Object.keys(value).find((one) => names?.test(one) === true);
  if (name !== undefined && Object.hasOwn(value, name)) return valueAtSteps(value[name], rest);
  return undefined;
}
