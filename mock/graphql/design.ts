import type { GraphQLAbstractType, GraphQLObjectType, GraphQLSchema } from "graphql";
import { type Contract, type Json, type JsonObject, type Route, folded, isObject } from "../../contracts/index.ts";
import { singular } from "../resources/nouns.ts";
import { type Leaves, createLeaves } from "./leaves.ts";
import { graphql } from "./library.ts";
import { homeOf } from "./home.ts";

const { buildSchema, getNamedType, getNullableType, isAbstractType, isLeafType, isListType, isObjectType } = graphql;

/** What a schema says of its objects: where they are kept, and what tells them apart. */
export interface Design {
  readonly schema: GraphQLSchema;
  readonly leaves: Leaves;
  /** Below this path state has what mutations wrote. */
  readonly home: string;
  /** The concrete path of the collection that keeps the objects of a type; nothing for one that is made up. */
  collectionOf(type: string): string | undefined;
  /** The member of a kept object that a field shows, where the schema says so. */
  memberOf(type: string, field: string): string | undefined;
  /** The field that holds the id of an object. */
  idOf(type: GraphQLObjectType): string | undefined;
  /** The object types that a value of a type may be of. */
  possible(type: GraphQLObjectType | GraphQLAbstractType): readonly GraphQLObjectType[];
}

const idNames = ["id", "_id", "uuid", "key", "slug"];

/** Reads a schema: "x-state" in its descriptions, or else names, tell what is kept where (§1: the same thing in two APIs). */
export function designOf(contract: Contract, routes: readonly Route[]): Design {
  const { sdl, types } = contract.document;
  const schema = buildSchema(String(sdl));
  const told = isObject(types) ? types : {};
  const byName = collectionsByName(routes);
  const design: Design = {
    schema,
    leaves: createLeaves(schema, contract),
    home: homeOf(contract),
    collectionOf(name) {
      const said = nodeOf(told, name)["x-state"];
      if (typeof said === "string") return said;
      const type = schema.getType(name);
      return isObjectType(type) && design.idOf(type) !== undefined ? byName.get(folded(name)) : undefined;
    },
    memberOf(type, field) {
      const said = nodeOf(nodeOf(told, type)["fields"], field)["x-state"];
      return typeof said === "string" ? said : undefined;
    },
    idOf(type) {
      const fields = type.getFields();
      return idNames.find((name) => {
        const of = fields[name]?.type;
        return of !== undefined && isLeafType(getNamedType(of)) && !isListType(getNullableType(of));
      });
    },
    possible: (type) => (isAbstractType(type) ? schema.getPossibleTypes(type) : [type]),
  };
  return design;
}

/** Collections of REST operations by what one item of them is called; those of which several are called so say nothing. */
function collectionsByName(routes: readonly Route[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { path } of routes) {
    const collection = /^([^{}]+)\/\{[^{}]+\}$/.exec(path)?.[1];
    if (collection === undefined) continue;
    const name = folded(singular(collection));
    found.set(name, (found.get(name) ?? new Set()).add(collection));
  }
  return new Map([...found].flatMap(([name, paths]) => (paths.size === 1 ? [[name, [...paths][0] as string]] : [])));
}

function nodeOf(nodes: Json | undefined, name: string): JsonObject {
  const node = isObject(nodes) && Object.hasOwn(nodes, name) ? nodes[name] : undefined;
  return isObject(node) ? node : {};
}
