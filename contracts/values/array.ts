import fc from "fast-check";
import type { Json } from "../model/contract.ts";
import { canonicalJson } from "./json.ts";
import { values } from "./type.ts";

/** Without a bound, arrays stay short enough to read. */
const USUAL_ITEMS = 3;

/** An array that must have more items than this is not made. */
const MAX_ITEMS = 2_000;

export const arrayValues = values({
  type: "array",
  valid(wanted, nested) {
    const { minItems, maxItems, uniqueItems } = wanted;
    if (minItems > maxItems || minItems > MAX_ITEMS) return undefined;
    const least = Math.max(
      minItems,
      nested.forced === undefined ? 0 : Number(nested.forced) + 1,
      wanted.contains.length > 0 ? 1 : 0,
    );
    const most = Math.min(maxItems, nested.optional ? least + USUAL_ITEMS : least);
    if (most < least) return undefined;
    const prefix = prefixOf(wanted.itemAt, most);
    const rest = most > prefix ? nested.arbitrary(wanted.itemAt(prefix), "items") : undefined;
    if (!rest && least > prefix) return undefined;
    const first = Array.from({ length: Math.min(prefix, most) }, (_, index) =>
      nested.arbitrary(wanted.itemAt(index), String(index)),
    );
    const made = first.filter((item) => item !== undefined);
    if (made.length < Math.min(first.length, least)) return undefined;
    const bounds = {
      minLength: Math.max(0, least - made.length),
      maxLength: rest ? Math.max(0, most - made.length) : 0,
    };
    const tail = rest
      ? uniqueItems
        ? fc.uniqueArray(rest, { ...bounds, selector: canonicalJson })
        : fc.array(rest, bounds)
      : fc.constant([]);
    const whole =
      made.length === 0 ? tail : fc.tuple(fc.tuple(...made), tail).map(([head, more]) => [...head, ...more]);
    if (wanted.contains.length === 0) return whole;
    const contained = nested.arbitrary(wanted.contains, "items");
    return contained && fc.tuple(whole, contained).map(([items, item]) => [item, ...items.slice(1)]);
  },
  plain(wanted, nested, name) {
    const items: Json[] = [];
    const count = Math.max(wanted.minItems, nested.optional ? Math.min(1, wanted.maxItems) : 0);
    if (count > MAX_ITEMS) return undefined;
    for (let index = 0; index < count; index++) {
      const schemas =
        index === 0 && wanted.contains.length > 0
          ? [...wanted.itemAt(index), ...wanted.contains]
          : wanted.itemAt(index);
      const item = nested.value(schemas, index === 0 ? name : `${name} ${index + 1}`);
      if (item === undefined) return index >= wanted.minItems ? items : undefined;
      items.push(item);
    }
    return items;
  },
  invalid: {
    minItems: ({ minItems }, value) =>
      minItems > 0 ? value.map((items) => (items as Json[]).slice(0, minItems - 1)) : undefined,
    maxItems: ({ maxItems }, value) =>
      maxItems > MAX_ITEMS ? undefined : value.map((items) => repeated(items as Json[], maxItems + 1)),
    uniqueItems: ({ uniqueItems, maxItems }, value) =>
      uniqueItems && maxItems > 1
        ? value.map((items) => repeated((items as Json[]).slice(0, 1), Math.max(2, (items as Json[]).length)))
        : undefined,
  },
});

/** How many items from the start have schemas of their own. */
function prefixOf(itemAt: (index: number) => readonly unknown[], most: number): number {
  const beyond = itemAt(MAX_ITEMS + 1);
  let count = 0;
  while (count < most && itemAt(count).some((schema, index) => schema !== beyond[index])) count++;
  return count;
}

function repeated(items: readonly Json[], count: number): Json[] {
  return Array.from({ length: count }, (_, index) => items[index % Math.max(1, items.length)] ?? null);
}
