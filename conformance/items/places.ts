import type { Exchange, Identity, WireRequest } from "../model/exchange.ts";
import {
  type Contract,
  type Json,
  type Method,
  type Operation,
  type Role,
  canonicalPath,
  createRouter,
  decodeSegment,
  oncePer,
  listParameterNames,
  percentEncode,
} from "../../contracts/index.ts";
import { rolesFor } from "../model/roles.ts";
import { toParameterKey, writeRequest } from "../requests/wire.ts";
import { pathValuesByName } from "./items.ts";

/** Request of an operation. */
export interface OperationRequest {
  readonly operation: Operation;
  readonly request: WireRequest;
}

/** Router of the operations of one contract. */
export const routerFor = oncePer(({ operations }: Contract) => createRouter(operations));

/** Path without its query, with all segments encoded in one way. */
export function plainPath(path: string): string {
  const segments = canonicalPath(path.split("?", 1)[0] as string).split("/");
  return segments
    .map((segment) => percentEncode(decodeSegment(segment) ?? segment))
    .join("/")
    .replaceAll("%3A", ":");
}

/** Path of a request without the word that a custom method adds to it: "/notes/n1" of "/notes/n1:archive" (AIP-136). */
export function pathWithoutVerb({ path }: WireRequest, operation: Operation): string {
  const [verb] = /:[^/{}:]+$/.exec(canonicalPath(operation.path)) ?? [];
  const plain = plainPath(path);
  if (verb !== undefined && plain.endsWith(verb)) return plain.slice(0, -verb.length);
  return plain;
}

/** Key of a path for one sender. Two senders, and two APIs, can have different items at the same path. */
export function toPlaceKey(api: string, path: string, as: Identity | undefined): string {
  return `${api} ${as?.id ?? ""} ${plainPath(path)}`;
}

/** A path and all paths above it, the longest first. */
export function pathsUpFrom(path: string): readonly string[] {
  const segments = plainPath(path).split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, segments.length - index).join("/"));
}

/** Request of the operation that a method and path lead to, with the path parameters of that path. */
export function resolveRequest(contract: Contract, method: Method, path: string): OperationRequest | undefined {
  const plain = plainPath(path);
  for (const each of [path.split("?", 1)[0] as string, plain, `${plain}/`]) {
    const match = routerFor(contract).match(method, each);
    if (!match || !("operation" in match)) continue;
    const { operation, parameters } = match;
    const values = Object.values(parameters).map((text) => decodeSegment(text) ?? text);
    return { operation, request: buildPathRequest(contract, operation, values) };
  }
  return undefined;
}

/** Request that reads what is at a path. Undefined if the contract has none, or if it reads a list. */
export function resolveReading(contract: Contract, path: string): OperationRequest | undefined {
  const found = resolveRequest(contract, "GET", path);
  if (found && rolesFor(contract).get(found.operation)?.kind !== "list") return found;
  return undefined;
}

/** Request that deletes what is at a path. Undefined if the contract has none. */
export function resolveDeletion(contract: Contract, path: string): OperationRequest | undefined {
  return resolveRequest(contract, "DELETE", path);
}

/**
 * Requests that can write what is at a path, without bodies: a replacement first, then a change. A POST writes what is
 * no collection, such as a setting.
 */
export function resolveWrites(contract: Contract, path: string): readonly OperationRequest[] {
  const found = (["PUT", "PATCH", "POST"] as const).flatMap((method) => resolveRequest(contract, method, path) ?? []);
  return found.filter(({ operation }) => {
    const kind = rolesFor(contract).get(operation)?.kind;
    return operation.method !== "POST" || (kind !== "create" && kind !== "copy" && !operation.path.endsWith("}"));
  });
}

/** One operation on single items of each collection. */
const itemOperations = oncePer((contract: Contract) => {
  const found = new Map<string, Operation>();
  for (const [operation, role] of rolesFor(contract)) {
    const collection = canonicalPath(role.collection);
    const isOfItem = ["delete", "read", "replace", "update"].includes(role.kind) && role.each === undefined;
    if (isOfItem && listParameterNames(operation.path).length > listParameterNames(collection).length)
      found.set(collection, found.get(collection) ?? operation);
  }
  return found;
});

/** Path of an item, from the path parameter values of its collection and its id. */
export function buildItemPath(contract: Contract, role: Role, values: readonly Json[]): string {
  const item = itemOperations(contract).get(canonicalPath(role.collection));
  if (item) return plainPath(buildPathRequest(contract, item, values).path);
  return plainPath(`${buildCollectionPath(role, values)}/${percentEncode(String(values.at(-1)))}`);
}

/**
 * Path of the item that the Location header of a response names, if an operation deletes or reads it. The header may have
 * a base path, which is left out.
 */
export function readLocatedPath({ request, response }: Exchange, contract: Contract): string | undefined {
  const header = response.headers["location"];
  if (header === undefined) return undefined;
  const segments = (URL.parse(header, `http://host${request.path}`)?.pathname ?? "").split("/").slice(1);
  const paths = segments.map((_, index) => `/${segments.slice(index).join("/")}`);
  return paths.map(plainPath).find((path) => resolveDeletion(contract, path) ?? resolveReading(contract, path));
}

/** Number of path parameters in a template. */
export function countPathParameters(path: string): number {
  return path.split("{").length - 1;
}

/** Path of a collection, from its path parameter values. */
export function buildCollectionPath(role: Role, values: readonly Json[]): string {
  return plainPath(values.reduce<string>(filled, canonicalPath(role.collection)));
}

function filled(path: string, value: Json): string {
  return path.replace(/\{[^{}]*\}/, () => percentEncode(String(value)));
}

/** Request of an operation with path parameter values and nothing else. */
function buildPathRequest(contract: Contract, operation: Operation, values: readonly Json[]): WireRequest {
  const known = pathValuesByName(operation.path, values);
  const parameters: Record<string, Json> = {};
  for (const parameter of operation.parameters) {
    const value = known[parameter.name];
    if (parameter.in === "path" && value !== undefined) parameters[toParameterKey(parameter)] = value;
  }
  return writeRequest(contract, operation, { parameters });
}
