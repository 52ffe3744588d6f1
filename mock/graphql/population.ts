import type { Stored } from "../state/stored.ts";
import type { GraphQLObjectType } from "graphql";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/generate/index.ts";
import type { Call } from "../calls/call.ts";
import { timeOf } from "../model/clock.ts";
import { createdNames, updatedNames } from "../resources/representation.ts";
import type { Design } from "./design.ts";
import { graphql } from "./library.ts";

const { getNamedType, isLeafType } = graphql;

export type Id = string | number;

/** One object of a type: its id, and what state has of it, if anything. */
export interface Item {
  readonly id?: Id | undefined;
  readonly index: number;
  readonly kept?: JsonObject;
}

/**
 * The objects of each type that one organization has. Those of a type that REST operations keep are theirs. Of any other
 * type there are a few made-up ones, and one for every id that is asked for, until the first of them is written: from
 * then on they are kept, in a collection of their own.
 */
export interface Population {
  list(type: GraphQLObjectType): Promise<readonly Item[]>;
  find(type: GraphQLObjectType, id: Id): Promise<Item | undefined>;
  add(type: GraphQLObjectType, members: JsonObject): Promise<Id>;
  /** Changes some members of an object, if there is one with the id. */
  change(type: GraphQLObjectType, id: Id, members: JsonObject): Promise<boolean>;
  remove(type: GraphQLObjectType, id: Id): Promise<boolean>;
  /** The ids of those that are made up. */
  madeUpIds(type: GraphQLObjectType): readonly Id[];
}

/** Of a type that is made up, there are so many. */
const MADE_UP = 3;

/** What made-up ids begin with: "brand_network". */
export function prefixOf(type: string): string {
  return type.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

/** `idOf` tells the id of an object that state has. */
export function createPopulation(
  design: Design,
  { store, seed, now, world: { organization } }: Call,
  idOf: (type: GraphQLObjectType, kept: JsonObject, index: number) => Id | undefined,
): Population {
  return {
    async list(type) {
      const collection = await collectionOf(type);
      if (collection === undefined) return madeUpIds(type).map((id, index) => ({ id, index }));
      const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
      const { items } = await store.list(organization, collection, page);
      return items.map((item, index) => itemOf(type, item, index));
    },
    async find(type, id) {
      const collection = await collectionOf(type);
      if (collection === undefined) return { id, index: indexOf(type, id) };
      const stored = await store.read({ organization, collection, id: String(id) });
      const item = stored && itemOf(type, stored, indexOf(type, id));
      if (item && String(item.id) === String(id)) return item;
      // What REST operations call the id of an item may be another member than the one that the schema calls so.
      return (await this.list(type)).find((each) => String(each.id) === String(id));
    },
    async add(type, members) {
      const collection = await writable(type);
      const id = givenId(type, members) ?? idFor(type, MADE_UP + (await store.next(organization)));
      await store.change(addressOf(collection, id), () => ({
        value: { ...times(type, [createdNames, updatedNames]), ...members, ...identity(type, id) },
      }));
      return id;
    },
    async change(type, id, members) {
      if (!(await this.find(type, id))) return false;
      const collection = await writable(type);
      await store.change(addressOf(collection, id), (current) => ({
        value: { ...current?.value, ...times(type, [updatedNames]), ...members, ...identity(type, id) },
      }));
      return true;
    },
    async remove(type, id) {
      const collection = await writable(type);
      const isThere = (await store.read(addressOf(collection, id))) !== undefined;
      if (isThere) await store.change(addressOf(collection, id), () => null);
      return isThere;
    },
    madeUpIds,
  };

  /** Where the objects of a type are; nothing where they are made up so far. */
  async function collectionOf(type: GraphQLObjectType): Promise<string | undefined> {
    const kept = design.collectionOf(type.name);
    if (kept !== undefined) return kept;
    return (await store.read(addressOf(design.home, type.name))) && ownCollection(type);
  }

  /** Where objects of a type are written; the made-up ones are the first of them. */
  async function writable(type: GraphQLObjectType): Promise<string> {
    const collection = ownCollection(type);
    if (await store.read(addressOf(design.home, type.name))) return collection;
    for (const id of madeUpIds(type))
      await store.change(addressOf(collection, id), (current) => current ?? { value: identity(type, id) });
    await store.change(addressOf(design.home, type.name), () => ({ value: { type: type.name } }));
    return collection;
  }

  function ownCollection({ name }: GraphQLObjectType): string {
    return `${design.home}/${name}`;
  }

  function addressOf(collection: string, id: Id) {
    return { organization, collection, id: String(id) };
  }

  function itemOf(type: GraphQLObjectType, { value }: Stored, index: number): Item {
    return { id: idOf(type, value, index), index, kept: value };
  }

  function identity(type: GraphQLObjectType, id: Id): JsonObject {
    return { [design.idOf(type) ?? "id"]: id };
  }

  /** The fields that tell of a write when it was. */
  function times(type: GraphQLObjectType, names: readonly RegExp[]): JsonObject {
    const fields = Object.values(type.getFields()).filter(
      ({ name, type: of }) => names.some((each) => each.test(name)) && isLeafType(getNamedType(of)),
    );
    return Object.fromEntries(fields.map(({ name }) => [name, timeOf(now)]));
  }

  function givenId(type: GraphQLObjectType, members: JsonObject): Id | undefined {
    const id: Json | undefined = members[design.idOf(type) ?? "id"];
    return typeof id === "string" || typeof id === "number" ? id : undefined;
  }

  function madeUpIds(type: GraphQLObjectType): readonly Id[] {
    return Array.from({ length: MADE_UP }, (_, index) => idFor(type, index));
  }

  /** Ids that are numbers count from 1. */
  function idFor(type: GraphQLObjectType, index: number): Id {
    const of = type.getFields()[design.idOf(type) ?? ""]?.type;
    if (of && getNamedType(of).name === "Int") return index + 1;
    return `${prefixOf(type.name)}_${seededHex(`${seed} ${organization} ${type.name} ${index}`, 8)}`;
  }

  function indexOf(type: GraphQLObjectType, id: Id): number {
    const index = madeUpIds(type).findIndex((each) => String(each) === String(id));
    return index < 0 ? Math.abs(seededNumber(String(id))) % MADE_UP : index;
  }
}
