import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { Range } from "./ranges.ts";
import { arrivesValid } from "../../requests/wire.ts";
import type { Violation } from "../story/violation.ts";
import { type List, mayGoOn, readLargePage } from "./walk.ts";

/** Violations of a bound of a list. It is requested once, with the highest or the lowest value in the list. */
export async function boundBroken(range: Range, list: List): Promise<readonly Violation[]> {
  const { name, property, side, at, slack } = range;
  const whole = await readLargePage(list);
  const edge = whole && findEdge(whole.items, range);
  const parameter = list.operation.parameters.find((each) => each.name === name);
  if (!edge || !parameter || !arrivesValid(list.story.contract, parameter, edge.value)) return [];
  const page = await readLargePage(list, { [name]: edge.value });
  if (!page) return [];
  const { exchange } = page;
  const bounded = `A list with "${name}" ${JSON.stringify(edge.value)}`;
  const margin = slack * (typeof edge.value === "number" ? Math.max(1, Math.abs(edge.value)) : 1);
  const outOfRange = withComparableValues(page.items, range).find(([place]) =>
    side === "from" ? place < edge.place - margin : place > edge.place + margin,
  );
  if (outOfRange) {
    const value = JSON.stringify(outOfRange[1][property]);
    return [
      { key: `beyond ${name}`, message: `${bounded} contains an item whose "${property}" is ${value}`, exchange },
    ];
  }
  if (!isExactly(edge.value, range)) return [];
  const showsEdge = (items: readonly JsonObject[]): boolean => items.some((each) => at(each[property]) === edge.place);
  if (showsEdge(page.items) || mayGoOn(list, page)) return [];
  const after = await readLargePage(list);
  if (!after || !showsEdge(after.items)) return [];
  const message = `${bounded} lacks an item whose "${property}" is ${JSON.stringify(edge.value)}, although the contract includes the bound`;
  return [{ key: `edge of ${name}`, message, exchange }];
}

/**
 * The highest value for a lower bound, the lowest for an upper bound, so that all other items are beyond it. Values that
 * are exact take precedence.
 */
function findEdge(
  items: readonly JsonObject[],
  range: Range,
): { readonly place: number; readonly value: Json } | undefined {
  const all = withComparableValues(items, range).toSorted(([one], [other]) =>
    range.side === "from" ? other - one : one - other,
  );
  const first = all.find(([, item]) => isExactly(item[range.property] as Json, range)) ?? all[0];
  return first && { place: first[0], value: first[1][range.property] as Json };
}

/** True for a value that is shown as it is stored. Shown times may omit fractions of a second, and fractions may be rounded. */
function isExactly(value: Json, { isInclusive, side }: Range): boolean {
  if (!isInclusive) return false;
  if (typeof value === "number") return Number.isSafeInteger(value);
  return side === "from" || /\.0+([Zz]|[+-]\d\d:\d\d)$/.test(String(value));
}

/** Items that have a comparable value of the property, each with that value as a number. */
function withComparableValues(
  items: readonly JsonObject[],
  { property, at }: Range,
): readonly (readonly [number, JsonObject])[] {
  return items.flatMap((item) => {
    const place = at(item[property]);
    if (place === undefined) return [];
    return [[place, item] as const];
  });
}
