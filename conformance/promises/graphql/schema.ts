import { type GraphQLSchema } from "graphql";
import {
  type Basis,
  type Contract,
  type Json,
  type Operation,
  isObject,
  listMounts,
  oncePer,
  omitUndefined,
} from "../../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../../model/exchange.ts";
import type { Scope } from "../../scope/scope.ts";
import { isSchemaAlone } from "../promised.ts";
import { graphql } from "./library.ts";

const builtFrom = oncePer((schema: Contract): GraphQLSchema => graphql().buildSchema(String(schema.document["sdl"])));

/** Schema that an operation queries by POST. Undefined for any other operation. */
export function findQueriedSchema({
  operation,
  contracts,
}: Pick<Scope, "operation" | "contracts">): GraphQLSchema | undefined {
  if (operation.method !== "POST") return undefined;
  const schema = listMounts(contracts).find(
    (mount) => mount.path === operation.path && belongsToSchema(mount.schema.api, operation),
  )?.schema;
  return schema && builtFrom(schema);
}

/** Basis of what a schema says. Without an OpenAPI document, only the path of the endpoint is assumed. */
export function getSchemaBasis({ contract, operation }: Pick<Scope, "contract" | "operation">): Basis {
  if (isSchemaAlone(contract)) return "stated";
  return operation.basis;
}

/** True if the operation's document belongs to the schema. */
function belongsToSchema(schemaApi: string, { api }: Operation): boolean {
  return schemaApi === api || schemaApi === `${api}-graphql`;
}

/** Query of a request. */
export interface Query {
  readonly query: string;
  readonly variables?: Record<string, Json>;
  readonly operationName?: string;
}

export function buildQueryRequest({ path }: Operation, query: Query | Record<string, never>): WireRequest {
  const headers = { accept: "application/graphql-response+json, application/json", "content-type": "application/json" };
  return { method: "POST", path, headers, body: JSON.stringify(query) };
}

/** Query in a request body. */
export function readQueryBody({ body = "{}" }: WireRequest): Query {
  return JSON.parse(body) as Query;
}

/** Response to a query (GraphQL, section 7.1). */
export interface Answered {
  /** Absent if the query was not executed. */
  readonly data?: Json;
  readonly errors: readonly GraphqlError[];
}

export interface GraphqlError {
  readonly message: string;
  readonly code?: string;
  readonly path?: readonly Json[];
}

/** The response as an answer to a query. Undefined if it has neither data nor errors. */
export function readGraphqlResponse({ response }: Exchange): Answered | undefined {
  const body = jsonIn(response);
  if (!isObject(body) || (body["data"] === undefined && body["errors"] === undefined)) return undefined;
  const { data, errors } = body;
  const list = Array.isArray(errors) ? (errors as readonly Json[]) : [];
  return omitUndefined({ data, errors: list.map(readGraphqlError) });
}

function readGraphqlError(error: Json): GraphqlError {
  if (!isObject(error)) return { message: JSON.stringify(error) };
  const { message, path, extensions } = error;
  const code = isObject(extensions) ? extensions["code"] : undefined;
  return {
    message: String(message),
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(path) && { path: path as readonly Json[] }),
  };
}

/** True if the target executes queries at all: some accept only registered ones. */
export async function executesQueries({ exchange, operation }: Scope): Promise<boolean> {
  const response = readGraphqlResponse(await exchange(buildQueryRequest(operation, { query: "{ __typename }" })));
  return response?.data !== undefined && response.data !== null && response.errors.length === 0;
}
