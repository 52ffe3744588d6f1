import {
  type Json,
  type Role,
  type Router,
  canonicalPath,
  decodeSegment,
  extractItemId,
  isObject,
  listParameterNames,
  valueAtPath,
  itemInBody,
  itemInEntry,
} from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import type { Known } from "../requests/requests.ts";

/** Path parameter values of a request, in order. */
export function sentValues(request: WireRequest, router: Router): Json[] {
  const match = router.match(request.method, request.path, request.headers);
  if (!match || !("operation" in match)) return [];
  return Object.values(match.parameters).map((text) => decodeSegment(text) ?? text);
}

/** Item in a response. For a list, the first item. */
export function readResponseItem({ response }: Exchange, role: Role): Json | undefined {
  const body = jsonIn(response);
  if (role.kind === "list") return readListItems(body, role)?.[0];
  return itemInBody(body, role);
}

/** Place of a list in a body, and of the items in its entries. */
type ListPlace = Pick<Role, "itemsProperty" | "entryProperty">;

/** Items in the body of a list. Undefined if the body is not a list. */
export function readListItems(body: Json | undefined, role: ListPlace): readonly Json[] | undefined {
  const entries = valueAtPath(body, findListSteps(body, role));
  if (Array.isArray(entries)) return entries.map((entry: Json) => itemInEntry(entry, role));
  return undefined;
}

/** Names of the members that lead to the list in a body. */
export function findListSteps(body: Json | undefined, { itemsProperty = "" }: ListPlace): readonly string[] {
  if (isObject(body) && Object.hasOwn(body, itemsProperty)) return [itemsProperty];
  if (itemsProperty === "") return [];
  return itemsProperty.split(".");
}

/** Ids of the items in the response of a list. */
export function readListedIds({ response }: Exchange, role: Role): readonly Json[] {
  const ids = (readListItems(jsonIn(response), role) ?? []).map((item) => extractItemId(item, role));
  return ids.filter((id) => typeof id === "string" || typeof id === "number");
}

/**
 * Id of an item in a response, from its id property or the Location header. If the header ends with the value of
 * another property of the item, that property is the id: the id property is only guessed from names.
 */
export function readItemId(exchange: Exchange, role: Role, item: Json | undefined): Json | undefined {
  const id = extractItemId(item, role);
  const located = locatedId(exchange, role);
  if ((typeof id !== "string" || id === "") && typeof id !== "number") return located;
  if (located !== undefined && String(id) !== located && isUnlikeOthers(located, item)) return located;
  return id;
}

/**
 * Last segment of the Location header, if the header names an item of the collection. It may also name the collection, a
 * status monitor or a page (RFC 9110, 10.2.2).
 */
function locatedId({ request, response }: Exchange, { collection }: Role): string | undefined {
  const header = response.headers["location"];
  if (header === undefined) return undefined;
  const above = canonicalPath(collection).split("/").filter(Boolean);
  const path = URL.parse(header, `http://host${request.path}`)?.pathname ?? "";
  const segments = canonicalPath(path)
    .split("/")
    .filter(Boolean)
    .map((each) => decodeSegment(each) ?? each);
  const id = segments.at(-1);
  const word = above.at(-1) ?? "";
  // Some providers send the id alone.
  if (!header.includes("/")) return id === word ? undefined : id;
  const isBelow = word.startsWith("{") ? segments.length > above.length : segments.at(-2) === word;
  return isBelow ? id : undefined;
}

/** True if a text is the value of a property of an item, and too long to be so by chance. */
function isUnlikeOthers(text: string, item: Json | undefined): boolean {
  return text.length >= 8 && isObject(item) && Object.values(item).includes(text);
}

/** Path parameter values by name. */
export function pathValuesByName(path: string, values: readonly (Json | undefined)[]): Known {
  const names = listParameterNames(path);
  return Object.fromEntries(
    names.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
  );
}
