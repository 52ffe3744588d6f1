import type { GraphQLFieldMap } from "graphql";
import { type Json, foldedName } from "../../contracts/index.ts";
import type { ObjectModel } from "./object-model.ts";
import { graphql } from "./library.ts";
import type { Id } from "./object-store.ts";
import type { CompositeType, GraphqlObject, QueryObjects } from "./query-objects.ts";

const { getNamedType, isInterfaceType, isLeafType, isObjectType } = graphql;

/** Filter for objects, from the arguments of a field. */
export interface ArgumentFilter {
  /** Id of the only object. */
  readonly id?: Id;
  /** True if an argument filters by the value of a field. */
  readonly hasFilters: boolean;
  /** True if the mock cannot interpret an argument, such as a search text. */
  readonly hasUnknown: boolean;
  accepts(object: GraphqlObject, objects: QueryObjects): boolean;
  /** The requested page of a list. */
  page<T>(list: readonly T[]): readonly T[];
}

const lengths = ["first", "limit", "take", "pagesize", "perpage"];
const offsets = ["offset", "skip"];
/** Arguments of a connection, which reads them itself. */
const cursorArguments = ["after", "before", "last"];
const filterArguments = ["filter", "where", "input"];

/** Interprets the arguments of a field by their names: ids, fields of its type, and pages. */
export function readArguments(
  type: CompositeType,
  args: Readonly<Record<string, unknown>>,
  model: ObjectModel,
): ArgumentFilter {
  const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
  const given = Object.entries(args).flatMap(([name, value]) =>
    filterArguments.includes(name) && typeof value === "object" && value !== null
      ? Object.entries(value)
      : [[name, value] as const],
  );
  const ids = idNames(type, model);
  let id: Id | undefined;
  let idList: readonly unknown[] | undefined;
  let offset = 0;
  let length = Number.POSITIVE_INFINITY;
  let hasUnknown = false;
  const filters: (readonly [string, unknown])[] = [];
  for (const [name, value] of given) {
    if (value === null || value === undefined) continue;
    const count = typeof value === "number" && value >= 0 ? value : undefined;
    if (ids.has(foldedName(name)) && (typeof value === "string" || typeof value === "number")) id = value;
    else if (Array.isArray(value) && ids.has(foldedName(name).replace(/s$/, ""))) idList = value;
    else if (lengths.includes(foldedName(name)) && count !== undefined) length = count;
    else if (offsets.includes(foldedName(name)) && count !== undefined) offset = count;
    else if (isLeaf(fields, name)) filters.push([name, value]);
    else if (!cursorArguments.includes(foldedName(name))) hasUnknown = true;
  }
  const listed = idList && new Set(idList.map(String));
  return {
    ...(id !== undefined && { id }),
    hasFilters: filters.length > 0 || idList !== undefined,
    hasUnknown,
    accepts: (object, objects) =>
      (id === undefined || String(object.id) === String(id)) &&
      (listed === undefined || listed.has(String(object.id))) &&
      filters.every(([name, value]) => matches(objects.leafValue(object, name), value)),
    page: (list) => list.slice(offset, offset + length),
  };
}

/** Folded names of the arguments that contain the id of an object: "id", or "brandId" for a Brand. */
function idNames(type: CompositeType, model: ObjectModel): ReadonlySet<string> {
  const idFields = model.possibleTypes(type).flatMap((each) => model.idFieldOf(each) ?? []);
  return new Set(["id", foldedName(`${type.name}Id`), ...idFields.map(foldedName)]);
}

function isLeaf(fields: GraphQLFieldMap<unknown, unknown>, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && isLeafType(getNamedType(field.type));
}

/** True if a value equals an argument, or one of its values if it is a list. */
function matches(value: Json, argument: unknown): boolean {
  return Array.isArray(argument) ? argument.includes(value) : value === argument;
}
