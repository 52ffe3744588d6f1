import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import type { Case, ContainsConstraint } from "../case.ts";
import { distinct } from "../distinct.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { rejectingSchema } from "../negation.ts";
import { repeated } from "./text.ts";
import { type MakeValues, type NestedValues, values } from "./type.ts";

/** Maximum number of items beyond the minimum, so that arrays stay readable. */
const USUAL_ITEMS = 3;

/** Minimum length above which arrays repeat items. */
const LONG_ARRAY = 32;

/** Maximum length of an array. */
export const MAX_ITEMS = 2_000;

export const arrayValues = values({
  type: "array",
  valid(wanted, nested) {
    const first = leadingItemsOf(wanted, nested);
    const minCount = Math.max(
      wanted.minItems,
      nested.forced === undefined ? 0 : Number(nested.forced) + 1,
      first.needed,
    );
    const maxCount = Math.min(
      wanted.maxItems,
      nested.optional ? Math.max(minCount, wanted.prefix) + USUAL_ITEMS : minCount,
    );
    if (minCount > maxCount || minCount > MAX_ITEMS) return undefined;
    const head = first.items.slice(0, maxCount);
    const isWhole = head.length === Math.min(first.length, maxCount);
    const rest =
      isWhole && maxCount > head.length ? nested.arbitrary(schemasAt(wanted, head.length, []), "items") : undefined;
    if (!rest && head.length < minCount) return undefined;
    const lengths = { minLength: Math.max(0, minCount - head.length), maxLength: rest ? maxCount - head.length : 0 };
    const tail = rest
      ? wanted.uniqueItems
        ? distinct(rest, lengths, canonicalJson)
        : arraysOf(rest, lengths)
      : fc.constant([]);
    if (head.length === 0) return tail;
    // The leading items may be the whole array.
    const length = fc.integer({ min: Math.min(minCount, head.length), max: head.length });
    return fc
      .tuple(length, fc.tuple(...head), tail)
      .map(([count, start, end]) => (count < start.length ? start.slice(0, count) : [...start, ...end]));
  },
  plain(wanted, nested) {
    const items: Json[] = [];
    const contained = containedAt(wanted);
    const minCount = Math.max(wanted.minItems, contained.length, nested.optional ? Math.min(1, wanted.maxItems) : 0);
    if (minCount > MAX_ITEMS) return undefined;
    const count = Math.max(minCount, Math.min(nested.items, wanted.maxItems));
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
    items: (wanted, make) => withItemBeyondPrefix("items", wanted, make),
    unevaluatedItems: (wanted, make) => withItemBeyondPrefix("unevaluatedItems", wanted, make),
    contains: (wanted, make) => {
      const wrong = wanted.contains
        .flatMap((one) => casesWithWrongCount(wanted, one))
        .flatMap((other) => make(other) ?? []);
      return wrong.length === 0 ? undefined : fc.oneof({ withCrossShrink: true }, ...wrong);
    },
  },
});

/** Arrays with an item after the last allowed one. */
function withItemBeyondPrefix(keyword: string, wanted: Case, make: MakeValues): fc.Arbitrary<Json> | undefined {
  const { prefix, itemAt, minItems, maxItems } = wanted;
  if (!wanted.itemsClosedBy.includes(keyword) || !itemAt(prefix).includes(false) || maxItems <= prefix)
    return undefined;
  const withoutClosing = (index: number): readonly JsonSchema[] => (index < prefix ? itemAt(index) : []);
  return make({ ...wanted, itemAt: withoutClosing, minItems: Math.max(minItems, prefix + 1) });
}

/** Cases with too few or too many items that match a `contains` schema. */
function casesWithWrongCount(wanted: Case, { schema, least, most }: ContainsConstraint): Case[] {
  const others = wanted.contains.filter((one) => one.schema !== schema);
  const tooFew = least > 0 ? [{ schema, least: Math.min(least, wanted.maxItems) - 1, most: least - 1 }] : [];
  const tooMany = most < MAX_ITEMS ? [{ schema, least: most + 1, most: Infinity }] : [];
  return [...tooFew, ...tooMany].map((one) => ({ ...wanted, contains: [...others, one] }));
}

/** Arrays of items. A long one repeats a few items. */
function arraysOf(
  item: fc.Arbitrary<Json>,
  lengths: { readonly minLength: number; readonly maxLength: number },
): fc.Arbitrary<Json[]> {
  if (lengths.minLength <= LONG_ARRAY) return fc.array(item, lengths);
  const length = fc.integer({ min: lengths.minLength, max: lengths.maxLength });
  return fc
    .tuple(fc.array(item, { minLength: 1, maxLength: USUAL_ITEMS }), length)
    .map(([items, count]) => repeated(items, count));
}

interface LeadingItems {
  readonly items: readonly fc.Arbitrary<Json>[];
  /** Number of all leading items, even if some have no valid value. */
  readonly length: number;
  /** Minimum number of leading items. */
  readonly needed: number;
}

/** Items with a fixed index. */
function leadingItemsOf(wanted: Case, nested: NestedValues): LeadingItems {
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

/** Required items, by their schemas, with the number of each. */
export function neededItems(wanted: Case): { schemas: readonly JsonSchema[]; count: number }[] {
  const contained = containedAt(wanted);
  const minCount = Math.max(wanted.minItems, contained.length);
  const placed = Math.min(minCount, Math.max(wanted.prefix, contained.length));
  const leading = Array.from({ length: placed }, (_, index) => ({
    schemas: schemasAt(wanted, index, contained),
    count: 1,
  }));
  return minCount === placed
    ? leading
    : [...leading, { schemas: schemasAt(wanted, placed, []), count: minCount - placed }];
}

/**
 * `contains` constraints by the index of the item that matches them. These items follow all items with their own
 * schemas, up to the maximum length.
 */
function containedAt({ contains, prefix, maxItems }: Case, forced = -1): readonly (ContainsConstraint | undefined)[] {
  const needed = contains.flatMap((one) => repeated([one], Math.min(one.least, MAX_ITEMS)));
  if (needed.length === 0) return [];
  const before = Math.max(prefix, forced + 1);
  return [...repeated([undefined], before), ...needed.slice(0, Math.max(0, maxItems - before))];
}

/** Schemas of an item. It matches the `contains` constraint of its index, and no other constraint with a maximum. */
function schemasAt(
  wanted: Case,
  index: number,
  contained: readonly (ContainsConstraint | undefined)[],
): readonly JsonSchema[] {
  const ownConstraint = contained[index];
  const otherConstraints = wanted.contains.filter((one) => one !== ownConstraint && one.most < MAX_ITEMS);
  return [
    ...wanted.itemAt(index),
    ...(ownConstraint ? [ownConstraint.schema] : []),
    ...otherConstraints.map(({ schema }) => rejectingSchema(schema)),
  ];
}

/** Array whose last item repeats the first. */
function withRepeated(items: readonly Json[]): Json[] {
  const first = items[0] ?? null;
  return [...items.slice(0, Math.max(1, items.length - 1)), first];
}
