import {
  type Contract,
  type Json,
  type Operation,
  type Role,
  isObject,
  extractItemId,
  valueAtPath,
  itemInRequest,
} from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { readItemId, readResponseItem, readListItems } from "./items.ts";

/** Statuses with which a provider refuses a request because of an item that exists. */
const knowing = [400, 403, 409, 412, 422, 423];
/** Most values of a refusal that may be keys. */
const MAX_VALUES = 100;

/** Ids of the items that a successful creating request shows. A batch shows several. */
export function listCreatedIds(exchange: Exchange, role: Role): readonly Json[] {
  if (role.each === undefined) {
    const id = readItemId(exchange, role, readResponseItem(exchange, role));
    return id === undefined ? [] : [id];
  }
  const items = readListItems(jsonIn(exchange.response), role) ?? [];
  return items.flatMap((item) => extractItemId(item, role) ?? []).filter(isItemKey);
}

/** Items that a request asks for, or their ids. A batch has several. */
export function listAskedItems(request: WireRequest, role: Role | undefined): readonly Json[] {
  const body = jsonIn(request) ?? null;
  if (role?.each === undefined) return [body];
  const listed = role.each === "" ? body : valueAtPath(body, [role.each]);
  return Array.isArray(listed) ? listed : [body];
}

/** Id that the body of a creating request chooses. */
export function readSentKey(request: WireRequest, contract: Contract, operation: Operation): Json | undefined {
  const role = rolesFor(contract).get(operation);
  if (!role || role.each !== undefined || role.idProperty === undefined) return undefined;
  const body = jsonIn(request);
  const item = itemInRequest(body, role);
  const named = role.sentKey !== undefined && isObject(item) ? item[role.sentKey] : undefined;
  const id = extractItemId(item, role) ?? named;
  return isItemKey(id) ? id : undefined;
}

/**
 * Keys of items that a refusal of a creating request reveals: the id that the request chose, and short texts and ids in
 * the response.
 */
export function listRevealedKeys(exchange: Exchange, contract: Contract, operation: Operation): readonly Json[] {
  const { request, response } = exchange;
  if (!knowing.includes(response.status)) return [];
  const role = rolesFor(contract).get(operation) as Role;
  const located = readItemId({ request, response: { ...response, body: "" } }, role, undefined);
  const sent =
    response.status === 400 || response.status === 422 ? undefined : readSentKey(request, contract, operation);
  return [...collectShownKeys(jsonIn(response) ?? null), located, sent].filter(isItemKey);
}

function collectShownKeys(body: Json): readonly Json[] {
  const found: Json[] = [];
  const visitShownValue = (value: Json, name: string): void => {
    if (found.length >= MAX_VALUES) return;
    if (typeof value === "string" && /^\S+$/.test(value)) found.push(value.split("/").at(-1) as string);
    if (typeof value === "number" && /id$|key$|number$/i.test(name)) found.push(value);
    if (typeof value !== "object" || value === null) return;
    for (const [member, inner] of Object.entries(value))
      visitShownValue(inner as Json, Array.isArray(value) ? name : member);
  };
  visitShownValue(body, "");
  return found;
}

function isItemKey(value: Json | undefined): value is string | number {
  return (typeof value === "string" && value !== "") || typeof value === "number";
}
