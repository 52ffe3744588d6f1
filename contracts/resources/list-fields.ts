import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { foldedName } from "../text/folded.ts";
import { membersOf, partsOf, propertyNamesOf } from "../schema/schema.ts";
import { jsonOf } from "../model/success.ts";

// Names without punctuation and in lower case: "$top", "page[size]" and "per-page" become "top", "pagesize" and
// "perpage".
export const limitNames = /^(limit|size|pagesize|perpage|pagelimit|take|top|maxresults)$/;
export const offsetNames = /^(offset|from|skip|start|pageoffset)$/;
export const pageNames = /^(page|pagenumber|pageno)$/;
export const cursorNames =
  /^((page)?(cursor|after)|(next|page|continuation|pagination)(cursor|token)|(next)?(iterator|marker))$/;
/** Index of the first item, counted from 1 as in SCIM (RFC 7644, section 3.4.2.4) unless the contract says from 0. */
export const startNames = /^startindex$/;
/** Page size, but only beside another paging name. On its own, it may mean anything. */
export const countNames = /^count$/;
/** Item that the page starts after. */
export const afterNames = /^(start(ing)?after|afterid|sinceid)$/;
export const beforeNames = /^(end(ing)?before|beforeid)$/;
/** Members of an envelope with the total number of items. Other members may hold the size of the page. */
export const totalNames = /^(odata)?(total|count|hits|total(count|items|results|hits|records|elements|entries))$/;
/** Members of an envelope with the cursor of the next page. */
export const nextNames = /^(cursor|next(cursor|page|(page|continuation)?token|iterator|marker)?|iterator)$/;
/** Parameters for the sort field and direction of a list. */
export const orderNames = /^[_$]?(sort|order)(_?by|_?field|_?key|ing)?$/i;
export const directionNames = /^_?((sort_?)?(order|dir|direction)|order_?(dir|direction))$/i;

const pagingNames = [limitNames, offsetNames, pageNames, cursorNames, startNames, afterNames, beforeNames];

/** Field of a request for a list, in its query or its body. */
export interface RequestField {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** Fields with which a request controls a list. Path parameters are excluded, because they identify the list. */
export function fieldsOf(contract: Contract, { parameters, body }: Operation): RequestField[] {
  const inPath = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const query = parameters
    .filter((parameter) => parameter.in === "query" && !inPath.has(parameter.name))
    .map(({ name, schema }) => ({ name, schema: schema.value }));
  const schema = body && jsonOf(body.content)?.schema?.value;
  const members = schema === undefined ? [] : [...propertyNamesOf(contract, schema)];
  return [
    ...query,
    ...members.map((name) => ({ name, schema: { allOf: membersOf(contract, schema as JsonSchema, name) } })),
  ];
}

/** Checks that a field selects the page. */
export function isPagingName(name: string): boolean {
  return pagingNames.some((names) => names.test(foldedName(name)));
}

/** Checks that a field names a place in a list by a value that an earlier response has shown. */
export function isPlaceName(name: string): boolean {
  return [cursorNames, afterNames, beforeNames].some((names) => names.test(foldedName(name)));
}

/** Checks that a field is a time. "after" then bounds the times of items, and is no cursor. */
export function isTimeField(contract: Contract, schema: JsonSchema): boolean {
  return partsOf(contract, schema).some(({ format }) => format === "date-time" || format === "date");
}

/** Default of a field. */
export function defaultOf(contract: Contract, schema: JsonSchema): Json | undefined {
  return partsOf(contract, schema).find((part) => part["default"] !== undefined)?.["default"];
}
