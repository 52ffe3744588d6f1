import type { GraphQLObjectType } from "graphql";
import { type Json, type JsonObject, foldedName, isGraphqlList, findItemList } from "../../contracts/index.ts";
import { graphql } from "./library.ts";
import type { GraphqlObject } from "./query-objects.ts";

const { GraphQLError, getNamedType, isLeafType, isObjectType } = graphql;

const counts = ["totalcount", "total", "count", "totalitems", "totalrecords"];

interface PageArguments {
  readonly args: Readonly<Record<string, unknown>>;
  /** The page that an offset selects. */
  page<T>(list: readonly T[]): readonly T[];
}

/** Members of a connection: a page of items, with cursors and the number of all. */
export function connectionMembers(
  type: GraphQLObjectType,
  items: readonly GraphqlObject[],
  { args, page: pageOf }: PageArguments,
): JsonObject {
  const start = findCursor(items, args["after"], -1) + 1;
  const end = findCursor(items, args["before"], items.length);
  const between = pageOf(items.slice(start, end));
  const page = between.slice(between.length - limitLength(args["last"], between.length));
  const begin = page.length === 0 ? start : items.indexOf(page[0] as GraphqlObject);
  const ids = page.map(readObjectId);
  return {
    edges: page.map(createEdge),
    [`${findItemList(type) ?? "nodes"}_ids`]: ids,
    pageInfo: {
      hasNextPage: begin + page.length < items.length,
      hasPreviousPage: begin > 0,
      startCursor: cursorOrNull(ids[0]),
      endCursor: cursorOrNull(ids.at(-1)),
    },
    ...writeCounts(type, items.length),
  };
}

/** An edge with an object. */
export function createEdge(object: GraphqlObject): JsonObject {
  return { cursor: encodeCursor(readObjectId(object)), node_id: readObjectId(object) };
}

/** The numbers of all items: "totalCount", or "count" in an object such as "aggregate". */
function writeCounts(type: GraphQLObjectType, count: number): JsonObject {
  const members = Object.values(type.getFields()).flatMap(({ name, type: of }): [string, Json][] => {
    if (counts.includes(foldedName(name)) && isLeafType(getNamedType(of))) return [[name, count]];
    const inner = getNamedType(of);
    if (!isObjectType(inner) || isGraphqlList(of) || foldedName(name) === "pageinfo") return [];
    const own = Object.keys(inner.getFields()).filter((each) => counts.includes(foldedName(each)));
    if (own.length === 0) return [];
    return [[name, Object.fromEntries(own.map((each) => [each, count]))]];
  });
  return Object.fromEntries(members);
}

function readObjectId({ id, index }: GraphqlObject): string {
  return String(id ?? index);
}

function encodeCursor(id: string): string {
  return Buffer.from(id).toString("base64url");
}

function cursorOrNull(id: string | undefined): Json {
  return id === undefined ? null : encodeCursor(id);
}

/** Position of the item that a cursor names. */
function findCursor(items: readonly GraphqlObject[], cursor: unknown, otherwise: number): number {
  if (cursor === undefined || cursor === null) return otherwise;
  const position = items.findIndex((item) => encodeCursor(readObjectId(item)) === cursor);
  if (position !== -1) return position;
  throw new GraphQLError(`Cannot continue at the cursor ${JSON.stringify(cursor)}: the list has no such item`, {
    extensions: { code: "INVALID_CURSOR" },
  });
}

function limitLength(value: unknown, otherwise: number): number {
  if (typeof value === "number" && value >= 0) return Math.min(value, otherwise);
  return otherwise;
}
