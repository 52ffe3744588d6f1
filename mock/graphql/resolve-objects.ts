import type { GraphQLObjectType } from "graphql";
import { type Json, isObject } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import { type ArgumentFilter, readArguments } from "./arguments.ts";
import type { ObjectModel } from "./object-model.ts";
import { connectionItemType, connectionMembers } from "./connections.ts";
import { graphql } from "./library.ts";
import { type CompositeType, type GraphqlObject, type QueryObjects, storedMember } from "./query-objects.ts";
import type { AudiencePolicy, Viewer } from "../model/audience-policy.ts";

const { getNamedType, getNullableType, isListType, isObjectType } = graphql;

/** Context of all fields of a query. */
export interface QueryContext {
  readonly model: ObjectModel;
  readonly objects: QueryObjects;
  /** Undefined if the provider restricts no part of a schema. */
  readonly policy: AudiencePolicy | undefined;
  readonly viewer: Viewer | undefined;
}

/** Field whose type is an object or a list of objects. */
export interface ObjectField extends QueryContext {
  /** Object that the field belongs to. */
  readonly owner: GraphqlObject;
  readonly isRoot: boolean;
  readonly fieldName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly filter: ArgumentFilter;
  /** True if the schema does not allow null. */
  readonly isRequired: boolean;
  /** True if the field shows the sender of the query. */
  readonly isViewer: boolean;
}

/** Resolves a field to one object. */
export async function resolveObject(type: CompositeType, field: ObjectField): Promise<GraphqlObject | undefined> {
  const { owner, isRoot, fieldName, filter, objects, viewer, model } = field;
  const member = storedMember(model, owner, fieldName);
  if (member === null) return undefined;
  if (isObject(member)) return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index, member);
  const itemType = connectionItemType(type, objects);
  if (itemType) return resolveConnection(type as GraphQLObjectType, itemType, field);
  if (!objects.isIdentifiable(type)) return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index);
  const id = filter.id ?? (field.isViewer ? viewer?.id : undefined);
  if (id !== undefined) return objects.find(type, id);
  const reference = idMember(field);
  if (reference !== undefined) return (await objects.find(type, reference)) ?? unknownReference(type, reference, field);
  const all = await objects.all(type);
  if (filter.hasFilters) return all.find((object) => filter.accepts(object, objects));
  if (isRoot && !filter.hasUnknown) return all[0];
  // Without a stored relation, a seeded choice is the same each time.
  const choice = owner.id === undefined && !isRoot ? owner.index : Math.abs(seededNumber(`${owner.key}.${fieldName}`));
  return objects.choose(type, all, choice);
}

/** Object for a required field that refers to an unknown object: it has the id, and generated values. */
function unknownReference(
  type: CompositeType,
  id: string | number,
  { owner, fieldName, objects, model, isRequired }: ObjectField,
): GraphqlObject | undefined {
  const idField = isObjectType(type) ? model.idFieldOf(type) : undefined;
  if (!isRequired || idField === undefined) return undefined;
  return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index, { [idField]: id });
}

/** Connection with the items that the arguments select. */
async function resolveConnection(
  type: GraphQLObjectType,
  itemType: GraphQLObjectType,
  field: ObjectField,
): Promise<GraphqlObject> {
  const { owner, isRoot, fieldName, filter, objects, args } = field;
  const all = await objects.all(itemType);
  const related = isRoot ? all : await relatedTo(itemType, all, field);
  const items = related.filter((object) => filter.accepts(object, objects));
  return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index, connectionMembers(type, items, args));
}

/** Resolves a field to a list of objects. */
export async function resolveList(type: CompositeType, field: ObjectField): Promise<readonly GraphqlObject[]> {
  const { owner, isRoot, fieldName, filter, objects, model } = field;
  const member = storedMember(model, owner, fieldName);
  if (member === null) return [];
  if (Array.isArray(member) && member.every((item: Json) => isObject(item)))
    return filter.page(
      member.map((item, index) => objects.embedded(type, `${owner.key}.${fieldName}.${index}`, index, item)),
    );
  const ids = storedMember(model, owner, `${fieldName}_ids`);
  if (Array.isArray(ids)) return findAll(type, ids, objects);
  if (!objects.isIdentifiable(type))
    return filter.page([0, 1, 2].map((index) => objects.embedded(type, `${owner.key}.${fieldName}.${index}`, index)));
  const all = await objects.all(type);
  const related = isRoot ? all : await relatedTo(type, all, field);
  return filter.page(related.filter((object) => filter.accepts(object, objects)));
}

async function findAll(
  type: CompositeType,
  ids: readonly Json[],
  objects: QueryObjects,
): Promise<readonly GraphqlObject[]> {
  const found = await Promise.all(ids.map((id) => objects.find(type, String(id))));
  return found.filter((object) => object !== undefined);
}

/** Objects that refer back to the owner, if their type has exactly one field for that. Otherwise all objects. */
async function relatedTo(
  type: CompositeType,
  all: readonly GraphqlObject[],
  field: ObjectField,
): Promise<readonly GraphqlObject[]> {
  const { owner, model, objects } = field;
  const backReferences = Object.values(isObjectType(type) ? type.getFields() : {}).filter(
    (each) => getNamedType(each.type).name === owner.type && !isListType(getNullableType(each.type)),
  );
  const [backReference] = backReferences;
  const ownerType = model.schema.getType(owner.type);
  if (!backReference || backReferences.length > 1 || !isObjectType(ownerType) || owner.id === undefined) return all;
  const filter = readArguments(ownerType, {}, model);
  const fieldName = backReference.name;
  const byOwner = await objects.cached(`${type.name} by ${owner.type}`, async () => {
    const owners = await Promise.all(
      all.map((object) =>
        resolveObject(ownerType, {
          ...field,
          owner: object,
          isRoot: false,
          fieldName,
          args: {},
          filter,
          isViewer: false,
          isRequired: false,
        }),
      ),
    );
    return Map.groupBy(all, (_, index) => owners[index]?.id);
  });
  return byOwner.get(owner.id) ?? [];
}

/** Id by which a stored object refers to another one: "brand_id" for its brand. */
function idMember({ owner, fieldName, model }: ObjectField): string | number | undefined {
  const id = owner.stored && storedMember(model, owner, `${fieldName}_id`);
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
