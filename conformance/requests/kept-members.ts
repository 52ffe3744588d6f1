import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isJson,
  isObject,
  itemInRequest,
  listMemberSchemas,
  unwrapSentSchema,
  listSentSteps,
  validatorOf,
  withValueAtPath,
} from "../../contracts/index.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import { isSecretName } from "../../contracts/secrets/index.ts";
import { type WireRequest, jsonIn } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";
import { rolesFor } from "../model/roles.ts";
import { findReferredCollections } from "./references.ts";
import { requestMedia } from "./wire.ts";

interface OperationOf {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Members of the item in a body that no response shows: write-only ones and secrets, such as a password. */
export function listSecretMembers(request: WireRequest, { contract, operation }: OperationOf): readonly string[] {
  const role = rolesFor(contract).get(operation);
  const body = isJson(getContentType(request)) ? jsonIn(request) : undefined;
  const item = role ? itemInRequest(body, role) : body;
  const schema = unwrapSentSchema(contract, requestMedia(operation)?.schema?.value ?? true, role);
  return Object.keys(isObject(item) ? item : {}).filter((name) => {
    const members = listMemberSchemas(contract, schema, name);
    const isWriteOnly = members.some((member) => isObject(member) && member["writeOnly"] === true);
    return isWriteOnly || (members.length > 0 && isSecretName(name));
  });
}

/**
 * Members of the item in a body that refer to other items, and not to those that were read there: an item that is moved may
 * be deleted with the other one.
 */
export function listLinkMembers(
  request: WireRequest,
  { contract, operation }: OperationOf,
  read: JsonObject = {},
): readonly string[] {
  const body = isJson(getContentType(request)) ? jsonIn(request) : undefined;
  const role = rolesFor(contract).get(operation);
  const item = role ? itemInRequest(body, role) : body;
  const references = findReferredCollections(contract, operation);
  const isAsRead = (name: string, value: Json): boolean =>
    read[name] !== undefined && canonicalJson(value) === canonicalJson(read[name]);
  return Object.entries(isObject(item) ? item : {}).flatMap(([name, value]) =>
    references.has(name) && !isAsRead(name, value as Json) ? [name] : [],
  );
}

/**
 * A replacement with some members as they were read, and without those that were not shown, if it stays as valid or invalid
 * as it is.
 */
export function withMembersAsRead(
  request: WireRequest,
  { contract, operation }: OperationOf,
  { names, read }: { readonly names: readonly string[]; readonly read: JsonObject },
): WireRequest {
  const body = jsonIn(request);
  const schema = requestMedia(operation)?.schema;
  const role = rolesFor(contract).get(operation);
  const item = role ? itemInRequest(body, role) : body;
  if (names.length === 0 || body === undefined || !isObject(item) || !schema) return request;
  const others = Object.entries(item).filter(([name]) => !names.includes(name));
  const shown = names.flatMap((name) => (read[name] === undefined ? [] : [[name, read[name]] as const]));
  const steps = role ? listSentSteps(body, role) : [];
  const changed = withValueAtPath(body, steps, Object.fromEntries([...others, ...shown]));
  const violations = validatorOf(contract, schema.pointer, "request");
  const isSame = violations(body).length > 0 === violations(changed).length > 0;
  if (isSame) return { ...request, body: JSON.stringify(changed) };
  return request;
}

/** A change without some members, if it stays as valid or invalid as it is. */
export function removeBodyMembers(
  request: WireRequest,
  { contract, operation }: OperationOf,
  names: readonly string[],
): WireRequest {
  const body = jsonIn(request);
  const schema = requestMedia(operation)?.schema;
  // A replacement without them may erase them.
  if (names.length === 0 || operation.method !== "PATCH" || !isObject(body) || !schema) return request;
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
  const violations = validatorOf(contract, schema.pointer, "request");
  const isSame = violations(body).length > 0 === violations(rest).length > 0;
  if (isSame) return { ...request, body: JSON.stringify(rest) };
  return request;
}
