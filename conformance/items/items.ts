import type { WireRequest } from "../model/wire-message.ts";
import {
  type Json,
  type Role,
  type Router,
  canonicalPath,
  decodeSegment,
  itemIdOf,
  isObject,
  parameterNamesIn,
  valueAtPath,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import type { Known } from "../requests/requests.ts";

/** Path parameter values of a request, in order. */
export function sentValues(request: WireRequest, router: Router): Json[] {
  const match = router.match(request.method, request.path, request.headers);
  if (!match || !("operation" in match)) return [];
  return Object.values(match.parameters).map((text) => decodeSegment(text) ?? text);
}

/** Item in a response. For a list, the first item. */
export function itemIn({ response }: Exchange, { kind, wrapper, itemsProperty }: Role): Json | undefined {
  const body = jsonIn(response);
  return kind === "list" ? itemsIn(body, itemsProperty)?.[0] : member(body, wrapper);
}

/** Items in the body of a list. Undefined if the body is not a list. */
export function itemsIn(body: Json | undefined, itemsProperty: string | undefined): readonly Json[] | undefined {
  const isPlain = isObject(body) && Object.hasOwn(body, itemsProperty ?? "");
  const items = valueAtPath(body, isPlain ? [itemsProperty ?? ""] : (itemsProperty?.split(".") ?? []));
  return Array.isArray(items) ? (items as readonly Json[]) : undefined;
}

function member(value: Json | undefined, name: string | undefined): Json | undefined {
  return name === undefined ? value : isObject(value) ? value[name] : undefined;
}

/**
 * Id of an item in a response, from its id property or the Location header. If the header ends with the value of
 * another property of the item, that property is the id: the id property is only guessed from names.
 */
export function idIn({ response }: Exchange, role: Role, item: Json | undefined): Json | undefined {
  const id = itemIdOf(item, role);
  const last = canonicalPath(response.headers["location"] ?? "")
    .split("/")
    .at(-1);
  const named = last ? decodeSegment(last) : undefined;
  if (typeof id !== "string" && typeof id !== "number") return named;
  return named !== undefined && String(id) !== named && isUnlikeOthers(named, item) ? named : id;
}

/** True if a text is the value of a property of an item, and too long to be so by chance. */
function isUnlikeOthers(text: string, item: Json | undefined): boolean {
  return text.length >= 8 && isObject(item) && Object.values(item).includes(text);
}

/** Path parameter values by name. */
export function pathValuesByName(path: string, values: readonly (Json | undefined)[]): Known {
  const names = parameterNamesIn(path);
  return Object.fromEntries(
    names.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
  );
}
