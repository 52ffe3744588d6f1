import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  jsonOf,
  membersOf,
  partsOf,
  propertyNamesOf,
} from "../../contracts/index.ts";

export const limitNames = ["limit", "size", "page_size", "pageSize", "per_page", "perPage"];
export const offsetNames = ["offset", "from", "skip", "start"];
export const pageNames = ["page", "page_number", "pageNumber"];
export const cursorNames = /^(cursor|after|((next|page|continuation)_?)(cursor|token))$/i;

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
  return [...limitNames, ...offsetNames, ...pageNames].includes(name) || cursorNames.test(name);
}

/** What a field is where a request says nothing of it. */
export function defaultOf(contract: Contract, schema: JsonSchema): Json | undefined {
  return partsOf(contract, schema).find((part) => part["default"] !== undefined)?.["default"];
}
