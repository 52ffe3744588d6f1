import type { GraphQLObjectType } from "graphql";
import { type Json, connectionItemType, isObject } from "../../contracts/index.ts";
import type { Selection } from "./selection/arguments.ts";
import { connectionMembers } from "./connections.ts";
import { type CompositeType, type GraphqlObject, storedMember } from "./query-objects.ts";
import { type QueryContext, relatedObject, relatedObjects } from "./relations.ts";

/** Field whose type is an object or a list of objects. */
export interface ObjectField extends QueryContext {
  /** Object that the field belongs to. */
  readonly owner: GraphqlObject;
  readonly isRoot: boolean;
  readonly fieldName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly selection: Selection;
  /** True if the field shows the sender of the query. */
  readonly isViewer: boolean;
}

/** Resolves a field to one object. */
export async function resolveObject(type: CompositeType, field: ObjectField): Promise<GraphqlObject | undefined> {
  const { owner, isRoot, fieldName, selection, objects, viewer, model } = field;
  const member = storedMember(model, owner, fieldName);
  if (member === null) return undefined;
  if (isObject(member)) return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index, member);
  const itemType = connectionItemType(model.schema, type);
  if (itemType) return resolveConnection(type as GraphQLObjectType, itemType, field);
  if (!objects.isIdentifiable(type)) return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index);
  const id = selection.id ?? (field.isViewer ? viewer?.id : undefined);
  if (id !== undefined) return objects.find(type, id);
  if (selection.hasFilters) {
    const [found] = await selection.select(await listCandidates(type, field));
    return found;
  }
  if (isRoot && !selection.hasUnknown) return (await objects.all(type))[0];
  return relatedObject(owner, { field: fieldName, type, isMany: false }, field);
}

/** Objects that a field with a filter chooses from: those that refer to its owner, if their type says so. */
async function listCandidates(type: CompositeType, field: ObjectField): Promise<readonly GraphqlObject[]> {
  const { owner, isRoot, model, objects } = field;
  const relation = model.relationsOf(owner.type).find((each) => each.isMany && each.type === type);
  if (isRoot || !relation) return objects.all(type);
  return relatedObjects(owner, relation, field);
}

/** Connection with the items that the arguments select. */
async function resolveConnection(
  type: GraphQLObjectType,
  itemType: GraphQLObjectType,
  field: ObjectField,
): Promise<GraphqlObject> {
  const { owner, fieldName, selection, objects, args } = field;
  const items = await selection.select(await listedObjects(itemType, field));
  const members = connectionMembers(type, items, { args, page: selection.page });
  return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index, members);
}

/** Resolves a field to a list of objects. */
export async function resolveList(type: CompositeType, field: ObjectField): Promise<readonly GraphqlObject[]> {
  const { owner, fieldName, selection, objects, model } = field;
  const member = storedMember(model, owner, fieldName);
  if (member === null) return [];
  if (Array.isArray(member) && member.every((item: Json) => isObject(item)))
    return selection.page(
      member.map((item, index) => objects.embedded(type, `${owner.key}.${fieldName}.${index}`, index, item)),
    );
  if (!objects.isIdentifiable(type))
    return selection.page(
      [0, 1, 2].map((index) => objects.embedded(type, `${owner.key}.${fieldName}.${index}`, index)),
    );
  return selection.page(await selection.select(await listedObjects(type, field)));
}

/** All objects for a field of the query, and the related ones for a field of an object. */
async function listedObjects(type: CompositeType, field: ObjectField): Promise<readonly GraphqlObject[]> {
  const { owner, isRoot, fieldName, objects, model } = field;
  if (isRoot) return objects.listed(type);
  const relation = model.relationOf(owner.type, fieldName) ?? { field: fieldName, type, isMany: true };
  return relatedObjects(owner, relation, field);
}
