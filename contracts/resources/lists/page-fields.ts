import type { Contract } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import type { JsonType } from "../../schema/schema.ts";
import { listMemberSchemas, listPropertyNames, listJsonTypes } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import {
  type RequestField,
  afterNames,
  beforeNames,
  countNames,
  cursorNames,
  isTimeField,
  limitNames,
  offsetNames,
  pageNames,
  startNames,
} from "../list-fields.ts";

/** The fields of a list that select a page of it. */
export interface PageFields {
  /** Page sizes. */
  readonly limits: readonly RequestField[];
  /** Number of items before the page. */
  readonly offset?: RequestField | undefined;
  /** Number of the first item on the page, which counts from 1 as in SCIM unless the contract says from 0. */
  readonly start?: RequestField | undefined;
  /** Number of the page. */
  readonly page?: RequestField | undefined;
  /** Opaque place that an earlier page showed. */
  readonly cursor?: RequestField | undefined;
  /** Id of the item before the page. */
  readonly after?: RequestField | undefined;
  /** Id of the item behind the page. */
  readonly before?: RequestField | undefined;
}

/** Words about the size of a page: "The maximum number of comments to return", not "for each post". */
const sizeWords =
  /\b((max(imum)?|upper) (number|amount|count)|number|count) of (results|records|items|entries|rows|objects) (to (return|include|show|list|fetch|retrieve)|(returned )?(per|on each|on a) page|to be (returned|shown|listed))\b(?! (for|in|of|per) each)|\bmax(imum)? (number|count) of [\w ]{1,30} (to (return|list|fetch|retrieve)|(returned )?(per|on each|on a) page|to be (returned|listed))\b(?! (for|in|of|per) each)/i;

/** Names of tokens that select a page, if the pages of the list show them. */
const tokenNames = /^(bookmark|pagestate|scroll(id|token)|(resume|paging)token|(exclusive)?(start|last|next)key)$/;

const numbers: readonly JsonType[] = ["integer", "number"];
const ids: readonly JsonType[] = ["string", ...numbers];

/**
 * Finds the fields that select the page of a list. A time such as "from" or "after" is none.
 *
 * @param shown schema of a page: what it shows as "bookmark" or "nextStartKey", a request can take.
 */
export function findPageFields(
  contract: Contract,
  fields: readonly RequestField[],
  shown: JsonSchema = true,
): PageFields {
  const places = {
    offset: findField(offsetNames, numbers),
    start: findField(startNames, numbers),
    page: findField(pageNames, numbers),
    cursor: findField(cursorNames, ["string"]) ?? findShownToken(),
    after: findField(afterNames, ids),
    before: findField(beforeNames, ids),
  };
  const isPaged = Object.values(places).some((field) => field !== undefined);
  const described = fieldsNamed(/./, numbers).filter(({ description = "" }) => sizeWords.test(description));
  const limits = [
    ...fieldsNamed(limitNames, numbers),
    ...(isPaged ? fieldsNamed(countNames, numbers) : []),
    ...described,
  ];
  return { limits: [...new Set(limits)], ...places };

  function findField(names: RegExp, types: readonly JsonType[]): RequestField | undefined {
    return fieldsNamed(names, types)[0];
  }

  function findShownToken(): RequestField | undefined {
    const tokens = fieldsNamed(tokenNames, ["string"]);
    if (tokens.length === 0) return undefined;
    const known = findEnvelopeNames(contract, shown);
    return tokens.find(({ name }) => known.has(foldedName(name)) || known.has(`next${foldedName(name)}`));
  }

  function fieldsNamed(names: RegExp, types: readonly JsonType[]): readonly RequestField[] {
    return fields.filter(
      ({ name, schema }) =>
        names.test(foldedName(innerName(name))) &&
        listJsonTypes(contract, schema).some((type) => types.includes(type)) &&
        !isTimeField(contract, schema),
    );
  }
}

/** Depth to which an envelope is searched. */
const MAX_DEPTH = 3;

/** Names of the members of an envelope and of the objects in it, without punctuation and in lower case. */
function findEnvelopeNames(contract: Contract, schema: JsonSchema, depth = 0): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of listPropertyNames(contract, schema)) {
    names.add(foldedName(name));
    const member: JsonSchema = { allOf: listMemberSchemas(contract, schema, name) };
    const isInside = depth + 1 < MAX_DEPTH && listJsonTypes(contract, member).includes("object");
    if (isInside) for (const each of findEnvelopeNames(contract, member, depth + 1)) names.add(each);
  }
  return names;
}

/** Name of a parameter whose family is a prefix: "pageSize" of "pagination[pageSize]". */
function innerName(name: string): string {
  return /^(?:pagination|paging)\[([^[\]]+)\]$/i.exec(name)?.[1] ?? name;
}

/** Names of objects whose members select a page: `page[number]` (JSON:API), `{pagination: {limit: 5}}`. */
const pageObjectNames = /^(page|pagination|paging)$/i;

/** True for an object whose members select a page. */
export function isPageObject(contract: Contract, { name, schema }: RequestField): boolean {
  return pageObjectNames.test(name) && listJsonTypes(contract, schema).includes("object");
}

/** The members of objects that select a page. */
export function listPageMembers(contract: Contract, fields: readonly RequestField[]): readonly RequestField[] {
  return fields.filter((field) => isPageObject(contract, field)).flatMap((field) => toMemberFields(contract, field));
}

/** The members of an object that is sent as `name[member]`. */
export function toMemberFields(
  contract: Contract,
  { name, schema }: Pick<RequestField, "name" | "schema">,
): readonly RequestField[] {
  return [...listPropertyNames(contract, schema)].map((member) => ({
    name: `${name}[${member}]`,
    schema: { allOf: listMemberSchemas(contract, schema, member) },
    within: name,
    member,
  }));
}
