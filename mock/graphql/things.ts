import type { GraphQLAbstractType, GraphQLObjectType, GraphQLOutputType } from "graphql";
import { type Json, type JsonObject, folded } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import type { Call } from "../calls/call.ts";
import type { Design } from "./design.ts";
import { fitted } from "./fitted.ts";
import { type Id, type Item, type Population, createPopulation, prefixOf } from "./population.ts";

export type CompositeType = GraphQLObjectType | GraphQLAbstractType;

/** An object that a query meets: what its fields show is looked up, or made up, when it is asked for. */
export interface Thing {
  /** The name of its object type. */
  readonly type: string;
  /** What its made-up fields derive from. */
  readonly key: string;
  /** Under which it is found again; nothing for what is only a part of another one. */
  readonly id?: Id;
  /** Its place among others. */
  readonly index: number;
  /** What is known of it. */
  readonly kept?: JsonObject;
}

/** The objects of an organization, as one query sees them. */
export interface Things {
  /** All objects of a type, in the order of creation. */
  all(type: CompositeType): Promise<readonly Thing[]>;
  find(type: CompositeType, id: Id): Promise<Thing | undefined>;
  /** One of all by its place, and the same one as long as it is there, whatever is written beside it. */
  chosen(type: CompositeType, all: readonly Thing[], place: number): Thing | undefined;
  /** A part of another object, or of the query itself. */
  part(type: CompositeType, key: string, index: number, kept?: JsonObject): Thing;
  /** Whether objects of a type are found by an id or kept, and are no mere part of others. */
  isKnown(type: CompositeType): boolean;
  /** The value of a scalar field, or of an enum. */
  leaf(thing: Thing, field: string): Json;
  /** Where objects are written. */
  readonly population: Population;
  /** What was made under a name before, or what is made now. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Forgets what was made: something is written now. */
  forget(): void;
}

export function createThings(design: Design, call: Call): Things {
  const { seed, world } = call;
  const population = createPopulation(design, call, (type, kept, index) => {
    const field = design.idOf(type);
    return field === undefined ? undefined : (leaf(part(type, `${type.name} ${index}`, index, kept), field) as Id);
  });
  const made = new Map<string, Promise<unknown>>();
  const madeUp = new WeakMap<Thing, JsonObject>();
  return { all, find, chosen, part, isKnown, leaf, population, once, forget: () => made.clear() };

  function once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let promise = made.get(name);
    if (!promise) made.set(name, (promise = make()));
    return promise as Promise<T>;
  }

  function all(type: CompositeType): Promise<readonly Thing[]> {
    return once(type.name, () => allOf(type));
  }

  async function allOf(type: CompositeType): Promise<readonly Thing[]> {
    const known = design.possible(type).filter(isKnown);
    const groups = await Promise.all(
      known.map(async (each) => (await population.list(each)).map((item) => thingOf(each, item))),
    );
    return groups.flat();
  }

  async function find(type: CompositeType, id: Id): Promise<Thing | undefined> {
    for (const each of likely(design.possible(type).filter(isKnown), id)) {
      const item = await population.find(each, id);
      if (item) return thingOf(each, item);
    }
    return undefined;
  }

  /** The types that an id may be of, the likeliest first: those that are kept, the one that it names, any other. */
  function likely(types: readonly GraphQLObjectType[], id: Id): readonly GraphQLObjectType[] {
    const rankOf = ({ name }: GraphQLObjectType): number =>
      design.collectionOf(name) !== undefined ? 0 : String(id).startsWith(`${prefixOf(name)}_`) ? 1 : 2;
    const start = types.length === 0 ? 0 : Math.abs(seededNumber(String(id))) % types.length;
    const turned = [...types.slice(start), ...types.slice(0, start)];
    return turned.toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  function thingOf({ name }: GraphQLObjectType, { id, index, kept }: Item): Thing {
    return {
      type: name,
      key: `${name} ${id ?? index}`,
      index,
      ...(id !== undefined && { id }),
      ...(kept && { kept }),
    };
  }

  function part(type: CompositeType, key: string, index: number, kept?: JsonObject): Thing {
    const possible = design.possible(type);
    const place = possible.length === 1 ? 0 : (Math.abs(seededNumber(key)) + index) % possible.length;
    return { type: (possible[place] as GraphQLObjectType).name, key, index, ...(kept && { kept }) };
  }

  function isKnown(type: CompositeType): boolean {
    return design
      .possible(type)
      .some((each) => design.idOf(each) !== undefined || design.collectionOf(each.name) !== undefined);
  }

  function leaf(thing: Thing, field: string): Json {
    const { type: name, id, kept } = thing;
    const type = design.schema.getType(name) as GraphQLObjectType;
    const known = kept && fitted(type.getFields()[field]?.type as GraphQLOutputType, keptMember(design, thing, field));
    if (known !== undefined) return known;
    if (id !== undefined && field === design.idOf(type)) return id;
    return leavesOf(thing)[field] ?? null;
  }

  /** What is made up of an object: all at once, beside what is known of it. Its times are by the seed, as all of it. */
  function leavesOf(thing: Thing): JsonObject {
    let leaves = madeUp.get(thing);
    if (!leaves) {
      const known = thing.kept ? knownLeaves(thing) : {};
      const name = `${seed} ${world.organization} ${thing.key}`;
      madeUp.set(thing, (leaves = design.leaves.made(thing.type, { name, known })));
    }
    return leaves;
  }

  function knownLeaves(thing: Thing): JsonObject {
    const fields = Object.values((design.schema.getType(thing.type) as GraphQLObjectType).getFields());
    return Object.fromEntries(
      fields.flatMap(({ name, type }) => {
        const known = fitted(type, keptMember(design, thing, name));
        return known === undefined ? [] : [[name, known]];
      }),
    );
  }

  function chosen(type: CompositeType, among: readonly Thing[], place: number): Thing | undefined {
    const first = design
      .possible(type)
      .filter((each) => isKnown(each) && design.collectionOf(each.name) === undefined)
      .flatMap((each) => population.madeUpIds(each).map((id) => ({ type: each.name, id: String(id) })));
    const meant = first[place % Math.max(1, first.length)];
    const still = meant && among.find((thing) => thing.type === meant.type && String(thing.id) === meant.id);
    return still ?? among[place % Math.max(1, among.length)];
  }
}

/** What is known of a field: by the member that the schema names, or by the one of the field's own name. */
export function keptMember(design: Design, { type, kept = {} }: Thing, field: string): Json | undefined {
  const said = design.memberOf(type, field);
  if (said !== undefined) return Object.hasOwn(kept, said) ? kept[said] : null;
  const name = Object.keys(kept).find((each) => folded(each) === folded(field));
  return name === undefined ? undefined : kept[name];
}
