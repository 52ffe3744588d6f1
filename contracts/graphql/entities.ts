import type { GraphQLAbstractType, GraphQLField, GraphQLObjectType, GraphQLSchema, GraphQLType } from "graphql";
import { graphqlLibrary } from "../parsing/graphql-library.ts";
import { foldedName } from "../text/folded.ts";

/** Type whose values are objects. */
export type CompositeType = GraphQLObjectType | GraphQLAbstractType;

/** Relation between the objects of two types, which a field of one of them shows. */
export interface Relation {
  readonly field: string;
  /** Type of the related objects, not of the connection around them. */
  readonly type: CompositeType;
  readonly isMany: boolean;
  /** Field of a related object that refers back to the one object: "repository" for `Repository.issues`. */
  readonly inverse?: string;
  /** List of a related object that refers back to many: "collections" for `Product` in `Collection.products`. */
  readonly mutual?: string;
}

const idNames = ["id", "_id", "uuid", "key", "slug"];
const listNames = ["nodes", "items", "results", "data", "records", "entries"];

/** Field with the id of an object. Undefined if nothing identifies it. */
export function findIdField(type: GraphQLObjectType): string | undefined {
  const { getNamedType, isLeafType } = graphqlLibrary();
  const fields = type.getFields();
  return idNames.find((name) => {
    const fieldType = fields[name]?.type;
    return fieldType !== undefined && isLeafType(getNamedType(fieldType)) && !isGraphqlList(fieldType);
  });
}

/** Object types that a value of a type can have. */
export function listPossibleTypes(schema: GraphQLSchema, type: CompositeType): readonly GraphQLObjectType[] {
  if (graphqlLibrary().isAbstractType(type)) return schema.getPossibleTypes(type);
  return [type];
}

/** True if a type is that of objects with an id, or of one of several such objects. */
export function isEntity(schema: GraphQLSchema, type: unknown): type is CompositeType {
  const { isCompositeType } = graphqlLibrary();
  if (!isCompositeType(type)) return false;
  return listPossibleTypes(schema, type).some((each) => !isRootType(schema, each) && findIdField(each) !== undefined);
}

/** True for the types of queries, mutations and subscriptions. */
export function isRootType(schema: GraphQLSchema, type: unknown): boolean {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type as never);
}

/** Type of the objects in a connection (Relay Cursor Connections) or in another page of a list. Undefined for other types. */
export function connectionItemType(schema: GraphQLSchema, type: unknown): GraphQLObjectType | undefined {
  const { isObjectType, getNamedType } = graphqlLibrary();
  if (!isObjectType(type) || isRootType(schema, type) || findIdField(type) !== undefined) return undefined;
  const edge = listedType(type, "edges");
  const node = edge?.getFields()["node"];
  const item = node ? getNamedType(node.type) : listNames.map((name) => listedType(type, name)).find(Boolean);
  if (isObjectType(item) && isEntity(schema, item)) return item;
  return undefined;
}

/** Name of the list with the items of a connection, beside its edges. */
export function findItemList(type: GraphQLObjectType): string | undefined {
  return listNames.find((name) => listedType(type, name) !== undefined);
}

function listedType(type: GraphQLObjectType, name: string): GraphQLObjectType | undefined {
  const { getNamedType, isObjectType } = graphqlLibrary();
  const field = type.getFields()[name];
  if (!field || !isGraphqlList(field.type)) return undefined;
  const item = getNamedType(field.type);
  return isObjectType(item) ? item : undefined;
}

/** True for a list, which may be required. */
export function isGraphqlList(type: GraphQLType): boolean {
  const { getNullableType, isListType } = graphqlLibrary();
  return isListType(getNullableType(type));
}

const relationsByType = new WeakMap<GraphQLObjectType, readonly Relation[]>();

/** Relations of the objects of a type to other objects. */
export function listRelations(schema: GraphQLSchema, type: GraphQLObjectType): readonly Relation[] {
  let relations = relationsByType.get(type);
  if (!relations) {
    relations = Object.values(type.getFields()).flatMap((field) => readRelation(schema, type, field) ?? []);
    relationsByType.set(type, relations);
  }
  return relations;
}

function readRelation(
  schema: GraphQLSchema,
  owner: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
): Relation | undefined {
  const reference = readReference(schema, field);
  const { isObjectType } = graphqlLibrary();
  if (!reference || !reference.isMany || !isObjectType(reference.type)) return reference;
  const back = Object.values(reference.type.getFields()).flatMap((each) => {
    const found = readReference(schema, each);
    if (found && listPossibleTypes(schema, found.type).includes(owner)) return [found];
    return [];
  });
  const inverse = chooseInverse(reference, owner, back);
  if (inverse !== undefined) return { ...reference, inverse };
  const mutual = reference.type === owner ? undefined : back.find(({ isMany }) => isMany)?.field;
  if (mutual === undefined) return reference;
  return { ...reference, mutual };
}

function readReference(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): Relation | undefined {
  const type = graphqlLibrary().getNamedType(field.type);
  const item = connectionItemType(schema, type);
  if (item) return { field: field.name, type: item, isMany: true };
  if (isEntity(schema, type)) return { field: field.name, type, isMany: isGraphqlList(field.type) };
  return undefined;
}

/** The field by which many objects refer to their one owner: the only one, or the one that the names of both tell. */
function chooseInverse(
  { field, type }: Relation,
  owner: GraphQLObjectType,
  back: readonly Relation[],
): string | undefined {
  const names = back.filter(({ isMany }) => !isMany).map((each) => each.field);
  if (type === owner) {
    const isTree = /child|sub|repl|descendant/i.test(field);
    if (isTree) return names.find((name) => /parent|reply|super/i.test(name));
    return undefined;
  }
  if (names.length < 2) return names[0];
  const folded = foldedName(field);
  return (
    names.find((name) => folded.includes(foldedName(name).slice(0, 5))) ??
    names.find((name) => foldedName(name) === foldedName(owner.name))
  );
}

/** A type of objects that an id identifies. */
export interface EntityType {
  readonly name: string;
  /** Field with the id. */
  readonly id: string;
  readonly relations: readonly Relation[];
}

/** The types of objects in a schema. */
export function findEntityTypes(schema: GraphQLSchema): readonly EntityType[] {
  const { isObjectType } = graphqlLibrary();
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    const id = isObjectType(type) && isEntity(schema, type) ? findIdField(type) : undefined;
    if (isObjectType(type) && id !== undefined)
      return [{ name: type.name, id, relations: listRelations(schema, type) }];
    return [];
  });
}
