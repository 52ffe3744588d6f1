import {
  type Contract,
  type Operation,
  isJson,
  isObject,
  itemInRequest,
  membersOf,
  sentSchemaIn,
  validatorOf,
} from "../../contracts/index.ts";
import { isSecretName } from "../../contracts/secrets/index.ts";
import { jsonIn } from "../model/exchange.ts";
import { contentTypeOf } from "../model/media-of.ts";
import { rolesFor } from "../model/roles.ts";
import type { WireRequest } from "../model/wire-message.ts";
import { referencesOf } from "./references.ts";
import { requestMedia } from "./wire.ts";

interface OperationOf {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Members of the item in a body that no response shows: write-only ones and secrets, such as a password. */
export function secretMembersIn(request: WireRequest, { contract, operation }: OperationOf): readonly string[] {
  const role = rolesFor(contract).get(operation);
  const body = isJson(contentTypeOf(request)) ? jsonIn(request) : undefined;
  const item = role ? itemInRequest(body, role) : body;
  const schema = sentSchemaIn(contract, requestMedia(operation)?.schema?.value ?? true, role);
  return Object.keys(isObject(item) ? item : {}).filter((name) => {
    const members = membersOf(contract, schema, name);
    const isWriteOnly = members.some((member) => isObject(member) && member["writeOnly"] === true);
    return isWriteOnly || (members.length > 0 && isSecretName(name));
  });
}

/** Members of the item in a body that refer to other items: an item that is moved may be deleted with the other one. */
export function linkMembersIn(request: WireRequest, { contract, operation }: OperationOf): readonly string[] {
  const body = isJson(contentTypeOf(request)) ? jsonIn(request) : undefined;
  const role = rolesFor(contract).get(operation);
  const item = role ? itemInRequest(body, role) : body;
  const references = referencesOf(contract, operation);
  return Object.keys(isObject(item) ? item : {}).filter((name) => references.has(name));
}

/** A change without some members, if it stays as valid or invalid as it is. */
export function withoutMembers(
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
  return isSame ? { ...request, body: JSON.stringify(rest) } : request;
}
