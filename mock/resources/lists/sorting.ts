import {
  type Contract,
  type Json,
  type JsonObject,
  type RequestField,
  type SortSign,
  findDefault,
  findSortFields,
  readDirection,
  isObject,
  readSortKey,
  readSortObject,
} from "../../../contracts/index.ts";
import type { Input } from "../../calls/input.ts";

/** Properties to sort by, the most important one first. */
export type SortKeys = readonly Key[];

/** The parameters of a list that select its order. */
export interface Sorting {
  /** Fields that select the order. */
  readonly names: ReadonlySet<string>;
  /** Returns the requested order. Undefined for the default one, or if the request is unclear. */
  read(values: Input["parameters"]): SortKeys | undefined;
}

interface Key {
  readonly property: string;
  readonly sign: SortSign;
}

/**
 * Compiles the sorting of a list: "sort=name", "sort=-name", "order_by=name desc,age", "sort=name,desc",
 * "sort=name&order=desc", "sort[name]=desc". Without a parameter, the contract's default applies.
 */
export function createSorting(
  contract: Contract,
  fields: readonly RequestField[],
  { properties, isOpen }: { readonly properties: ReadonlySet<string>; readonly isOpen: boolean },
): Sorting {
  const { keys, directions, ofOneProperty } = findSortFields(fields, properties);
  // Where the schema of the items names no members, an order may name any.
  const sortable = isOpen ? { has: isWord } : properties;
  const own = [...keys, ...directions, ...ofOneProperty.map(({ field }) => field)];
  const defaults = new Map(own.map(({ name, schema }) => [name, findDefault(contract, schema)]));

  return {
    names: new Set(defaults.keys()),
    read(values) {
      const readSortField = ({ name }: RequestField): Json | undefined => values[name] ?? defaults.get(name);
      const sign =
        directions.map((field) => readDirection(readSortField(field))).find((each) => each !== undefined) ?? 1;
      const ofOne = ofOneProperty.flatMap(({ field, property }) => {
        const direction = readDirection(readSortField(field));
        if (direction === undefined) return [];
        return [{ property, sign: direction }];
      });
      const sortKeys = [...ofOne, ...keys.flatMap((field) => readSortKeys([readSortField(field) ?? []].flat(), sign))];
      if (sortKeys.length === 0) return undefined;
      return sortKeys;
    },
  };

  function readSortKeys(sent: readonly Json[], defaultSign: SortSign): Key[] {
    const found: { readonly property: string; sign: SortSign | undefined }[] = [];
    const texts = sent.flatMap((each) => (isObject(each) ? readSortObject(each) : String(each).split(",")));
    for (const text of texts) {
      const key = readSortKey(text, sortable);
      const direction = readDirection(text);
      if (key) found.push({ ...key });
      // "name,desc": a direction applies to all names before it without one.
      else if (direction !== undefined) for (const each of found) each.sign ??= direction;
    }
    return found.map(({ property, sign = defaultSign }) => ({ property, sign }));
  }
}

function isWord(text: string): boolean {
  return /^\w[\w.]*$/.test(text) && readDirection(text) === undefined;
}

/** The order that `x-state` declares: "-pinned" before "name" puts pinned ones first. */
export function parseSortKeys(order: readonly string[]): SortKeys | undefined {
  const keys = order.map((text): Key => ({ property: text.replace(/^-/, ""), sign: text.startsWith("-") ? -1 : 1 }));
  return keys.length === 0 ? undefined : keys;
}

/** Compares two items. */
export function compareBy(keys: SortKeys, one: JsonObject, other: JsonObject): number {
  for (const { property, sign } of keys) {
    const order = compareValues(toSortValue(one, property), toSortValue(other, property), sign);
    if (order !== 0) return order;
  }
  return 0;
}

const momentForm = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** The value that an object is sorted by. A time is written in UTC, because times with several offsets sort wrongly as texts. */
export function toSortValue(object: JsonObject, property: string): Json | undefined {
  const value = object[property];
  const parts = typeof value === "string" ? momentForm.exec(value) : null;
  if (!parts) return value;
  const [, day, time, fraction = "", offset = ""] = parts;
  const moment = Date.parse(`${day}T${time}${offset.toUpperCase()}`);
  if (Number.isNaN(moment)) return value;
  // The fraction stays a text: a number of milliseconds would lose microseconds.
  return `${new Date(moment).toISOString().slice(0, 19)}.${fraction.replace(/(?<!0)0+$/, "")}`;
}

/** Compares numbers by size and strings by characters. Other values come last in both directions. */
export function compareValues(one: Json | undefined, other: Json | undefined, sign: SortSign): number {
  const [a, b] = [rankValue(one), rankValue(other)];
  if (a !== b) return a - b;
  if (one === other || a === lastRank) return 0;
  if ((one as string) < (other as string)) return -sign;
  return sign;
}

const ranks = ["boolean", "number", "string"];
const lastRank = ranks.length;

function rankValue(value: Json | undefined): number {
  const index = ranks.indexOf(typeof value);
  return index < 0 ? lastRank : index;
}
