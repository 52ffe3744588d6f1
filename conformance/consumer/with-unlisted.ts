import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  findJsonMedia,
  openedContract,
  listSchemaPlaces,
  findResponse,
  valueAt,
} from "../../contracts/index.ts";
import type { AffectedExchange } from "./mock-factory.ts";

/** An exchange in the journal of a mock, with its operation if one has its path and method. */
export interface JournalExchange extends AffectedExchange {
  readonly api?: string;
  /** The operationId. */
  readonly operation?: string;
}

/** Affected exchange with the unlisted fields and enum values of its response. */
export function withUnlisted(contracts: readonly Contract[], exchange: JournalExchange): AffectedExchange {
  const { status, response } = exchange;
  const contract = contracts.find(({ kind, api }) => kind === "openapi" && api === exchange.api);
  const operation = contract?.operations.find(({ id }) => id === exchange.operation);
  if (!contract || !operation || response.body === undefined) return exchange;
  const unlisted = unlistedNamesAndValues(contract, { operation, status, body: response.body as Json });
  if (unlisted.length === 0) return exchange;
  return { ...exchange, unlisted };
}

/** JSON response of an operation. */
interface JsonResponse {
  readonly operation: Operation;
  readonly status: number;
  readonly body: Json;
}

/** Fields and enum values in a response body that the contract does not list. */
export function unlistedNamesAndValues(
  contract: Contract,
  { operation, status, body }: JsonResponse,
): readonly string[] {
  const schema = findJsonMedia(findResponse(operation, status)?.content ?? [])?.schema;
  if (!schema) return [];
  const found = listSchemaPlaces(openedContract(contract), schema.pointer, body, "response").flatMap(
    ({ value, parts }) => {
      const schemas = parts.flatMap(({ pointer }) => originalSchemas(contract, pointer));
      if (isObject(value)) return unlistedNames(value, schemas);
      return unlistedValue(value, schemas);
    },
  );
  return [...new Set(found)];
}

/** Unlisted fields. None if the schemas name no fields, because then the names are data. */
function unlistedNames(value: JsonObject, schemas: readonly JsonObject[]): string[] {
  const known = schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  if (known.length === 0) return [];
  return Object.keys(value).filter((name) => !known.includes(name));
}

function unlistedValue(value: Json, schemas: readonly JsonObject[]): string[] {
  const known = schemas.flatMap((schema) => (Array.isArray(schema["enum"]) ? (schema["enum"] as Json[]) : []));
  const isScalar = typeof value === "string" || typeof value === "number";
  if (known.length > 0 && isScalar && !known.includes(value)) return [String(value)];
  return [];
}

/** Original of a schema in an opened contract, which has no enums, and `anyOf` in place of `oneOf`. */
function originalSchemas({ document }: Contract, pointer: string): JsonObject[] {
  const schema = valueAt(document, pointer) ?? valueAt(document, pointer.replaceAll("/anyOf/", "/oneOf/"));
  return isObject(schema) ? [schema] : [];
}
