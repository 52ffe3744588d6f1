import fc from "fast-check";
import type { Json, JsonSchema } from "../model/contract.ts";
import type { Case } from "./cases.ts";
import { distinct } from "./distinct.ts";
import { canonicalJson } from "./json.ts";
import { repeated } from "./text.ts";
import { type Nested, values } from "./type.ts";

/** Without a bound, arrays stay short enough to read. */
const USUAL_ITEMS = 3;

/** A list that must have more items repeats some. */
const LONG = 32;

/** An array that must have more items than this is not made. */
const MAX_ITEMS = 2_000;

export const arrayValues = values({
  type: "array",
  valid(wanted, nested) {
    const first = headOf(wanted, nested);
    const least = Math.max(wanted.minItems, nested.forced === undefined ? 0 : Number(nested.forced) + 1, first.needed);
    const most = Math.min(wanted.maxItems, nested.optional ? Math.max(least, wanted.prefix) + USUAL_ITEMS : least);
    if (least > most || least > MAX_ITEMS) return undefined;
    const head = first.items.slice(0, most);
    const isWhole = head.length === Math.min(first.length, most);
    const rest = isWhole && most > head.length ? nested.arbitrary(wanted.itemAt(head.length), "items") : undefined;
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
    const least = Math.max(wanted.minItems, contained + 1, nested.optional ? Math.min(1, wanted.maxItems) : 0);
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
    contains: (wanted, make) => (wanted.contains.length > 0 ? make({ ...wanted, contains: [] }) : undefined),
  },
});

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
  const length = Math.max(wanted.prefix, forced + 1, contained + 1);
  const items: fc.Arbitrary<Json>[] = [];
  for (let index = 0; index < length; index++) {
    const item = nested.arbitrary(schemasAt(wanted, index, contained), String(index));
    if (!item) break;
    items.push(item);
  }
  return { items, length, needed: contained + 1 };
}

/** The index of the item that `contains` asks for, behind all that have schemas of their own; -1 where none is made. */
function containedAt({ contains, prefix, maxItems }: Case, forced = -1): number {
  const index = Math.max(prefix, forced + 1);
  return contains.length > 0 && index < maxItems ? index : -1;
}

function schemasAt(wanted: Case, index: number, contained: number): readonly JsonSchema[] {
  return index === contained ? [...wanted.itemAt(index), ...wanted.contains] : wanted.itemAt(index);
}

/** The last item is the first one once more. */
function withRepeated(items: readonly Json[]): Json[] {
  const first = items[0] ?? null;
  return [...items.slice(0, Math.max(1, items.length - 1)), first];
}
