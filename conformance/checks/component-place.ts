import {
  type Contract,
  type JsonObject,
  type JsonSchema,
  isObject,
  partsOf,
  targetOf,
  tokensOf,
} from "../../contracts/index.ts";
import { genericIn } from "../model/generic.ts";

interface Declared {
  readonly schema: JsonSchema;
  /** The last reference that leads to the schema around it; undefined if it is inline. */
  readonly ref: string | undefined;
}

/**
 * The place of a value below the last shared schema on the way to it, such as "#/components/schemas/Book/author/name":
 * operations that share the schema share the place. Undefined if all schemas on the way are inline.
 */
export function componentPlaceOf(contract: Contract, schema: JsonSchema, pointer: string): string | undefined {
  let place: string | undefined;
  let around: JsonSchema = schema;
  for (const name of tokensOf(genericIn(contract, pointer))) {
    const found = declaredIn(contract, around, name);
    if (!found) return place === undefined ? undefined : `${place}/${name}`;
    place = found.ref ?? place;
    if (place !== undefined) place += `/${name}`;
    around = found.schema;
  }
  return place;
}

function declaredIn(contract: Contract, around: JsonSchema, name: string): Declared | undefined {
  const parts = partsOf(contract, around);
  const declaring = parts.find((part) => memberOf(part, name) !== undefined);
  if (!declaring) return undefined;
  const refs = parts.flatMap(({ $ref }) =>
    typeof $ref === "string" && partsOf(contract, targetOf(contract, $ref)).includes(declaring) ? [$ref] : [],
  );
  return { schema: memberOf(declaring, name) as JsonSchema, ref: refs.at(-1) };
}

function memberOf({ properties, items, additionalProperties }: JsonObject, name: string): JsonSchema | undefined {
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name] as JsonSchema;
  return name === "*" ? ((items ?? additionalProperties) as JsonSchema | undefined) : undefined;
}
