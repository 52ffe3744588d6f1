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

/** A change without its secret members, if it stays as valid or invalid as it is. */
export function withoutSecrets(request: WireRequest, { contract, operation }: OperationOf): WireRequest {
  const names = new Set(secretMembersIn(request, { contract, operation }));
  const body = jsonIn(request);
  const schema = requestMedia(operation)?.schema;
  // A replacement without them may erase them.
  if (names.size === 0 || operation.method !== "PATCH" || !isObject(body) || !schema) return request;
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
  const violations = validatorOf(contract, schema.pointer, "request");
  const isSame = violations(body).length > 0 === violations(rest).length > 0;
  return isSame ? { ...request, body: JSON.stringify(rest) } : request;
}
