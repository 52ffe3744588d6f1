import type { GraphQLObjectType } from "graphql";
import { type Json, type JsonObject, foldedName } from "../../contracts/index.ts";
import { graphql } from "./library.ts";
import type { CompositeType, GraphqlObject, QueryObjects } from "./query-objects.ts";

const { getNamedType, getNullableType, isListType, isObjectType } = graphql;

const counts = ["totalcount", "total", "count"];

/** Type of the items of a connection (Relay Cursor Connections). Undefined for another type. */
export function connectionItemType(type: CompositeType, objects: QueryObjects): GraphQLObjectType | undefined {
  if (!isObjectType(type) || objects.isIdentifiable(type)) return undefined;
  const edge = listedType(type, "edges");
  const node = edge?.getFields()["node"];
  const item = node ? getNamedType(node.type) : listedType(type, "nodes");
  return isObjectType(item) && objects.isIdentifiable(item) ? item : undefined;
}

/** Members of a connection: a page of items, with cursors and the number of all. */
export function connectionMembers(
  type: GraphQLObjectType,
  items: readonly GraphqlObject[],
  args: Readonly<Record<string, unknown>>,
): JsonObject {
  const start = positionOf(items, args["after"], -1) + 1;
  const end = positionOf(items, args["before"], items.length);
  const between = items.slice(start, end);
  const first = lengthOf(args["first"], between.length);
  const forward = between.slice(0, first);
  const page = forward.slice(forward.length - lengthOf(args["last"], forward.length));
  const begin = page.length === 0 ? start : items.indexOf(page[0] as GraphqlObject);
  const ids = page.map(idOf);
  const ofCounts = Object.keys(type.getFields()).filter((name) => counts.includes(foldedName(name)));
  return {
    edges: ids.map((id) => ({ cursor: cursorOf(id), node_id: id })),
    nodes_ids: ids,
    pageInfo: {
      hasNextPage: begin + page.length < items.length,
      hasPreviousPage: begin > 0,
      startCursor: cursorOrNull(ids[0]),
      endCursor: cursorOrNull(ids.at(-1)),
    },
    ...Object.fromEntries(ofCounts.map((name) => [name, items.length])),
  };
}

/** Object type of the items of a list field. */
function listedType(type: GraphQLObjectType, name: string): GraphQLObjectType | undefined {
  const field = type.getFields()[name];
  if (!field || !isListType(getNullableType(field.type))) return undefined;
  const item = getNamedType(field.type);
  return isObjectType(item) ? item : undefined;
}

function idOf({ id, index }: GraphqlObject): string {
  return String(id ?? index);
}

function cursorOf(id: string): string {
  return Buffer.from(id).toString("base64url");
}

function cursorOrNull(id: string | undefined): Json {
  return id === undefined ? null : cursorOf(id);
}

/** Position of the item that a cursor names. */
function positionOf(items: readonly GraphqlObject[], cursor: unknown, otherwise: number): number {
  const position = items.findIndex((item) => cursorOf(idOf(item)) === cursor);
  return position === -1 ? otherwise : position;
}

function lengthOf(value: unknown, otherwise: number): number {
  return typeof value === "number" && value >= 0 ? Math.min(value, otherwise) : otherwise;
}
