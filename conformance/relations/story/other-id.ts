import type { Contract, Json, JsonSchema } from "../../../contracts/index.ts";
import { createValues } from "../../../contracts/generate/index.ts";

/** Far from the ids that a provider counts up to meanwhile. */
const DISTANCE = 4097;

/** An id of the same form that no item has. Undefined if the schemas allow no other one. */
export function otherIdThan(
  id: Json,
  { contract, schemas }: { readonly contract: Contract; readonly schemas: readonly JsonSchema[] },
): Json | undefined {
  if (typeof id === "number") return id + DISTANCE;
  const other = createValues(contract, "request").identifier(schemas, {
    name: `other than ${String(id)}`,
    prefix: "other",
    counter: DISTANCE,
  });
  return other === id ? undefined : other;
}
