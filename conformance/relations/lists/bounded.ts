import type { Violation } from "../story/violation.ts";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { arrivesValid } from "../../requests/wire.ts";
import { confirmViolations } from "./confirm-violations.ts";
import type { Listing } from "./listing.ts";
import { type Range, withComparableValues } from "./ranges.ts";
import { type ListScope, type Place, allOf, mayGoOn, pageOf } from "./walk.ts";

/** Violations of the bounds of a list. Each bound is requested once, with the highest or the lowest value in the list. */
export async function boundsBroken(
  listing: Listing,
  ranges: readonly Range[],
  item: Place,
  story: ListScope,
): Promise<readonly Violation[]> {
  const broken: Violation[] = [];
  for (const range of ranges)
    broken.push(...(await confirmViolations(story, () => checkRange(range, listing, item, story))));
  return broken;
}

async function checkRange(
  range: Range,
  listing: Listing,
  item: Place,
  story: ListScope,
): Promise<readonly Violation[]> {
  const { name, property, side, at, slack } = range;
  const whole = await pageOf(listing, item, story, allOf(listing));
  const edge = whole && edgeOf(whole.items, range);
  const parameter = listing.operation.parameters.find((each) => each.name === name);
  if (!edge || !parameter || !arrivesValid(story.contract, parameter, edge.value)) return [];
  const parameters = { ...allOf(listing), [name]: edge.value };
  const page = await pageOf(listing, item, story, parameters);
  if (!page) return [];
  const margin = slack * (typeof edge.value === "number" ? Math.max(1, Math.abs(edge.value)) : 1);
  const outOfRange = withComparableValues(page.items, range).find(([place]) =>
    side === "from" ? place < edge.place - margin : place > edge.place + margin,
  );
  if (outOfRange) {
    const message = `A list with "${name}" ${JSON.stringify(edge.value)} contains an item whose "${property}" is ${JSON.stringify(outOfRange[1][property])}`;
    return [{ key: `beyond ${name}`, message, exchange: page.exchange }];
  }
  if (!isExactly(edge.value, range)) return [];
  const isThere = (items: readonly JsonObject[]): boolean => items.some((each) => at(each[property]) === edge.place);
  if (isThere(page.items) || mayGoOn(listing, page)) return [];
  const after = await pageOf(listing, item, story, allOf(listing));
  if (!after || !isThere(after.items)) return [];
  const message = `A list with "${name}" ${JSON.stringify(edge.value)} lacks an item whose "${property}" is ${JSON.stringify(edge.value)}, although the contract includes the bound`;
  return [{ key: `edge of ${name}`, message, exchange: page.exchange }];
}

/**
 * The highest value for a lower bound, the lowest for an upper bound, so that all other items are beyond it. Values that
 * are exact take precedence.
 */
function edgeOf(
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
