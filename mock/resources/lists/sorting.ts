import {
  type Contract,
  type Json,
  type JsonObject,
  type Field,
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

/** By which properties items are sorted, the most important one first. */
export type SortKeys = readonly Key[];

/** How the requests of a list say in which order they want it. */
export interface Sorting {
  /** The fields that say so. */
  readonly names: ReadonlySet<string>;
  /** The order that is asked for; nothing where that is the usual one, or not plain. */
  read(values: Input["parameters"]): SortKeys | undefined;
}

interface Key {
  readonly property: string;
  readonly sign: 1 | -1;
}

/**
 * Compiles how a list is ordered: "sort=name", "sort=-name", "order_by=name desc,age", "sort=name,desc",
 * "sort=name&order=desc"; by the contract's default where a request says nothing.
 */
export function createSorting(contract: Contract, fields: readonly Field[], properties: ReadonlySet<string>): Sorting {
  const own = fields.filter(({ name }) => !properties.has(name));
  const usual = new Map(own.map(({ name, schema }) => [name, defaultOf(contract, schema)]));
  const keyed = [...usual.keys()].filter((name) => orderNames.test(name));
  const directed = [...usual.keys()].filter((name) => directionNames.test(name));
  const names = new Set([...keyed, ...directed]);

  return {
    names,
    read(values) {
      const direction = directed
        .map((name) => values[name] ?? usual.get(name))
        .find((value) => directionWords.test(String(value ?? "")));
      const sign = signOf(String(direction));
      const keys = keyed.flatMap((name) => keysIn([values[name] ?? usual.get(name) ?? []].flat(), sign));
      return keys.length === 0 ? undefined : keys;
    },
  };

  function keysIn(sent: readonly Json[], usualSign: Key["sign"]): Key[] {
    const keys: (Omit<Key, "sign"> & { sign?: Key["sign"] })[] = [];
    for (const text of sent.join(",").split(",")) {
      const [, mark = "", property = "", word] = form.exec(text) ?? [];
      if (properties.has(property)) {
        const sign = word === undefined ? signs.get(mark) : signOf(word);
        keys.push({ property, ...(sign && { sign }) });
      } else if (directionWords.test(property)) {
        // "name,desc": a word by itself is about all before it that have none.
        for (const key of keys) key.sign ??= signOf(property);
      }
    }
    return keys.map(({ property, sign = usualSign }) => ({ property, sign }));
  }
}

/** The order that `x-state` says a list has: "-pinned" before "name" is pinned ones first. */
export function createOrdering(order: readonly string[]): SortKeys | undefined {
  const keys = order.map((text): Key => ({ property: text.replace(/^-/, ""), sign: text.startsWith("-") ? -1 : 1 }));
  return keys.length === 0 ? undefined : keys;
}

function signOf(word: string): Key["sign"] {
  return /^desc/i.test(word) ? -1 : 1;
}

/** Which of two items comes first. */
export function compareBy(keys: SortKeys, one: JsonObject, other: JsonObject): number {
  for (const { property, sign } of keys) {
    const order = compareValues(one[property], other[property], sign);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers by size, texts by their characters; what has neither comes last, either way. */
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
