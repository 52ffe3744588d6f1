import type { Json, JsonObject } from "../../contracts/index.ts";
import type { Input } from "../request.ts";
import type { Field } from "./fields.ts";

const keyNames = /^_?(sort|order)(_?by|_?field|_?key)?$/i;
const directionNames = /^_?((sort_?)?(order|dir|direction)|order_?(dir|direction))$/i;
const directionWords = /^(asc|desc)(ending)?$/i;

type Compare = (one: JsonObject, other: JsonObject) => number;

/** How the requests of a list say in which order they want it. */
export interface Sorting {
  /** The fields that say so. */
  readonly names: ReadonlySet<string>;
  /** The order that is asked for; nothing where that is the usual one, or not plain. */
  read(values: Input["parameters"]): Compare | undefined;
}

interface Key {
  readonly property: string;
  readonly sign: 1 | -1;
}

/** Compiles how a list is ordered: "sort=name", "sort=-name", "order_by=name desc,age", "sort=name&order=desc". */
export function createSorting(fields: readonly Field[], properties: ReadonlySet<string>): Sorting {
  const own = fields.filter(({ name }) => !properties.has(name)).map(({ name }) => name);
  const keyed = own.filter((name) => keyNames.test(name));
  const directed = own.filter((name) => directionNames.test(name));
  const names = new Set([...keyed, ...directed]);

  return {
    names,
    read(values) {
      const direction = directed.map((name) => values[name]).find((value) => directionWords.test(String(value ?? "")));
      const sign = /^desc/i.test(String(direction)) ? -1 : 1;
      const keys = keyed.flatMap((name) => [values[name] ?? []].flat().flatMap((sent) => keysIn(sent as Json, sign)));
      return keys.length === 0 ? undefined : (one, other) => compareBy(keys, one, other);
    },
  };

  function keysIn(sent: Json, usual: Key["sign"]): Key[] {
    return String(sent)
      .split(",")
      .flatMap((text) => {
        const [, mark, property = "", word] =
          /^\s*([+-]?)([^\s:]+)(?:[\s:]+(asc|desc)(?:ending)?)?\s*$/i.exec(text) ?? [];
        if (!properties.has(property)) return [];
        if (word !== undefined) return [{ property, sign: /^desc/i.test(word) ? -1 : 1 } as const];
        return [{ property, sign: mark === "-" ? -1 : mark === "+" ? 1 : usual } as const];
      });
  }
}

function compareBy(keys: readonly Key[], one: JsonObject, other: JsonObject): number {
  for (const { property, sign } of keys) {
    const order = compare(one[property], other[property], sign);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers by size, texts by their characters; what has neither comes last, either way. */
function compare(one: Json | undefined, other: Json | undefined, sign: Key["sign"]): number {
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
