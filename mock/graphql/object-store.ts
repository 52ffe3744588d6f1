import type { Stored } from "../state/stored.ts";
import type { GraphQLObjectType } from "graphql";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/generate/index.ts";
import type { Call } from "../calls/call.ts";
import { formatMoment } from "../model/clock.ts";
import { createdNames, updatedNames } from "../resources/members/item-times.ts";
import type { ObjectModel } from "./object-model.ts";
import { unsentMembers } from "./unsent-members.ts";
import { graphql } from "./library.ts";

const { getNamedType, isLeafType } = graphql;

export type Id = string | number;

/** Object of a type: its id, and its stored members, if any. */
export interface ObjectItem {
  readonly id?: Id | undefined;
  readonly index: number;
  readonly stored?: JsonObject;
}

/**
 * Objects of one organization by type. If REST operations have a collection for a type, its objects are the items of
 * that collection. Other types have a few generated objects, and one for every requested id. The first mutation of such
 * a type stores its generated objects in a separate collection, which then has all objects.
 */
export interface ObjectStore {
  list(type: GraphQLObjectType): Promise<readonly ObjectItem[]>;
  find(type: GraphQLObjectType, id: Id): Promise<ObjectItem | undefined>;
  add(type: GraphQLObjectType, members: JsonObject): Promise<Id>;
  /** Changes members of an object. Returns false if no object has the id. */
  change(type: GraphQLObjectType, id: Id, members: JsonObject): Promise<boolean>;
  remove(type: GraphQLObjectType, id: Id): Promise<boolean>;
  /** True if a mutation has written an object of the type. */
  isWritten(type: GraphQLObjectType): Promise<boolean>;
  /** True if a mutation has created an object of the type. */
  hasCreated(type: GraphQLObjectType): Promise<boolean>;
  /** Ids of the generated objects. */
  generatedIds(type: GraphQLObjectType): readonly Id[];
}

/** Number of generated objects per type. */
const GENERATED_COUNT = 3;

/** Prefix of generated ids: "brand_network". */
export function toIdPrefix(type: string): string {
  return type.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** Creates the store of an organization. `idOf` returns the id of a stored object. */
export function createObjectStore(
  model: ObjectModel,
  { store, seed, now, world: { organization } }: Call,
  idOf: (type: GraphQLObjectType, stored: JsonObject, index: number) => Id | undefined,
): ObjectStore {
  return {
    async list(type) {
      const collection = await findCollection(type);
      if (collection === undefined) return generatedIds(type).map((id, index) => ({ id, index }));
      const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
      const { items } = await store.list(organization, collection, page);
      return items.map((item, index) => toObjectItem(type, item, index));
    },
    async find(type, id) {
      const collection = await findCollection(type);
      if (collection === undefined) return { id, index: findObjectIndex(type, id) };
      const stored = await store.read({ organization, collection, id: String(id) });
      const item = stored && toObjectItem(type, stored, findObjectIndex(type, id));
      if (item && String(item.id) === String(id)) return item;
      // The id for REST operations may be another member than the id of the schema.
      return (await this.list(type)).find((each) => String(each.id) === String(id));
    },
    async add(type, members) {
      const collection = await writableCollection(type);
      const id = givenId(type, members) ?? generatedId(type, GENERATED_COUNT + (await store.next(organization)));
      const sequence = (await store.next(organization)) + GENERATED_COUNT;
      const whole = { ...timesOfWrite(type, [createdNames, updatedNames]), ...members, ...toIdMember(type, id) };
      await store.change(toObjectAddress(collection, id), () => ({
        value: { ...unsentMembers(model, type, { whole, sequence }), ...whole },
      }));
      await store.change(toObjectAddress(model.statePath, type.name), () => ({
        value: { type: type.name, created: true },
      }));
      return id;
    },
    async change(type, id, members) {
      if (!(await this.find(type, id))) return false;
      const collection = await writableCollection(type);
      await store.change(toObjectAddress(collection, id), (current) => ({
        value: { ...current?.value, ...timesOfWrite(type, [updatedNames]), ...members, ...toIdMember(type, id) },
      }));
      return true;
    },
    async remove(type, id) {
      const collection = await writableCollection(type);
      const exists = (await store.read(toObjectAddress(collection, id))) !== undefined;
      if (exists) await store.change(toObjectAddress(collection, id), () => null);
      return exists;
    },
    async isWritten(type) {
      return (await store.read(toObjectAddress(model.statePath, type.name))) !== undefined;
    },
    async hasCreated(type) {
      return (await store.read(toObjectAddress(model.statePath, type.name)))?.value["created"] === true;
    },
    generatedIds,
  };

  /** Collection of a type. Undefined while its objects are generated. */
  async function findCollection(type: GraphQLObjectType): Promise<string | undefined> {
    const restCollection = model.collectionOf(type.name);
    if (restCollection !== undefined) return restCollection;
    return (await store.read(toObjectAddress(model.statePath, type.name))) && mutationCollection(type);
  }

  /** Collection for writes. The first write stores the generated objects, too. */
  async function writableCollection(type: GraphQLObjectType): Promise<string> {
    const collection = mutationCollection(type);
    if (await store.read(toObjectAddress(model.statePath, type.name))) return collection;
    for (const id of generatedIds(type))
      await store.change(toObjectAddress(collection, id), (current) => current ?? { value: toIdMember(type, id) });
    await store.change(toObjectAddress(model.statePath, type.name), () => ({ value: { type: type.name } }));
    return collection;
  }

  function mutationCollection({ name }: GraphQLObjectType): string {
    return `${model.statePath}/${name}`;
  }

  function toObjectAddress(collection: string, id: Id) {
    return { organization, collection, id: String(id) };
  }

  function toObjectItem(type: GraphQLObjectType, { value }: Stored, index: number): ObjectItem {
    return { id: idOf(type, value, index), index, stored: value };
  }

  function toIdMember(type: GraphQLObjectType, id: Id): JsonObject {
    return { [model.idFieldOf(type) ?? "id"]: id };
  }

  /** Values of the fields for the time of a write. */
  function timesOfWrite(type: GraphQLObjectType, names: readonly RegExp[]): JsonObject {
    const fields = Object.values(type.getFields()).filter(
      ({ name, type: of }) => names.some((each) => each.test(name)) && isLeafType(getNamedType(of)),
    );
    return Object.fromEntries(fields.map(({ name }) => [name, formatMoment(now)]));
  }

  function givenId(type: GraphQLObjectType, members: JsonObject): Id | undefined {
    const id: Json | undefined = members[model.idFieldOf(type) ?? "id"];
    if (typeof id === "string" || typeof id === "number") return id;
    return undefined;
  }

  function generatedIds(type: GraphQLObjectType): readonly Id[] {
    return Array.from({ length: GENERATED_COUNT }, (_, index) => generatedId(type, index));
  }

  /** Id of a generated object: a number from 1, or a seeded text. */
  function generatedId(type: GraphQLObjectType, index: number): Id {
    const idType = type.getFields()[model.idFieldOf(type) ?? ""]?.type;
    if (idType && getNamedType(idType).name === "Int") return index + 1;
    return `${toIdPrefix(type.name)}_${seededHex(`${seed} ${organization} ${type.name} ${index}`, 8)}`;
  }

  function findObjectIndex(type: GraphQLObjectType, id: Id): number {
    const index = generatedIds(type).findIndex((each) => String(each) === String(id));
    if (index < 0) return Math.abs(seededNumber(String(id))) % GENERATED_COUNT;
    return index;
  }
}
