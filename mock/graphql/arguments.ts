import type { GraphQLFieldMap } from "graphql";
import { type Json, folded } from "../../contracts/index.ts";
import type { Design } from "./design.ts";
import { graphql } from "./library.ts";
import type { Id } from "./population.ts";
import type { CompositeType, Thing, Things } from "./things.ts";

const { getNamedType, isInterfaceType, isLeafType, isObjectType } = graphql;

/** Which objects the arguments of a field ask for. */
export interface Wanted {
  /** The one with this id. */
  readonly id?: Id;
  /** Whether they name fields that objects must show. */
  readonly hasFilters: boolean;
  /** Whether they say something that is not understood here, such as words to search for. */
  readonly isOpen: boolean;
  accepts(thing: Thing, things: Things): boolean;
  /** The part of a list that is asked for. */
  page<T>(list: readonly T[]): readonly T[];
}

const lengths = ["first", "limit", "take", "pagesize", "perpage"];
const offsets = ["offset", "skip"];
const holders = ["filter", "where", "input"];

/** Reads the arguments of a field by their names: ids, fields of what it shows, and pages. */
export function wantedOf(type: CompositeType, args: Readonly<Record<string, unknown>>, design: Design): Wanted {
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const given = Object.entries(args).flatMap(([name, value]) =>
    holders.includes(name) && typeof value === "object" && value !== null
      ? Object.entries(value)
      : [[name, value] as const],
  );
  const ids = idNames(type, design);
  let id: Id | undefined;
  let several: readonly unknown[] | undefined;
  let offset = 0;
  let length = Number.POSITIVE_INFINITY;
  let isOpen = false;
  const filters: (readonly [string, unknown])[] = [];
  for (const [name, value] of given) {
    if (value === null || value === undefined) continue;
    const count = typeof value === "number" && value >= 0 ? value : undefined;
    if (ids.has(folded(name)) && (typeof value === "string" || typeof value === "number")) id = value;
    else if (Array.isArray(value) && ids.has(folded(name).replace(/s$/, ""))) several = value;
    else if (lengths.includes(folded(name)) && count !== undefined) length = count;
    else if (offsets.includes(folded(name)) && count !== undefined) offset = count;
    else if (isLeaf(fields, name)) filters.push([name, value]);
    else isOpen = true;
  }
  return {
    ...(id !== undefined && { id }),
    hasFilters: filters.length > 0 || several !== undefined,
    isOpen,
    accepts: (thing, things) =>
      (id === undefined || String(thing.id) === String(id)) &&
      (several === undefined || several.map(String).includes(String(thing.id))) &&
      filters.every(([name, value]) => same(things.leaf(thing, name), value)),
    page: (list) => list.slice(offset, offset + length),
  };
}

/** What an argument is called that names one object: "id", or "brandId" for a Brand. */
function idNames(type: CompositeType, design: Design): ReadonlySet<string> {
  const own = design.possible(type).flatMap((each) => design.idOf(each) ?? []);
  return new Set(["id", folded(`${type.name}Id`), ...own.map(folded)]);
}

function isLeaf(fields: GraphQLFieldMap<unknown, unknown>, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && isLeafType(getNamedType(field.type));
}

/** Of several values that are given, one is enough. */
function same(shown: Json, given: unknown): boolean {
  return Array.isArray(given) ? given.includes(shown) : shown === given;
}
