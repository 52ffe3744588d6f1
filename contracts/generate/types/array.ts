import type { Json, JsonSchema } from "../../model/json.ts";
import fc from "fast-check";
import type { Case, ContainsConstraint } from "../case.ts";
import { generateDistinct } from "../distinct.ts";
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
  valid(targetCase, nested) {
    const first = generateLeadingItems(targetCase, nested);
    const minCount = Math.max(
      targetCase.minItems,
      nested.brokenMember === undefined ? 0 : Number(nested.brokenMember) + 1,
      first.needed,
    );
    const maxCount = Math.min(
      targetCase.maxItems,
      nested.optional ? Math.max(minCount, targetCase.prefix) + USUAL_ITEMS : minCount,
    );
    if (minCount > maxCount || minCount > MAX_ITEMS) return undefined;
    const head = first.items.slice(0, maxCount);
    const isWhole = head.length === Math.min(first.length, maxCount);
    const rest =
      isWhole && maxCount > head.length
        ? nested.arbitrary(combineItemSchemas(targetCase, head.length, []), "items")
        : undefined;
    if (!rest && head.length < minCount) return undefined;
    const lengths = { minLength: Math.max(0, minCount - head.length), maxLength: rest ? maxCount - head.length : 0 };
    const tail = rest
      ? targetCase.uniqueItems
        ? generateDistinct(rest, lengths, canonicalJson)
        : generateArrays(rest, lengths)
      : fc.constant([]);
    if (head.length === 0) return tail;
    // The leading items may be the whole array.
    const length = fc.integer({ min: Math.min(minCount, head.length), max: head.length });
    return fc
      .tuple(length, fc.tuple(...head), tail)
      .map(([count, start, end]) => (count < start.length ? start.slice(0, count) : [...start, ...end]));
  },
  plain(targetCase, nested) {
    const items: Json[] = [];
    const contained = placeContained(targetCase);
    if (nested.missing) {
      const changed: Json[] = [];
      for (const key of nested.missing.keys()) {
        const index = Number(key);
        const item = nested.value(combineItemSchemas(targetCase, index, contained), index);
        if (item === undefined) return undefined;
        changed[index] = item;
      }
      return changed;
    }
    const minCount = Math.max(
      targetCase.minItems,
      contained.length,
      nested.optional ? Math.min(1, targetCase.maxItems) : 0,
    );
    if (minCount > MAX_ITEMS) return undefined;
    const count = Math.max(minCount, Math.min(nested.items, targetCase.maxItems));
    for (let index = 0; index < count; index++) {
      const item = nested.value(combineItemSchemas(targetCase, index, contained), index);
      if (item === undefined) {
        if (index >= targetCase.minItems) return items;
        return undefined;
      }
      items.push(item);
    }
    return items;
  },
  invalid: {
    minItems: (targetCase, make) =>
      targetCase.minItems > 0 ? make({ ...targetCase, minItems: 0, maxItems: targetCase.minItems - 1 }) : undefined,
    maxItems: (targetCase, make) => {
      if (targetCase.maxItems < MAX_ITEMS)
        return make({
          ...targetCase,
          uniqueItems: false,
          minItems: targetCase.maxItems + 1,
          maxItems: targetCase.maxItems + 1,
        });
      return undefined;
    },
    uniqueItems: (targetCase, make) => {
      if (targetCase.uniqueItems && targetCase.maxItems > 1)
        return make({ ...targetCase, minItems: Math.max(1, targetCase.minItems) })?.map((items) =>
          withRepeated(items as Json[]),
        );
      return undefined;
    },
    items: (targetCase, make) => withItemBeyondPrefix("items", targetCase, make),
    unevaluatedItems: (targetCase, make) => withItemBeyondPrefix("unevaluatedItems", targetCase, make),
    contains: (targetCase, make) => {
      const wrongCounts = targetCase.contains
        .flatMap((one) => casesWithWrongCount(targetCase, one))
        .flatMap((other) => make(other) ?? []);
      if (wrongCounts.length === 0) return undefined;
      return fc.oneof({ withCrossShrink: true }, ...wrongCounts);
    },
  },
});

/** Arrays with an item after the last allowed one. */
function withItemBeyondPrefix(keyword: string, targetCase: Case, make: MakeValues): fc.Arbitrary<Json> | undefined {
  const { prefix, itemAt, minItems, maxItems } = targetCase;
  if (!targetCase.itemsClosedBy.includes(keyword) || !itemAt(prefix).includes(false) || maxItems <= prefix)
    return undefined;
  const withoutClosing = (index: number): readonly JsonSchema[] => (index < prefix ? itemAt(index) : []);
  return make({ ...targetCase, itemAt: withoutClosing, minItems: Math.max(minItems, prefix + 1) });
}

/** Cases with too few or too many items that match a `contains` schema. */
function casesWithWrongCount(targetCase: Case, { schema, minCount, maxCount }: ContainsConstraint): Case[] {
  const others = targetCase.contains.filter((one) => one.schema !== schema);
  const tooFew =
    minCount > 0 ? [{ schema, minCount: Math.min(minCount, targetCase.maxItems) - 1, maxCount: minCount - 1 }] : [];
  const tooMany = maxCount < MAX_ITEMS ? [{ schema, minCount: maxCount + 1, maxCount: Infinity }] : [];
  return [...tooFew, ...tooMany].map((one) => ({ ...targetCase, contains: [...others, one] }));
}

/** Arrays of items. A long one repeats a few items. */
function generateArrays(
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
function generateLeadingItems(targetCase: Case, nested: NestedValues): LeadingItems {
  const brokenMember = nested.brokenMember === undefined ? -1 : Number(nested.brokenMember);
  const contained = placeContained(targetCase, brokenMember);
  const length = Math.max(targetCase.prefix, brokenMember + 1, contained.length);
  const items: fc.Arbitrary<Json>[] = [];
  for (let index = 0; index < length; index++) {
    const item = nested.arbitrary(combineItemSchemas(targetCase, index, contained), String(index));
    if (!item) break;
    items.push(item);
  }
  return { items, length, needed: contained.length };
}

/** Required items, by their schemas, with the number of each. */
export function neededItems(targetCase: Case): { schemas: readonly JsonSchema[]; count: number }[] {
  const contained = placeContained(targetCase);
  const minCount = Math.max(targetCase.minItems, contained.length);
  const placed = Math.min(minCount, Math.max(targetCase.prefix, contained.length));
  const leading = Array.from({ length: placed }, (_, index) => ({
    schemas: combineItemSchemas(targetCase, index, contained),
    count: 1,
  }));
  if (minCount === placed) return leading;
  return [...leading, { schemas: combineItemSchemas(targetCase, placed, []), count: minCount - placed }];
}

/**
 * `contains` constraints by the index of the item that matches them. These items follow all items with their own
 * schemas, up to the maximum length.
 */
function placeContained(
  { contains, prefix, maxItems }: Case,
  brokenMember = -1,
): readonly (ContainsConstraint | undefined)[] {
  const needed = contains.flatMap((one) => repeated([one], Math.min(one.minCount, MAX_ITEMS)));
  if (needed.length === 0) return [];
  const before = Math.max(prefix, brokenMember + 1);
  return [...repeated([undefined], before), ...needed.slice(0, Math.max(0, maxItems - before))];
}

/** Schemas of an item. It matches the `contains` constraint of its index, and no other constraint with a maximum. */
function combineItemSchemas(
  targetCase: Case,
  index: number,
  contained: readonly (ContainsConstraint | undefined)[],
): readonly JsonSchema[] {
  if (targetCase.contains.length === 0) return targetCase.itemAt(index);
  const ownConstraint = contained[index];
  const otherConstraints = targetCase.contains.filter((one) => one !== ownConstraint && one.maxCount < MAX_ITEMS);
  return [
    ...targetCase.itemAt(index),
    ...(ownConstraint ? [ownConstraint.schema] : []),
    ...otherConstraints.map(({ schema }) => rejectingSchema(schema)),
  ];
}

/** Array whose last item repeats the first. */
function withRepeated(items: readonly Json[]): Json[] {
  const first = items[0] ?? null;
  return [...items.slice(0, Math.max(1, items.length - 1)), first];
}
