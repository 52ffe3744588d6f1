import type { GraphQLObjectType, GraphQLOutputType } from "graphql";
import {
  type CompositeType,
  type Json,
  type JsonObject,
  foldedName,
  isEntity,
  omitUndefined,
} from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import type { Call } from "../calls/call.ts";
import type { ObjectModel } from "./object-model.ts";
import { coerceOutput } from "./coerce-output.ts";
import { type Id, type ObjectItem, type ObjectStore, createObjectStore, toIdPrefix } from "./object-store.ts";

export type { CompositeType } from "../../contracts/index.ts";

/** Object in a query. The values of its fields are stored, or generated on demand. */
export interface GraphqlObject {
  /** Name of its object type. */
  readonly type: string;
  /** Seed of its generated fields. */
  readonly key: string;
  /** Undefined for an embedded object. */
  readonly id?: Id;
  /** Position of the object in its list. */
  readonly index: number;
  /** Stored members of the object. */
  readonly stored?: JsonObject;
}

/** Objects of an organization, cached for one query. */
export interface QueryObjects {
  /** All objects of a type, in the order of creation. */
  all(type: CompositeType): Promise<readonly GraphqlObject[]>;
  /** The objects of a type that the query lists: without the generated ones, once a mutation has created one. */
  listed(type: CompositeType): Promise<readonly GraphqlObject[]>;
  /** The objects of a type that no mutation has created. */
  initial(type: CompositeType): Promise<readonly GraphqlObject[]>;
  find(type: CompositeType, id: Id): Promise<GraphqlObject | undefined>;
  /** Picks an object by a number. Stays the same while that object exists, whatever else is written. */
  choose(type: CompositeType, candidates: readonly GraphqlObject[], choice: number): GraphqlObject | undefined;
  /** Object that is embedded in another one or in the query. */
  embedded(type: CompositeType, key: string, index: number, stored?: JsonObject): GraphqlObject;
  /** True if objects of a type have an id or a collection. Otherwise they are always embedded. */
  isIdentifiable(type: CompositeType): boolean;
  /** Value of a scalar or enum field. */
  leafValue(object: GraphqlObject, field: string): Json;
  readonly store: ObjectStore;
  readonly now: number;
  /** Cached result of `compute` under a name. */
  cached<T>(name: string, compute: () => Promise<T>): Promise<T>;
  /** Clears the cache. Called before a write. */
  clearCache(): void;
}

/** Creates the objects for one query. */
export function createQueryObjects(model: ObjectModel, call: Call): QueryObjects {
  const { seed, world } = call;
  const store = createObjectStore(model, call, (type, stored, index) => {
    const field = model.idFieldOf(type);
    if (field === undefined) return undefined;
    return leafValue(embedded(type, `${type.name} ${index}`, index, stored), field) as Id;
  });
  const cache = new Map<string, Promise<unknown>>();
  const leavesOfObjects = new WeakMap<GraphqlObject, JsonObject>();
  return {
    all: listObjects,
    listed: listVisible,
    initial,
    find: findObject,
    choose: chooseObject,
    embedded,
    isIdentifiable,
    leafValue,
    store,
    now: call.now,
    cached,
    clearCache: () => cache.clear(),
  };

  function cached<T>(name: string, compute: () => Promise<T>): Promise<T> {
    let promise = cache.get(name);
    if (!promise) cache.set(name, (promise = compute()));
    return promise as Promise<T>;
  }

  function listObjects(type: CompositeType): Promise<readonly GraphqlObject[]> {
    return cached(type.name, () => loadAll(type));
  }

  async function loadAll(type: CompositeType): Promise<readonly GraphqlObject[]> {
    const identifiable = model.possibleTypes(type).filter(isIdentifiable);
    const groups = await Promise.all(
      identifiable.map(async (each) => (await store.list(each)).map((item) => toGraphqlObject(each, item))),
    );
    return groups.flat();
  }

  async function listVisible(type: CompositeType): Promise<readonly GraphqlObject[]> {
    const all = await listObjects(type);
    const untouched = new Set<GraphqlObject>();
    for (const each of model.possibleTypes(type)) {
      if (!(await store.hasCreated(each))) continue;
      const generated = store.generatedIds(each).map(String);
      for (const object of all) {
        const isChanged = Object.keys(object.stored ?? {}).length > 1;
        if (object.type === each.name && generated.includes(String(object.id)) && !isChanged) untouched.add(object);
      }
    }
    return all.filter((object) => !untouched.has(object));
  }

  async function initial(type: CompositeType): Promise<readonly GraphqlObject[]> {
    const generated = new Set(model.possibleTypes(type).flatMap((each) => store.generatedIds(each).map(String)));
    const all = await listObjects(type);
    return all.filter(({ type: of, id }) => model.collectionOf(of) !== undefined || generated.has(String(id)));
  }

  async function findObject(type: CompositeType, id: Id): Promise<GraphqlObject | undefined> {
    for (const each of byLikelihood(model.possibleTypes(type).filter(isIdentifiable), id)) {
      const item = await store.find(each, id);
      if (item) return toGraphqlObject(each, item);
    }
    return undefined;
  }

  /** Types that an id may belong to, the most likely first: stored types, the type that its prefix names, others. */
  function byLikelihood(types: readonly GraphQLObjectType[], id: Id): readonly GraphQLObjectType[] {
    const rankType = ({ name }: GraphQLObjectType): number => {
      if (model.collectionOf(name) !== undefined) return 0;
      if (String(id).startsWith(`${toIdPrefix(name)}_`)) return 1;
      return 2;
    };
    const start = types.length === 0 ? 0 : Math.abs(seededNumber(String(id))) % types.length;
    const rotated = [...types.slice(start), ...types.slice(0, start)];
    // Only its own type has an object with an id that the mock made.
    const made = rotated.filter((each) => rankType(each) === 1);
    const stored = rotated.filter((each) => rankType(each) === 0);
    if (made.length > 0) return [...stored, ...made];
    return rotated.toSorted((one, other) => rankType(one) - rankType(other));
  }

  function toGraphqlObject({ name }: GraphQLObjectType, { id, index, stored }: ObjectItem): GraphqlObject {
    return omitUndefined({
      type: name,
      key: `${name} ${id ?? index}`,
      index,
      id,
      stored,
    });
  }

  function embedded(type: CompositeType, key: string, index: number, stored?: JsonObject): GraphqlObject {
    const types = model.possibleTypes(type);
    const choice = types.length === 1 ? 0 : (Math.abs(seededNumber(key)) + index) % types.length;
    return omitUndefined({ type: (types[choice] as GraphQLObjectType).name, key, index, stored });
  }

  function isIdentifiable(type: CompositeType): boolean {
    return (
      isEntity(model.schema, type) ||
      model.possibleTypes(type).some((each) => model.collectionOf(each.name) !== undefined)
    );
  }

  function leafValue(object: GraphqlObject, field: string): Json {
    const { id, stored } = object;
    const type = model.schema.getType(object.type) as GraphQLObjectType;
    const outputType = type.getFields()[field]?.type as GraphQLOutputType;
    const known = stored && coerceOutput(outputType, storedMember(model, object, field));
    if (known !== undefined) return known;
    if (id !== undefined && field === model.idFieldOf(type)) return id;
    return generatedLeaves(object)[field] ?? null;
  }

  /** Generated values of all leaf fields of an object, consistent with its stored values. */
  function generatedLeaves(object: GraphqlObject): JsonObject {
    let leaves = leavesOfObjects.get(object);
    if (!leaves) {
      const known = object.stored ? storedLeaves(object) : {};
      const name = `${seed} ${world.organization} ${object.key}`;
      leavesOfObjects.set(object, (leaves = model.leafValues.generate(object.type, { name, known })));
    }
    return leaves;
  }

  function storedLeaves(object: GraphqlObject): JsonObject {
    const fields = Object.values((model.schema.getType(object.type) as GraphQLObjectType).getFields());
    return Object.fromEntries(
      fields.flatMap(({ name, type }) => {
        const known = coerceOutput(type, storedMember(model, object, name));
        return known === undefined ? [] : [[name, known]];
      }),
    );
  }

  function chooseObject(
    type: CompositeType,
    candidates: readonly GraphqlObject[],
    choice: number,
  ): GraphqlObject | undefined {
    const generated = model
      .possibleTypes(type)
      .filter((each) => isIdentifiable(each) && model.collectionOf(each.name) === undefined)
      .flatMap((each) => store.generatedIds(each).map((id) => ({ type: each.name, id: String(id) })));
    const preferred = generated[choice % Math.max(1, generated.length)];
    const existing =
      preferred && candidates.find(({ type: of, id }) => of === preferred.type && String(id) === preferred.id);
    return existing ?? candidates[choice % Math.max(1, candidates.length)];
  }
}

/** Stored value of a field: of the member that the schema names, or of the member with the field's name. */
export function storedMember(
  model: ObjectModel,
  { type, stored = {} }: GraphqlObject,
  field: string,
): Json | undefined {
  const annotated = model.memberOf(type, field);
  if (annotated !== undefined) {
    if (Object.hasOwn(stored, annotated)) return stored[annotated];
    return null;
  }
  const name = Object.keys(stored).find((each) => foldedName(each) === foldedName(field));
  if (name === undefined) return undefined;
  return stored[name];
}
