import { type Json, isObject } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import { type ArgumentFilter, readArguments } from "./arguments.ts";
import type { ObjectModel } from "./object-model.ts";
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
  readonly filter: ArgumentFilter;
  /** True if the field shows the sender of the query. */
  readonly isViewer: boolean;
}

/** Resolves a field to one object. */
export async function resolveObject(type: CompositeType, field: ObjectField): Promise<GraphqlObject | undefined> {
  const { owner, isRoot, fieldName, filter, objects, viewer, model } = field;
  const member = storedMember(model, owner, fieldName);
  if (member === null) return undefined;
  if (isObject(member)) return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index, member);
  if (!objects.isIdentifiable(type)) return objects.embedded(type, `${owner.key}.${fieldName}`, owner.index);
  const id = filter.id ?? (field.isViewer ? viewer?.id : undefined) ?? idMember(field);
  if (id !== undefined) return objects.find(type, id);
  const all = await objects.all(type);
  if (filter.hasFilters) return all.find((object) => filter.accepts(object, objects));
  if (isRoot && !filter.hasUnknown) return all[0];
  // Without a stored relation, a seeded choice is the same each time.
  const choice = owner.id === undefined && !isRoot ? owner.index : Math.abs(seededNumber(`${owner.key}.${fieldName}`));
  return objects.choose(type, all, choice);
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
  if (!objects.isIdentifiable(type))
    return filter.page([0, 1, 2].map((index) => objects.embedded(type, `${owner.key}.${fieldName}.${index}`, index)));
  const all = await objects.all(type);
  const related = isRoot ? all : await relatedTo(type, all, field);
  return filter.page(related.filter((object) => filter.accepts(object, objects)));
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
        resolveObject(ownerType, { ...field, owner: object, isRoot: false, fieldName, filter, isViewer: false }),
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
