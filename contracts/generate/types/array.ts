import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import type { Case, Contained } from "../cases.ts";
import { distinct } from "../distinct.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { refusing } from "../negation.ts";
import { repeated } from "./text.ts";
import { type Make, type Nested, values } from "./type.ts";

/** Without a bound, arrays stay short enough to read. */
const USUAL_ITEMS = 3;

/** A list that must have more items repeats some. */
const LONG = 32;

/** An array that must have more items than this is not made. */
export const MAX_ITEMS = 2_000;

export const arrayValues = values({
  type: "array",
  valid(wanted, nested) {
    const first = headOf(wanted, nested);
    const least = Math.max(wanted.minItems, nested.forced === undefined ? 0 : Number(nested.forced) + 1, first.needed);
    const most = Math.min(wanted.maxItems, nested.optional ? Math.max(least, wanted.prefix) + USUAL_ITEMS : least);
    if (least > most || least > MAX_ITEMS) return undefined;
    const head = first.items.slice(0, most);
    const isWhole = head.length === Math.min(first.length, most);
    const rest =
      isWhole && most > head.length ? nested.arbitrary(schemasAt(wanted, head.length, []), "items") : undefined;
    if (!rest && head.length < least) return undefined;
    const lengths = { minLength: Math.max(0, least - head.length), maxLength: rest ? most - head.length : 0 };
    const tail = rest
      ? wanted.uniqueItems
        ? distinct(rest, lengths, canonicalJson)
        : lists(rest, lengths)
      : fc.constant([]);
    if (head.length === 0) return tail;
    // Items that come first may be all there are.
    const length = fc.integer({ min: Math.min(least, head.length), max: head.length });
    return fc
      .tuple(length, fc.tuple(...head), tail)
      .map(([count, start, end]) => (count < start.length ? start.slice(0, count) : [...start, ...end]));
  },
  plain(wanted, nested) {
    const items: Json[] = [];
    const contained = containedAt(wanted);
    const least = Math.max(wanted.minItems, contained.length, nested.optional ? Math.min(1, wanted.maxItems) : 0);
    if (least > MAX_ITEMS) return undefined;
    const count = Math.max(least, Math.min(nested.items, wanted.maxItems));
    for (let index = 0; index < count; index++) {
      const item = nested.value(schemasAt(wanted, index, contained), index);
      if (item === undefined) return index >= wanted.minItems ? items : undefined;
      items.push(item);
    }
    return items;
  },
  invalid: {
    minItems: (wanted, make) =>
      wanted.minItems > 0 ? make({ ...wanted, minItems: 0, maxItems: wanted.minItems - 1 }) : undefined,
    maxItems: (wanted, make) =>
      wanted.maxItems < MAX_ITEMS
        ? make({ ...wanted, uniqueItems: false, minItems: wanted.maxItems + 1, maxItems: wanted.maxItems + 1 })
        : undefined,
    uniqueItems: (wanted, make) =>
      wanted.uniqueItems && wanted.maxItems > 1
        ? make({ ...wanted, minItems: Math.max(1, wanted.minItems) })?.map((items) => withRepeated(items as Json[]))
        : undefined,
    items: (wanted, make) => withMore("items", wanted, make),
    unevaluatedItems: (wanted, make) => withMore("unevaluatedItems", wanted, make),
    contains: (wanted, make) => {
      const wrong = wanted.contains.flatMap((one) => miscounted(wanted, one)).flatMap((other) => make(other) ?? []);
      return wrong.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...wrong);
    },
  },
});

/** Lists with an item behind all those that there may be. */
function withMore(keyword: string, wanted: Case, make: Make): fc.Arbitrary<Json> | undefined {
  const { prefix, itemAt, minItems, maxItems } = wanted;
  if (!wanted.itemsClosedBy.includes(keyword) || !itemAt(prefix).includes(false) || maxItems <= prefix)
    return undefined;
  const open = (index: number): readonly JsonSchema[] => (index < prefix ? itemAt(index) : []);
  return make({ ...wanted, itemAt: open, minItems: Math.max(minItems, prefix + 1) });
}

/** Lists with too few of what they must contain, and with too many. */
function miscounted(wanted: Case, { schema, least, most }: Contained): Case[] {
  const others = wanted.contains.filter((one) => one.schema !== schema);
  const fewer = least > 0 ? [{ schema, least: Math.min(least, wanted.maxItems) - 1, most: least - 1 }] : [];
  const more = most < MAX_ITEMS ? [{ schema, least: most + 1, most: Infinity }] : [];
  return [...fewer, ...more].map((one) => ({ ...wanted, contains: [...others, one] }));
}

/** Lists of items; a long one repeats a few of them. */
function lists(
  item: fc.Arbitrary<Json>,
  lengths: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<Json[]> {
  if (lengths.minLength <= LONG) return fc.array(item, lengths);
  const length = fc.integer({ min: lengths.minLength, max: lengths.maxLength });
  return fc
    .tuple(fc.array(item, { minLength: 1, maxLength: USUAL_ITEMS }), length)
    .map(([items, count]) => repeated(items, count));
}

interface Head {
  readonly items: readonly fc.Arbitrary<Json>[];
  /** How many there would be, if all of them could be made. */
  readonly length: number;
  /** How many there must be. */
  readonly needed: number;
}

/** The items whose places matter. */
function headOf(wanted: Case, nested: Nested): Head {
  const forced = nested.forced === undefined ? -1 : Number(nested.forced);
  const contained = containedAt(wanted, forced);
  const length = Math.max(wanted.prefix, forced + 1, contained.length);
  const items: fc.Arbitrary<Json>[] = [];
  for (let index = 0; index < length; index++) {
    const item = nested.arbitrary(schemasAt(wanted, index, contained), String(index));
    if (!item) break;
    items.push(item);
  }
  return { items, length, needed: contained.length };
}

/** What items there must be, by what they must fit, and how many of each. */
export function neededItems(wanted: Case): { schemas: readonly JsonSchema[]; count: number }[] {
  const contained = containedAt(wanted);
  const least = Math.max(wanted.minItems, contained.length);
  const placed = Math.min(least, Math.max(wanted.prefix, contained.length));
  const own = Array.from({ length: placed }, (_, index) => ({
    schemas: schemasAt(wanted, index, contained),
    count: 1,
  }));
  return least === placed ? own : [...own, { schemas: schemasAt(wanted, placed, []), count: least - placed }];
}

/** By index, what `contains` asks of items behind all that have schemas of their own, as far as there is room. */
function containedAt({ contains, prefix, maxItems }: Case, forced = -1): readonly (Contained | undefined)[] {
  const needed = contains.flatMap((one) => repeated([one], Math.min(one.least, MAX_ITEMS)));
  if (needed.length === 0) return [];
  const before = Math.max(prefix, forced + 1);
  return [...repeated([undefined], before), ...needed.slice(0, Math.max(0, maxItems - before))];
}

/** What an item must fit: it is one of those that the list must contain, or none of which there may be too many. */
function schemasAt(wanted: Case, index: number, contained: readonly (Contained | undefined)[]): readonly JsonSchema[] {
  const own = contained[index];
  const others = wanted.contains.filter((one) => one !== own && one.most < MAX_ITEMS);
  return [...wanted.itemAt(index), ...(own ? [own.schema] : []), ...others.map(({ schema }) => refusing(schema))];
}

/** The last item is the first one once more. */
function withRepeated(items: readonly Json[]): Json[] {
  const first = items[0] ?? null;
  return [...items.slice(0, Math.max(1, items.length - 1)), first];
}
