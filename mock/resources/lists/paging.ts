import { toMembers } from "../members/members.ts";
import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  type RequestField,
  findDefault,
  expandFieldValues,
  listRequestFields,
  findPageFields,
  listPageMembers,
  listSchemaParts,
} from "../../../contracts/index.ts";
import { type Refusal, findInvalidStatus, refuseViolations } from "../../model/problem.ts";
import type { Input } from "../../calls/input.ts";
import { type Awaitable, whenKnown } from "../../model/awaitable.ts";

/** The part of a list that a request asks for. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  /** Number of the page, as the contract counts. */
  readonly number: number;
  /** True if the list continues before the page. */
  readonly isBackward?: boolean;
}

/** A page that begins at an item, wherever the item is now. */
export interface RequestedPage extends Page {
  readonly anchor?: Anchor;
}

interface Anchor {
  readonly id: string;
  readonly page: "from" | "after" | "before";
  readonly parameter: string;
}

/** Returns the position of an item in the list. */
type PositionOf = (id: string) => Awaitable<number | undefined>;

/** Parameters that select the page. */
interface PageParameters {
  readonly cursor?: string;
  readonly after?: string;
  readonly page?: string;
  readonly offset?: string;
}

export interface Paging {
  /** Reads the page of a request. Default: the whole list. Refuses an invalid cursor. */
  read(input: Input): RequestedPage | Refusal;
  /** Finds a page that begins at an item. Refuses an item that does not exist. */
  locate(requested: RequestedPage, positionOf: PositionOf): Awaitable<Page | Refusal>;
  /** Field of a request that takes a cursor, if there is one. */
  readonly cursorName: string | undefined;
  /** True if a request can select the next page. */
  readonly canSelectNext: boolean;
  /** Numbers of the first page and of the first item. */
  readonly first: { readonly page: 0 | 1; readonly item: 0 | 1 };
  readonly pageParameters: PageParameters;
}

type Values = Input["parameters"];

/**
 * Compiles the paging of an operation.
 *
 * @param shown schema of its pages.
 * @param isFromZero set if pages seem to count from 0.
 */
export function createPaging(
  contract: Contract,
  operation: Operation,
  { shown, isFromZero = false }: { readonly shown: JsonSchema; readonly isFromZero?: boolean },
): Paging {
  const plain = listRequestFields(contract, operation);
  const fields = [...plain, ...listPageMembers(contract, plain)];
  const {
    limits,
    offset: offsetField,
    start: startField,
    page: pageField,
    ...others
  } = findPageFields(contract, fields, shown);
  const readLimit = createNumberReader(contract, limits);
  const [readOffset, readStart, readNumber] = [offsetField, startField, pageField].map((field) =>
    createNumberReader(contract, field ? [field] : []),
  ) as [NumberReader, NumberReader, NumberReader];
  const first = {
    page: isFromZero || (pageField && hasStartNumber(contract, pageField.schema, 0)) ? 0 : 1,
    item: startField && hasStartNumber(contract, startField.schema, 0) ? 0 : 1,
  } as const;
  const [cursor, after, before] = [others.cursor?.name, others.after?.name, others.before?.name];
  const [pageName, offsetName] = [pageField?.name, (offsetField ?? startField)?.name];
  const isQueryObject = (name: string | undefined): boolean =>
    operation.parameters.some((each) => each.in === "query" && each.name === name);
  const isQueryParameter = (name: string | undefined): boolean =>
    operation.parameters.some(
      (each) => each.in === "query" && (each.name === name || name?.startsWith(`${each.name}[`)),
    ) || fields.some((each) => each.name === name && isQueryObject(each.within));
  const status = findInvalidStatus(operation);

  return {
    cursorName: cursor,
    canSelectNext: [cursor, after, pageName, offsetName].some((name) => name !== undefined),
    first,
    pageParameters: Object.fromEntries(
      Object.entries({ cursor, after, page: pageName, offset: offsetName }).filter(([, name]) =>
        isQueryParameter(name),
      ),
    ),
    read({ parameters, body }) {
      const own = expandFieldValues(fields, parameters);
      const values = operation.body ? { ...toMembers(body), ...own } : own;
      const limit = Math.max(0, readLimit(values) ?? Number.POSITIVE_INFINITY);
      const given = readPageValue(values, cursor);
      if (cursor !== undefined && given !== undefined && given !== "") {
        const position = readCursor(given);
        if (!position) return refusePaging(cursor, "a cursor that an earlier page gave", given);
        const { offset, id } = position;
        const page = { offset, limit, number: numberPage(offset, limit) };
        if (id === undefined) return page;
        return { ...page, anchor: { id, page: "from", parameter: cursor } };
      }
      for (const [parameter, page] of [
        [after, "after"],
        [before, "before"],
      ] as const) {
        const id = readPageValue(values, parameter);
        if (parameter !== undefined && id !== undefined && id !== "")
          return { offset: 0, limit, number: first.page, anchor: { id: String(id), page, parameter } };
      }
      const pagesBefore = Math.max(0, (readNumber(values) ?? first.page) - first.page);
      const start = readStart(values);
      const requestedOffset = readOffset(values) ?? (start === undefined ? undefined : start - first.item);
      // Without a page size, everything is on the first page.
      const offset = Math.max(0, requestedOffset ?? (pagesBefore === 0 ? 0 : pagesBefore * limit));
      return { offset, limit, number: pagesBefore > 0 ? first.page + pagesBefore : numberPage(offset, limit) };
    },
    locate(requested, positionOf) {
      const { anchor } = requested;
      if (anchor) return whenKnown(positionOf(anchor.id), (position) => locateAnchor(requested, anchor, position));
      return requested;
    },
  };

  function locateAnchor(
    { offset: requestedOffset, limit, number }: Page,
    anchor: Anchor,
    position: number | undefined,
  ): Page | Refusal {
    // If the item of a cursor was deleted, the one before it mostly exists.
    if (position === undefined && anchor.page === "from") return { offset: requestedOffset, limit, number };
    if (position === undefined) return refusePaging(anchor.parameter, "the id of an item of the list", anchor.id);
    const offset =
      anchor.page === "from" ? position : anchor.page === "after" ? position + 1 : Math.max(0, position - limit);
    const located = { offset, limit, number: numberPage(offset, limit) };
    if (anchor.page === "before") return { ...located, limit: Math.min(limit, position), isBackward: true };
    return located;
  }

  function numberPage(offset: number, limit: number): number {
    return first.page + (limit > 0 && Number.isFinite(limit) ? Math.floor(offset / limit) : 0);
  }

  function refusePaging(parameter: string, expected: string, given: Json): Refusal {
    return refuseViolations(status, [
      {
        in: isQueryParameter(parameter) ? "query" : "body",
        pointer: `/${parameter}`,
        expected,
        got: JSON.stringify(given),
        isOfState: true,
      },
    ]);
  }
}

/** Opaque cursor of the page that begins with an item, or at an offset if the item has no id. */
export function writeCursor(offset: number, id?: string): string {
  return Buffer.from(id === undefined ? String(offset) : `${offset} ${id}`).toString("base64url");
}

function readCursor(cursor: Json): { readonly offset: number; readonly id: string | undefined } | undefined {
  const [whole, digits, id] = /^(\d+)(?: (.*))?$/s.exec(Buffer.from(String(cursor), "base64url").toString()) ?? [];
  const offset = Number(digits);
  const isOwn = whole !== undefined && Number.isSafeInteger(offset) && writeCursor(offset, id) === cursor;
  return isOwn ? { offset, id } : undefined;
}

type NumberReader = (values: Values) => number | undefined;

/** The first number that a request has for any of the fields, or their default. */
function createNumberReader(contract: Contract, fields: readonly RequestField[]): NumberReader {
  const known = fields.map(({ name, schema }) => ({ name, usual: findDefault(contract, schema) }));
  return (values) =>
    known.map(({ name, usual }) => readPageValue(values, name) ?? usual).find((value) => typeof value === "number") as
      | number
      | undefined;
}

function readPageValue(values: Values, name: string | undefined): Json | undefined {
  if (name === undefined || values[name] !== undefined) return values[name ?? ""];
  // A member of an object parameter: "page[number]".
  const open = name.endsWith("]") ? name.lastIndexOf("[", name.length - 3) : -1;
  if (open > 0) return toMembers(values[name.slice(0, open)])[name.slice(open + 1, -1)];
  return undefined;
}

function hasStartNumber(contract: Contract, schema: JsonSchema, number: number): boolean {
  return listSchemaParts(contract, schema).some((part) => part["minimum"] === number || part["default"] === number);
}

/** True if a page number of the operation begins with 1. */
export function countsPagesFromOne(contract: Contract, operation: Operation): boolean {
  const { page } = findPageFields(contract, listRequestFields(contract, operation));
  return page !== undefined && hasStartNumber(contract, page.schema, 1);
}
