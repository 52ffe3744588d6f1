import type { Json } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { validatorOf } from "./validator.ts";

const contract = contractOfSchema({ type: "array", uniqueItems: true });
const validate = validatorOf(contract, "/components/schemas/S", "request");

describe("uniqueItems", () => {
  it("accepts an array if no item deeply equals another", () => {
    const nested = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
    fc.assert(
      fc.property(fc.array(nested, { maxLength: 8 }), fc.boolean(), (items, isDoubled) => {
        const list = isDoubled && items.length > 0 ? [...items, reversed(items[0] as Json)] : items;
        const texts = list.map((item) => JSON.stringify(sorted(item)));

        expect(validate(list).length === 0).toBe(new Set(texts).size === list.length);
      }),
    );
  });

  it("distinguishes 1 from true and from text, but not 1.0 from 1", () => {
    expect(validate([1, true, "1", [1], { a: 1 }])).toEqual([]);
    expect(
      validate([
        { a: 1, b: 2 },
        { b: 2, a: 1.0 },
      ]).length,
    ).toBe(1);
  });

  it("compares an array of 200,000 objects in one pass", () => {
    const list = Array.from({ length: 200_000 }, (_, index) => ({ index }));

    expect(validate(list)).toEqual([]);
  });
});

/** The same value with its members in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map((each) => reversed(each as Json));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, reversed(each as Json)]),
  );
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((each) => sorted(each as Json));
  if (Object.is(value, -0)) return 0;
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).map(([name, each]) => [name, sorted(each as Json)] as const);
  return Object.fromEntries(pairs.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
