import {
  type Contract,
  type Json,
  type JsonObject,
  type RequestField,
  defaultOf,
  directionNames,
  orderNames,
} from "../../../contracts/index.ts";
import type { Input } from "../../calls/input.ts";

const directionWords = /^(asc|desc)(ending)?$/i;

const form = /^\s*([+-]?)([^\s:]+)(?:[\s:]+(asc|desc)(?:ending)?)?\s*$/i;
const signs: ReadonlyMap<string, Key["sign"]> = new Map([
  ["+", 1],
  ["-", -1],
]);

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
  readonly sign: 1 | -1;
}

/**
 * Compiles the sorting of a list: "sort=name", "sort=-name", "order_by=name desc,age", "sort=name,desc",
 * "sort=name&order=desc". Without a parameter, the contract's default applies.
 */
export function createSorting(
  contract: Contract,
  fields: readonly RequestField[],
  properties: ReadonlySet<string>,
): Sorting {
  const own = fields.filter(({ name }) => !properties.has(name));
  const defaults = new Map(own.map(({ name, schema }) => [name, defaultOf(contract, schema)]));
  const orderFields = [...defaults.keys()].filter((name) => orderNames.test(name));
  const directionFields = [...defaults.keys()].filter((name) => directionNames.test(name));
  const names = new Set([...orderFields, ...directionFields]);

  return {
    names,
    read(values) {
      const direction = directionFields
        .map((name) => values[name] ?? defaults.get(name))
        .find((value) => directionWords.test(String(value ?? "")));
      const sign = signOf(String(direction));
      const keys = orderFields.flatMap((name) => keysIn([values[name] ?? defaults.get(name) ?? []].flat(), sign));
      return keys.length === 0 ? undefined : keys;
    },
  };

  function keysIn(sent: readonly Json[], defaultSign: Key["sign"]): Key[] {
    const keys: (Omit<Key, "sign"> & { sign?: Key["sign"] })[] = [];
    for (const text of sent.join(",").split(",")) {
      const [, mark = "", property = "", word] = form.exec(text) ?? [];
      if (properties.has(property)) {
        const sign = word === undefined ? signs.get(mark) : signOf(word);
        keys.push({ property, ...(sign && { sign }) });
      } else if (directionWords.test(property)) {
        // "name,desc": a direction applies to all names before it without one.
        for (const key of keys) key.sign ??= signOf(property);
      }
    }
    return keys.map(({ property, sign = defaultSign }) => ({ property, sign }));
  }
}

/** The order that `x-state` declares: "-pinned" before "name" puts pinned ones first. */
export function sortKeysOf(order: readonly string[]): SortKeys | undefined {
  const keys = order.map((text): Key => ({ property: text.replace(/^-/, ""), sign: text.startsWith("-") ? -1 : 1 }));
  return keys.length === 0 ? undefined : keys;
}

function signOf(word: string): Key["sign"] {
  return /^desc/i.test(word) ? -1 : 1;
}

/** Compares two items. */
export function compareBy(keys: SortKeys, one: JsonObject, other: JsonObject): number {
  for (const { property, sign } of keys) {
    const order = compareValues(sortValueOf(one, property), sortValueOf(other, property), sign);
    if (order !== 0) return order;
  }
  return 0;
}

const momentForm = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** The value that an object is sorted by. A time is written in UTC, because times with several offsets sort wrongly as texts. */
export function sortValueOf(object: JsonObject, property: string): Json | undefined {
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
export function compareValues(one: Json | undefined, other: Json | undefined, sign: Key["sign"]): number {
  const [a, b] = [rank(one), rank(other)];
  if (a !== b) return a - b;
  if (one === other || a === lastRank) return 0;
  return (one as string) < (other as string) ? -sign : sign;
}

const ranks = ["boolean", "number", "string"];
const lastRank = ranks.length;

function rank(value: Json | undefined): number {
  const index = ranks.indexOf(typeof value);
  return index < 0 ? lastRank : index;
}
