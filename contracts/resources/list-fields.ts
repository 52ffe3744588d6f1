import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, Operation, Parameter } from "../model/contract.ts";
import { foldedName } from "../text/folded.ts";
import { listMemberSchemas, listSchemaParts, listPropertyNames, listJsonTypes } from "../schema/schema.ts";
import { join, valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { sentMedia } from "./bodies.ts";

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
export const nextNames = /^(cursor|endcursor|next(cursor|page|(page|continuation)?token|iterator|marker)?|iterator)$/;
/** Parameters for the sort field and direction of a list. */
export const orderNames = /^[_$]?(sort|order)(_?by|_?field|_?key|ing)?$/i;
export const directionNames = /^_?((sort_?)?(order|dir|direction)|order_?(dir|direction))$/i;

/** Object parameter whose members filter a list by the properties of its items. */
export const filterMapNames = /^\$?(filters?|where)$/i;
/** Parameter for words that are searched for in all texts of an item. */
export const searchNames =
  /^\$?(q|query|search|text|term|keywords?|search_?(text|terms?|query|string|for|value|phrase|words?|pattern)|(full|free)_?text|text_?search)$/i;

const pagingNames = [limitNames, offsetNames, pageNames, cursorNames, startNames, afterNames, beforeNames];

/** Field of a request for a list, in its query or its body. */
export interface RequestField {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Description of the parameter or member. */
  readonly description?: string;
  /** Object parameter that the field is a member of. */
  readonly within?: string;
  /** Name of the member in that object. Default: the name of the field. */
  readonly member?: string;
}

/** Fields with which a request controls a list. Path parameters are excluded, because they identify the list. */
export function listRequestFields(contract: Contract, { parameters, body }: Operation): RequestField[] {
  const inPath = new Set(parameters.filter((each) => each.in === "path").map(({ name }) => name));
  const query = parameters
    .filter((parameter) => parameter.in === "query" && !inPath.has(parameter.name))
    .flatMap((parameter): RequestField[] => {
      const { name, schema } = parameter;
      const members = explodedMembers(contract, parameter);
      if (members.length === 0) return [describedField(contract, parameter)];
      return members.map((each) => ({ name: each, schema: memberSchema(schema.value, each), within: name }));
    });
  const schema = body && sentMedia(body.content)?.schema?.value;
  const members = schema === undefined ? [] : [...listPropertyNames(contract, schema)];
  return [...query, ...members.map((name) => describedMember(name, memberSchema(schema as JsonSchema, name)))];

  function describedMember(name: string, member: JsonSchema): RequestField {
    const description = listSchemaParts(contract, member).find((part) => typeof part["description"] === "string")?.[
      "description"
    ];
    return { name, schema: member, ...(typeof description === "string" && { description }) };
  }

  function memberSchema(owner: JsonSchema, name: string): JsonSchema {
    return { allOf: listMemberSchemas(contract, owner, name) };
  }
}

function describedField({ document }: Contract, { name, schema: { value }, pointer }: Parameter): RequestField {
  const description = valueAt(document, join(pointer, "description"));
  return { name, schema: value, ...(typeof description === "string" && { description }) };
}

/** Members of an object that are sent as parameters of their own. Empty for other parameters. */
function explodedMembers(
  contract: Contract,
  { name, style, explode, mediaType, schema }: Parameter,
): readonly string[] {
  // The members of "page" have a meaning by its name.
  const isExploded = style === "form" && explode && mediaType === undefined && name !== "page";
  const isOnlyObject = isExploded && listJsonTypes(contract, schema.value).join() === "object";
  if (isOnlyObject) return [...listPropertyNames(contract, schema.value)];
  return [];
}

/** Values of the fields of a request: those of parameters, and the members of exploded objects by their own names. */
export function expandFieldValues(fields: readonly RequestField[], parameters: JsonObject): JsonObject {
  const objects = new Set(fields.flatMap(({ within }) => within ?? []));
  if (objects.size === 0) return parameters;
  const members = [...objects].flatMap((name) => (isObject(parameters[name]) ? [parameters[name]] : []));
  return Object.assign({}, parameters, ...members) as JsonObject;
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
  return findTimeFormat(contract, schema) !== undefined;
}

/** The format of a schema of times. Undefined for another schema. */
export function findTimeFormat(contract: Contract, schema: JsonSchema): "date-time" | "date" | undefined {
  const formats = listSchemaParts(contract, schema).map(({ format }) => format);
  return (["date-time", "date"] as const).find((format) => formats.includes(format));
}

/** Default of a field. */
export function findDefault(contract: Contract, schema: JsonSchema): Json | undefined {
  return listSchemaParts(contract, schema).find((part) => part["default"] !== undefined)?.["default"];
}
