import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  jsonOf,
  openedContract,
  placesOf,
  responseFor,
  valueAt,
} from "../../contracts/index.ts";

/** An answer to a call of an operation. */
interface Answered {
  readonly operation: Operation;
  readonly status: number;
  readonly body: Json;
}

/** The names of fields and the values of enums in an answer's body that its contract does not list. */
export function unlistedIn(contract: Contract, { operation, status, body }: Answered): readonly string[] {
  const schema = jsonOf(responseFor(operation, status)?.content ?? [])?.schema;
  if (!schema) return [];
  const found = placesOf(openedContract(contract), schema.pointer, body, "response").flatMap(({ value, parts }) => {
    const schemas = parts.flatMap(({ pointer }) => written(contract, pointer));
    return isObject(value) ? unlistedNames(value, schemas) : unlistedValue(value, schemas);
  });
  return [...new Set(found)];
}

/** Where no schema names a field, the names are data. */
function unlistedNames(value: JsonObject, schemas: readonly JsonObject[]): string[] {
  const known = schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  return known.length === 0 ? [] : Object.keys(value).filter((name) => !known.includes(name));
}

function unlistedValue(value: Json, schemas: readonly JsonObject[]): string[] {
  const known = schemas.flatMap((schema) => (Array.isArray(schema["enum"]) ? (schema["enum"] as Json[]) : []));
  const isScalar = typeof value === "string" || typeof value === "number";
  return known.length > 0 && isScalar && !known.includes(value) ? [String(value)] : [];
}

/** A schema with its enums, which an opened contract has not; nor has that one `oneOf`. */
function written({ document }: Contract, pointer: string): JsonObject[] {
  const schema = valueAt(document, pointer) ?? valueAt(document, pointer.replaceAll("/anyOf/", "/oneOf/"));
  return isObject(schema) ? [schema] : [];
}
