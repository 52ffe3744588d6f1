import { type Json, type Relation, isObject } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import type { ObjectModel } from "./object-model.ts";
import { graphql } from "./library.ts";
import type { Id } from "./object-store.ts";
import { type CompositeType, type GraphqlObject, type QueryObjects, storedMember } from "./query-objects.ts";
import type { AudiencePolicy, Viewer } from "../model/audience-policy.ts";

const { isNonNullType, isObjectType } = graphql;

/** Context of all fields of a query. */
export interface QueryContext {
  readonly model: ObjectModel;
  readonly objects: QueryObjects;
  /** Undefined if the provider restricts no part of a schema. */
  readonly policy: AudiencePolicy | undefined;
  readonly viewer: Viewer | undefined;
  /** Parts of the query that were not understood. */
  readonly notes: Set<string>;
  /** Objects that the filters of the query may still be compared with. */
  readonly filtering: { left: number };
}

/** The objects that an object is related to: the one that it refers to, or the many that a list shows. */
export async function relatedObjects(
  owner: GraphqlObject,
  relation: Relation,
  context: QueryContext,
): Promise<readonly GraphqlObject[]> {
  if (relation.isMany) return relatedList(owner, relation, context);
  const related = await relatedObject(owner, relation, context);
  return related ? [related] : [];
}

/** The object that a stored or generated object refers to. */
export async function relatedObject(
  owner: GraphqlObject,
  { field, type }: Relation,
  { model, objects }: QueryContext,
): Promise<GraphqlObject | undefined> {
  const key = `${owner.key}.${field}`;
  const member = storedMember(model, owner, field);
  if (isObject(member)) return objects.embedded(type, key, owner.index, member);
  const reference = isObjectId(member) ? member : owner.stored && storedMember(model, owner, `${field}_id`);
  if (member === null || reference === null) return undefined;
  if (isObjectId(reference)) return (await objects.find(type, reference)) ?? unknownReference(reference);
  // Without a stored relation, a seeded choice is the same each time.
  const isRoot = model.schema.getQueryType()?.name === owner.type;
  const choice = owner.id === undefined && !isRoot ? owner.index : Math.abs(seededNumber(key));
  return objects.choose(type, await objects.all(type), choice);

  /** Object for a required field that refers to an unknown object: it has the id, and generated values. */
  function unknownReference(id: Id): GraphqlObject | undefined {
    const ownerType = model.schema.getType(owner.type);
    const isRequired = isObjectType(ownerType) && isNonNullType(ownerType.getFields()[field]?.type);
    const idField = isObjectType(type) ? model.idFieldOf(type) : undefined;
    if (isRequired && idField !== undefined) return objects.embedded(type, key, owner.index, { [idField]: id });
    return undefined;
  }
}

async function relatedList(
  owner: GraphqlObject,
  relation: Relation,
  context: QueryContext,
): Promise<readonly GraphqlObject[]> {
  const { field, type, inverse, mutual } = relation;
  const { model, objects } = context;
  const ids = storedMember(model, owner, `${field}_ids`);
  const own = Array.isArray(ids) ? await findAll(type, ids, objects) : undefined;
  if (inverse !== undefined && owner.id !== undefined)
    return own ?? (await groupByOwner(type, inverse, context)).get(`${owner.type} ${owner.id}`) ?? [];
  const all = await objects.all(type);
  const others = mutual === undefined ? [] : all.filter((each) => refersTo(each, mutual, owner, model));
  if (own || others.length > 0)
    return [...(own ?? []), ...others.filter(({ id }) => !own?.some((each) => each.id === id))];
  return objects.initial(type);
}

/** True if a list of an object has another object. */
function refersTo(object: GraphqlObject, list: string, other: GraphqlObject, model: ObjectModel): boolean {
  const ids = storedMember(model, object, `${list}_ids`);
  return Array.isArray(ids) && other.id !== undefined && ids.map(String).includes(String(other.id));
}

/** All objects of a type by the owner that each refers to. */
function groupByOwner(
  type: CompositeType,
  inverse: string,
  context: QueryContext,
): Promise<ReadonlyMap<string, readonly GraphqlObject[]>> {
  const { model, objects } = context;
  return objects.cached(`${type.name} by ${inverse}`, async () => {
    const all = await objects.all(type);
    const owners = await Promise.all(
      all.map((object) => {
        const relation = model.relationOf(object.type, inverse);
        return relation && relatedObject(object, relation, context);
      }),
    );
    return Map.groupBy(all, (_, index) => `${owners[index]?.type} ${owners[index]?.id ?? owners[index]?.key}`);
  });
}

async function findAll(
  type: CompositeType,
  ids: readonly Json[],
  objects: QueryObjects,
): Promise<readonly GraphqlObject[]> {
  const found = await Promise.all(ids.map((id) => objects.find(type, String(id))));
  return found.filter((object) => object !== undefined);
}

/** True for the id of an object: a text or a number. */
export function isObjectId(value: unknown): value is Id {
  return typeof value === "string" || typeof value === "number";
}
