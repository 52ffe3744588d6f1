import { type GraphQLAbstractType, type GraphQLObjectType, type GraphQLOutputType, getNamedType } from "graphql";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/values/index.ts";
import type { Call } from "../call.ts";
import type { Stored } from "../state/store.ts";
import { type Design, folded } from "./design.ts";
import { fitted } from "./fitted.ts";

export type CompositeType = GraphQLObjectType | GraphQLAbstractType;

/** An object that a query meets: what its fields show is looked up, or made up, when it is asked for. */
export interface Thing {
  /** The name of its object type. */
  readonly type: string;
  /** What its made-up fields derive from. */
  readonly key: string;
  /** Under which it is found again; nothing for what is only a part of another one. */
  readonly id?: string | number;
  /** Its place among others. */
  readonly index: number;
  /** What is known of it: all that state has, or a query said. */
  readonly kept?: JsonObject;
}

/** The objects of an organization, as one query sees them. */
export interface Things {
  /** All objects of a type, in the order of creation; of a type that is made up, a few. */
  all(type: CompositeType): Promise<readonly Thing[]>;
  /** The object with an id. Of a type that is made up, there is one for every id. */
  find(type: CompositeType, id: string | number): Promise<Thing | undefined>;
  /** A part of another object, or of the query itself. */
  part(type: CompositeType, key: string, index: number, kept?: JsonObject): Thing;
  /** Whether objects of a type are found by an id or kept, and are no mere part of others. */
  isKnown(type: CompositeType): boolean;
  /** The value of a scalar field, or of an enum. */
  leaf(thing: Thing, field: string): Json;
}

/** Of a type that is made up, there are so many. */
const MADE_UP = 3;

export function createThings(design: Design, { store, seed, now, world: { organization } }: Call): Things {
  const time = new Date(now).toISOString();
  const listed = new Map<string, Promise<readonly Thing[]>>();
  return { all, find, part, isKnown, leaf };

  async function all(type: CompositeType): Promise<readonly Thing[]> {
    const groups = await Promise.all(design.possible(type).filter(isKnown).map(allOf));
    return groups.flat();
  }

  function allOf(type: GraphQLObjectType): Promise<readonly Thing[]> {
    let things = listed.get(type.name);
    if (!things) listed.set(type.name, (things = list(type)));
    return things;
  }

  async function list(type: GraphQLObjectType): Promise<readonly Thing[]> {
    const collection = design.collectionOf(type.name);
    if (collection === undefined)
      return Array.from({ length: MADE_UP }, (_, index) => madeUp(type, idFor(type, index), index));
    const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
    const { items } = await store.list(organization, collection, page);
    return items.map((item, index) => keptThing(type, item, index));
  }

  async function find(type: CompositeType, id: string | number): Promise<Thing | undefined> {
    const known = design.possible(type).filter(isKnown);
    const kept = known.filter(({ name }) => design.collectionOf(name) !== undefined);
    for (const each of kept) {
      const found = await findKept(each, String(id));
      if (found) return found;
    }
    const others = known.filter((each) => !kept.includes(each));
    const named = others.find(({ name }) => String(id).startsWith(`${prefixOf(name)}_`));
    const chosen = named ?? others[Math.abs(seededNumber(String(id))) % others.length];
    return chosen && madeUp(chosen, id, placeOf(chosen, id));
  }

  /** By its id in the collection, or else by what the schema says is its id. */
  async function findKept(type: GraphQLObjectType, id: string): Promise<Thing | undefined> {
    const collection = design.collectionOf(type.name) as string;
    const item = await store.read({ organization, collection, id });
    const thing = item && keptThing(type, item, 0);
    if (thing && String(thing.id) === id) return thing;
    return (await allOf(type)).find((each) => String(each.id) === id);
  }

  function keptThing(type: GraphQLObjectType, { value }: Stored, index: number): Thing {
    const field = design.idOf(type);
    const thing = part(type, `${type.name} ${index}`, index, value);
    if (field === undefined) return thing;
    const id = leaf(thing, field) as string | number;
    return { ...thing, key: `${type.name} ${id}`, id };
  }

  function madeUp(type: GraphQLObjectType, id: string | number, index: number): Thing {
    return { type: type.name, key: `${type.name} ${id}`, id, index };
  }

  /** Ids that are numbers count from 1. */
  function idFor(type: GraphQLObjectType, index: number): string | number {
    const of = type.getFields()[design.idOf(type) ?? ""]?.type;
    if (of && getNamedType(of).name === "Int") return index + 1;
    return `${prefixOf(type.name)}_${seededHex(`${seed} ${organization} ${type.name} ${index}`, 8)}`;
  }

  function placeOf(type: GraphQLObjectType, id: string | number): number {
    const ids = Array.from({ length: MADE_UP }, (_, index) => String(idFor(type, index)));
    const index = ids.indexOf(String(id));
    return index < 0 ? Math.abs(seededNumber(String(id))) % MADE_UP : index;
  }

  function part(type: CompositeType, key: string, index: number, kept?: JsonObject): Thing {
    const possible = design.possible(type);
    const place = (Math.abs(seededNumber(key)) + index) % possible.length;
    return { type: (possible[place] as GraphQLObjectType).name, key, index, ...(kept && { kept }) };
  }

  function isKnown(type: CompositeType): boolean {
    return design
      .possible(type)
      .some((each) => design.idOf(each) !== undefined || design.collectionOf(each.name) !== undefined);
  }

  function leaf(thing: Thing, field: string): Json {
    const { type: name, key, id, kept } = thing;
    const type = design.schema.getType(name) as GraphQLObjectType;
    const known = kept && fitted(type.getFields()[field]?.type as GraphQLOutputType, keptMember(design, thing, field));
    if (known !== undefined) return known;
    if (id !== undefined && field === design.idOf(type)) return id;
    return design.leaves.made(name, field, { name: `${seed} ${organization} ${key} ${field}`, time });
  }
}

/** What state has of a field: by the member that the schema names, or by the one of the field's own name. */
export function keptMember(design: Design, { type, kept = {} }: Thing, field: string): Json | undefined {
  const said = design.memberOf(type, field);
  if (said !== undefined) return Object.hasOwn(kept, said) ? kept[said] : null;
  const name = Object.keys(kept).find((each) => folded(each) === folded(field));
  return name === undefined ? undefined : kept[name];
}

/** What made-up ids begin with: "brand_network". */
function prefixOf(type: string): string {
  return type.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}
