import type { JsonSchema } from "../../contracts/index.ts";

/** One step of a path such as "body.items[0].name", as the walk writes it. */
type Step = { readonly name: string } | { readonly pattern: string } | { readonly index: number };

const stepForm =
  /\.\/(?<pattern>.*?)\/(?=$|[.[])|\.(?<name>\*|[\w$@-]+)|\[(?<index>\d*)\]|\[(?<quoted>"(?:\\.|[^"\\])*")\]/sy;

/** The steps of what follows a parameter or "body" in a path; undefined where a name was cut. */
export function stepsIn(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let at = 0; at < path.length; at = stepForm.lastIndex) {
    stepForm.lastIndex = at;
    const { pattern, name, index, quoted } = stepForm.exec(path)?.groups ?? {};
    if (pattern !== undefined) steps.push({ pattern });
    else if (name !== undefined) steps.push({ name: name === "*" ? "other" : name });
    else if (index !== undefined) steps.push({ index: Number(index) });
    else if (quoted !== undefined) steps.push({ name: JSON.parse(quoted) as string });
    else return undefined;
  }
  return steps;
}

/** What has something that fits a schema where some steps lead. `nameOf` makes a name that matches a pattern. */
export function around(
  steps: readonly Step[],
  inner: JsonSchema,
  nameOf: (pattern: string) => string | undefined,
): JsonSchema | undefined {
  return steps.reduceRight<JsonSchema | undefined>((schema, step) => {
    if (schema === undefined) return undefined;
    if ("index" in step) {
      const prefixItems = [...Array<JsonSchema>(step.index).fill(true), schema];
      return { type: "array", minItems: prefixItems.length, prefixItems };
    }
    const name = "name" in step ? step.name : nameOf(step.pattern);
    if (name === undefined) return undefined;
    return { type: "object", required: [name], properties: Object.fromEntries([[name, schema]]) };
  }, inner);
}
