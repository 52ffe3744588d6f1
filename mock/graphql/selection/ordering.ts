import { type Json, foldedName, isObject } from "../../../contracts/index.ts";
import { compareValues, toSortValue } from "../../resources/lists/sorting.ts";
import { fieldNamed, readTypeFields } from "../fields.ts";
import { graphql } from "../library.ts";
import type { CompositeType, GraphqlObject, QueryObjects } from "../query-objects.ts";

const { getNamedType, isLeafType } = graphql;

/** A field to sort by. */
export interface SortKey {
  readonly field: string;
  readonly sign: 1 | -1;
}

const fieldNames = /^(field|by|key|sortby|orderby|column|property|on)$/;
const directionNames = /^(direction|order|dir|sort|sortorder|orderdirection)$/;

/** True for the name of an argument that selects the order of a list. */
export function isOrderName(folded: string): boolean {
  return /^(order|sort)(by|ing|field|key|on)?$/.test(folded);
}

/**
 * Reads the requested order: "TITLE", "title_DESC", "-title", `{ title: desc }`, `{ field: TITLE, direction: DESC }`, or
 * a list of these. Undefined if it names no field.
 */
export function readOrder(type: CompositeType, value: Json): readonly SortKey[] | undefined {
  if (Array.isArray(value)) {
    const keys = value.map((each: Json) => readOrder(type, each));
    if (keys.every((each) => each !== undefined)) return keys.flat();
    return undefined;
  }
  if (typeof value === "string") return readWord(type, value);
  if (!isObject(value)) return undefined;
  const members = Object.entries(value).map(([name, each]) => [foldedName(name), each] as const);
  const field = members.find(([name, each]) => fieldNames.test(name) && typeof each === "string")?.[1];
  if (field === undefined) return readMembers(type, Object.entries(value));
  const direction = members.find(([name]) => directionNames.test(name))?.[1];
  return readWord(type, String(field))?.map((key) => ({
    ...key,
    sign: direction === undefined ? key.sign : readSign(direction),
  }));
}

/** `{ title: desc }`, and `{ title: { sort: "desc" } }`. */
function readMembers(
  type: CompositeType,
  members: readonly (readonly [string, Json])[],
): readonly SortKey[] | undefined {
  const keys = members.flatMap(([name, direction]) => {
    const field = leafNamed(type, foldedName(name));
    const word = isObject(direction) ? Object.values(direction)[0] : direction;
    if (field === undefined) return [];
    return [{ field, sign: readSign(word ?? null) }];
  });
  if (keys.length === members.length) return keys;
  return undefined;
}

function readWord(type: CompositeType, word: string): readonly SortKey[] | undefined {
  const folded = foldedName(word);
  const [, stem = folded, direction = word.startsWith("-") ? "desc" : "asc"] =
    leafNamed(type, folded) === undefined ? (/^(\w+?)(asc|desc)(ending)?$/.exec(folded) ?? []) : [];
  const field = leafNamed(type, stem) ?? leafNamed(type, `${stem}at`);
  if (field === undefined) return undefined;
  return [{ field, sign: readSign(direction) }];
}

function leafNamed(type: CompositeType, folded: string): string | undefined {
  const field = fieldNamed(type, folded);
  const outputType = field === undefined ? undefined : readTypeFields(type)[field]?.type;
  if (outputType && isLeafType(getNamedType(outputType))) return field;
  return undefined;
}

function readSign(direction: Json): 1 | -1 {
  return /desc/i.test(String(direction)) ? -1 : 1;
}

/** Sorts objects. Those that are equal keep their order. */
export function sortObjects(
  list: readonly GraphqlObject[],
  keys: readonly SortKey[],
  objects: QueryObjects,
): readonly GraphqlObject[] {
  const readSortValue = (object: GraphqlObject, field: string): Json | undefined =>
    toSortValue({ value: objects.leafValue(object, field) }, "value");
  return list.toSorted((one, other) => {
    for (const { field, sign } of keys) {
      const order = compareValues(readSortValue(one, field), readSortValue(other, field), sign);
      if (order !== 0) return order;
    }
    return 0;
  });
}
