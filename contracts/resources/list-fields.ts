import type { Json, JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { folded } from "../text/folded.ts";
import { membersOf, partsOf, propertyNamesOf } from "../schema/schema.ts";
import { jsonOf } from "../model/success.ts";

// By what is left of a name without its signs and capitals: "$top", "page[size]", "per-page".
export const limitNames = /^(limit|size|pagesize|perpage|pagelimit|take|top|maxresults)$/;
export const offsetNames = /^(offset|from|skip|start|pageoffset)$/;
export const pageNames = /^(page|pagenumber|pageno)$/;
export const cursorNames = /^((page)?(cursor|after)|(next|page|continuation)(cursor|token))$/;
/** Counts items from 1, as SCIM does (RFC 7644, section 3.4.2.4), where nothing says from 0. */
export const startNames = /^startindex$/;
/** Means a size beside one of those alone: by itself, it may be anything. */
export const countNames = /^count$/;
/** Names an item that the page comes after, or before. */
export const afterNames = /^(startingafter|afterid|sinceid)$/;
export const beforeNames = /^(endingbefore|beforeid)$/;
/** Members of an envelope that say how many items there are in all, beside others that may say less. */
export const totalNames = /^(odata)?(total|count|hits|total(count|items|results|hits|records|elements|entries))$/;
/** Members of an envelope that hold the cursor of the next page. */
export const nextNames = /^(cursor|next(cursor|page|pagetoken|token)?)$/;
/** Fields that say by what, and which way, a list is ordered. */
export const orderNames = /^[_$]?(sort|order)(_?by|_?field|_?key|ing)?$/i;
export const directionNames = /^_?((sort_?)?(order|dir|direction)|order_?(dir|direction))$/i;

const pagingNames = [limitNames, offsetNames, pageNames, cursorNames, startNames, afterNames, beforeNames];

/** Something that a request may say of a list, in its query or its body. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** What the requests of an operation may say of a list; what is in the path names the list. */
export function fieldsOf(contract: Contract, { parameters, body }: Operation): Field[] {
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

/** Whether a field says which page is asked for. */
export function isPagingName(name: string): boolean {
  return pagingNames.some((names) => names.test(folded(name)));
}

/** What a field is where a request says nothing of it. */
export function defaultOf(contract: Contract, schema: JsonSchema): Json | undefined {
  return partsOf(contract, schema).find((part) => part["default"] !== undefined)?.["default"];
}
