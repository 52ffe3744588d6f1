import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type RoleKind,
  type Violation,
  isGoneStatus,
  isJson,
  isObject,
  joinPointer,
  findJsonMedia,
  listMemberSchemas,
  findResponse,
  schemasAtPath,
  valueAtPath,
  splitPropertyPath,
  readQuery,
  validatorOf,
  withValueAtPath,
  closingKeywords,
  itemInRequest,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { readResponseItem } from "./items.ts";
import { rolesFor } from "../model/roles.ts";
import { requestMedia } from "../requests/wire.ts";
import { foldedText, isEmptyValue } from "./alterations.ts";
import { getContentType } from "../model/response-media.ts";

/** Properties that a provider sets itself or shows in another form on purpose, whatever the client sends. */
const owned =
  /^(_?id|e?tag|status|state|phase|stage|version|revision|rev|(last_?)?(created|updated|modified|changed)(_?(at|on|by|date|time))?)$|secret|token|password|passcode|credential|api_?key|checksum|signature/i;

/** Operation with one of its exchanges. */
export interface OperationExchange {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly exchange: Exchange;
}

/** Item in a JSON request body. Undefined if the body is invalid or does not contain one item. */
export function readSentItem({
  contract,
  operation,
  exchange: { request },
}: OperationExchange): JsonObject | undefined {
  const media = requestMedia(operation);
  const body = jsonIn(request);
  if (!media?.schema || !isJson(getContentType(request)) || !isObject(body)) return undefined;
  if (validatorOf(contract, media.schema.pointer, "request")(body).length > 0) return undefined;
  const role = rolesFor(contract).get(operation);
  if (role?.each !== undefined || role?.part !== undefined) return undefined;
  const inner = role && itemInRequest(body, role);
  if (isObject(inner) && Object.keys(body).length === 1) return inner;
  return body;
}

/** Item in a successful response. */
export function readShownItem({ contract, operation, exchange }: OperationExchange): JsonObject | undefined {
  const role = rolesFor(contract).get(operation);
  const item = role && isSuccess(exchange) ? readResponseItem(exchange, role) : undefined;
  if (isObject(item) && role?.part === undefined) return item;
  return undefined;
}

/** True for a 2xx status. */
export function isSuccess({ response: { status } }: Exchange): boolean {
  return status >= 200 && status < 300;
}

/** True for a success that is not left open: 2xx, except 202. */
export function isDone(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined && isSuccess(exchange) && exchange.response.status !== 202;
}

/** True if the item does not exist, or no longer does. */
export function isGone(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && isGoneStatus(exchange.response.status);
}

/** True if the provider refused the content of the request, not its sender or its rate. */
export function refusesContent({ response: { status } }: Exchange): boolean {
  return [400, 409, 412, 422, 428].includes(status);
}

/** True if an operation writes the content of one item. */
export function writesItem(kind: RoleKind | undefined): boolean {
  return kind === "create" || kind === "replace" || kind === "update";
}

/**
 * Properties of an item that the response must show as sent. Excluded are properties that the provider sets, and values
 * that the contract does not allow in the response.
 */
export function selectKeptMembers(sent: JsonObject, answered: OperationExchange): JsonObject {
  const masked = readFieldMask(answered.exchange);
  return Object.fromEntries(
    Object.entries(sent).filter(
      ([name, value]) => (masked?.has(name) ?? true) && canShowProperty(name, value as Json, answered),
    ),
  );
}

/** Properties that a field mask in the query limits the change to (AIP-134). Undefined without one. */
function readFieldMask({ request: { path } }: Exchange): ReadonlySet<string> | undefined {
  const [, query = ""] = path.split("?", 2);
  const masks = readQuery(query).flatMap(([name, value]) => {
    if (/^(update|field)_?mask$/i.test(name)) return [value];
    return [];
  });
  if (masks.length === 0) return undefined;
  return new Set(masks.flatMap((mask) => mask.split(",").map((each) => each.trim().split(".", 1)[0] as string)));
}

/** Pointer of the first map entry that the response lost. A map is an object with `additionalProperties` and no `properties`. */
export function lostMapEntry(
  sent: JsonObject,
  shown: JsonObject,
  { contract, operation }: OperationExchange,
): string | undefined {
  const schema = requestMedia(operation)?.schema;
  for (const [name, value] of Object.entries(sent)) {
    const map = shown[name];
    const members = schema ? listMemberSchemas(contract, schema.value, name) : [];
    const isMap =
      members.length > 0 &&
      members.every(
        (member) => isObject(member) && isObject(member["additionalProperties"]) && member["properties"] === undefined,
      );
    if (!isMap || !isObject(value) || !isObject(map)) continue;
    const keys = new Set(Object.keys(map).map(foldedText));
    const lostEntry = Object.entries(value).find(([key, entry]) => !keys.has(foldedText(key)) && !isEmptyValue(entry));
    if (lostEntry) return joinPointer("", name, lostEntry[0]);
  }
  return undefined;
}

/** True if the contract documents a property in the response and allows the value there. */
export function canShowProperty(
  name: string,
  value: Json,
  { contract, operation, exchange }: OperationExchange,
): boolean {
  const { wrapper, idProperty, sets = {} } = rolesFor(contract).get(operation) ?? {};
  const media = findJsonMedia(findResponse(operation, exchange.response.status)?.content ?? []);
  if (owned.test(name) || name === idProperty?.split(".", 1)[0] || Object.hasOwn(sets, name) || !media?.schema)
    return false;
  const steps = splitPropertyPath(contract, media.schema.value, wrapper);
  const [item] = schemasAtPath(contract, media.schema.value, steps);
  const members = item === undefined ? [] : listMemberSchemas(contract, item, name);
  return members.length > 0 && !members.some(isOneWay) && allowsMember(name, value, { contract, operation, exchange });
}

/** True if the schema of a response allows a value as a member of its item. */
export function allowsMember(name: string, value: Json, { contract, operation, exchange }: OperationExchange): boolean {
  const { wrapper } = rolesFor(contract).get(operation) ?? {};
  const media = findJsonMedia(findResponse(operation, exchange.response.status)?.content ?? []);
  if (!media?.schema) return true;
  const body = jsonIn(exchange.response);
  const steps = splitPropertyPath(contract, media.schema.value, wrapper);
  const violations = validatorOf(
    contract,
    media.schema.pointer,
    "response",
  )(withValueAtPath(body, [...steps, name], value));
  const at = joinPointer("", ...steps);
  const isShown = Object.hasOwn(findNestedItem(body, steps) ?? {}, name);
  return violations.every((violation) => isOfAnother(violation, { at, name, isShown }));
}

interface Member {
  /** Pointer of the item in the body. */
  readonly at: string;
  readonly name: string;
  /** True if the body has the property. */
  readonly isShown: boolean;
}

/** Keywords whose violations name the property that is missing or not allowed. */
const naming = new Set(["required", ...closingKeywords]);

/**
 * True if a violation in the item concerns another property, so that one fault does not hide another. A body that lacks
 * this property and others may not be the item at all, so its violations are not excused.
 */
function isOfAnother({ pointer, keyword, member }: Violation, { at, name, isShown }: Member): boolean {
  if (pointer.startsWith(`${at}/`)) {
    const memberPointer = joinPointer(at, name);
    return pointer !== memberPointer && !pointer.startsWith(`${memberPointer}/`);
  }
  return pointer === at && isShown && naming.has(keyword) && member !== name;
}

function findNestedItem(body: Json | undefined, steps: readonly string[]): JsonObject | undefined {
  const item = body === undefined ? undefined : valueAtPath(body, steps);
  return isObject(item) ? item : undefined;
}

function isOneWay(schema: JsonSchema): boolean {
  return typeof schema === "object" && (schema["readOnly"] === true || schema["writeOnly"] === true);
}
