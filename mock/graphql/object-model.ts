import type { GraphQLAbstractType, GraphQLObjectType, GraphQLSchema } from "graphql";
import {
  type Contract,
  type Json,
  type JsonObject,
  type MutationRole,
  type Relation,
  type Route,
  foldedName,
  findIdField,
  isObject,
  mutationRoles,
  listPossibleTypes,
  listRelations,
  singular,
} from "../../contracts/index.ts";
import { type LeafValues, createLeafValues } from "./leaf-values.ts";
import { graphql } from "./library.ts";
import { mutationStatePath } from "./mutation-state-path.ts";

const { buildSchema, isNonNullType, isObjectType } = graphql;

/** Storage and identity of the objects of a schema. */
export interface ObjectModel {
  readonly schema: GraphQLSchema;
  readonly leafValues: LeafValues;
  /** Path of the state that mutations write. */
  readonly statePath: string;
  /** Path of the collection that stores the objects of a type. Undefined for generated objects. */
  collectionOf(type: string): string | undefined;
  /** Member of a stored object that a field shows, if the schema names it. */
  memberOf(type: string, field: string): string | undefined;
  /** Field with the id of an object. */
  idFieldOf(type: GraphQLObjectType): string | undefined;
  /** Object types that a value of a type can have. */
  possibleTypes(type: GraphQLObjectType | GraphQLAbstractType): readonly GraphQLObjectType[];
  relationsOf(type: string): readonly Relation[];
  relationOf(type: string, field: string): Relation | undefined;
  /** Types of objects that cannot be without one of a type, each with the field that refers to it. */
  dependentsOf(type: GraphQLObjectType): readonly (readonly [GraphQLObjectType, string])[];
  /** Effect of a mutation. Undefined for other fields. */
  roleOf(mutation: string): MutationRole | undefined;
}

/**
 * Maps the object types of a schema to collections: by "x-state" in their descriptions, or else by their names. Thus an
 * object that two APIs share is stored once.
 */
export function createObjectModel(contract: Contract, routes: readonly Route[]): ObjectModel {
  const { sdl, types } = contract.document;
  const schema = buildSchema(String(sdl));
  const annotations = isObject(types) ? types : {};
  const byName = collectionsByName(routes);
  const roles = new Map(mutationRoles(schema).map((role) => [role.name, role]));
  const model: ObjectModel = {
    schema,
    leafValues: createLeafValues(schema, contract),
    statePath: mutationStatePath(contract),
    collectionOf(name) {
      const annotated = findNode(annotations, name)["x-state"];
      if (typeof annotated === "string") return annotated;
      const type = schema.getType(name);
      if (isObjectType(type) && model.idFieldOf(type) !== undefined) return byName.get(foldedName(name));
      return undefined;
    },
    memberOf(type, field) {
      const annotated = findNode(findNode(annotations, type)["fields"], field)["x-state"];
      if (typeof annotated === "string") return annotated;
      return undefined;
    },
    idFieldOf: findIdField,
    possibleTypes: (type) => listPossibleTypes(schema, type),
    relationsOf(name) {
      const type = schema.getType(name);
      if (isObjectType(type)) return listRelations(schema, type);
      return [];
    },
    relationOf: (type, field) => model.relationsOf(type).find((relation) => relation.field === field),
    dependentsOf: (type) =>
      Object.values(schema.getTypeMap()).flatMap((each) => {
        const fields = isObjectType(each) ? each.getFields() : {};
        const relations = isObjectType(each) ? listRelations(schema, each) : [];
        return relations.flatMap(({ field, isMany, type: related }) => {
          if (!isMany && related === type && isNonNullType(fields[field]?.type))
            return [[each as GraphQLObjectType, field] as const];
          return [];
        });
      }),
    roleOf: (mutation) => roles.get(mutation),
  };
  return model;
}

/** Collections of REST operations by the singular of their name. Omits names that several collections have. */
function collectionsByName(routes: readonly Route[]): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { path } of routes) {
    const collection = /^([^{}]+)\/\{[^{}]+\}$/.exec(path)?.[1];
    if (collection === undefined) continue;
    const name = foldedName(singular(collection));
    found.set(name, (found.get(name) ?? new Set()).add(collection));
  }
  return new Map([...found].flatMap(([name, paths]) => (paths.size === 1 ? [[name, [...paths][0] as string]] : [])));
}

function findNode(nodes: Json | undefined, name: string): JsonObject {
  const node = isObject(nodes) && Object.hasOwn(nodes, name) ? nodes[name] : undefined;
  return isObject(node) ? node : {};
}
