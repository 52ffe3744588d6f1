import {
  type Contract,
  type JsonObject,
  type JsonSchema,
  isObject,
  partsOf,
  targetOf,
  tokensOf,
} from "../../contracts/index.ts";
import { genericPointerIn } from "../model/generic-pointer.ts";

interface Declared {
  readonly schema: JsonSchema;
  /** Last `$ref` that leads to the parent schema. Undefined if the parent is inline. */
  readonly ref: string | undefined;
}

/**
 * Location of a value relative to the last shared schema on its path, such as "#/components/schemas/Book/author/name".
 * Operations that share the schema share the location. Undefined if all schemas on the path are inline.
 */
export function componentPlaceOf(contract: Contract, schema: JsonSchema, pointer: string): string | undefined {
  let place: string | undefined;
  let parentSchema: JsonSchema = schema;
  for (const name of tokensOf(genericPointerIn(contract, pointer))) {
    const found = declaredIn(contract, parentSchema, name);
    if (!found) return place === undefined ? undefined : `${place}/${name}`;
    place = found.ref ?? place;
    if (place !== undefined) place += `/${name}`;
    parentSchema = found.schema;
  }
  return place;
}

function declaredIn(contract: Contract, parentSchema: JsonSchema, name: string): Declared | undefined {
  const parts = partsOf(contract, parentSchema);
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
