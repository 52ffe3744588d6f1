import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../contracts/index.ts";
import { inFixedOrder, sortValues, toOrderlessText } from "./in-fixed-order.ts";
import { toSortedJson } from "./json-text.ts";

const text = fc.string({ maxLength: 8 });
const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.record(
    {
      enum: fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { maxLength: 4 }),
      required: fc.array(text, { maxLength: 3 }),
      oneOf: fc.array(tie("schema"), { maxLength: 3 }),
      properties: fc.dictionary(fc.constantFrom("a", "b", "enum"), tie("schema"), { maxKeys: 2 }),
      maxLength: fc.nat(),
    },
    { requiredKeys: [] },
  ),
}));

/** The schema with every list reversed that has no order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    Array.isArray(one) ? reversed(one as Json[]) : reversed(one),
  ]);
  return Object.fromEntries(
    members
      .toReversed()
      .map(([name, one]): [string, Json] => [
        name,
        Array.isArray(one) && ["enum", "required", "oneOf"].includes(name) ? one.toReversed() : one,
      ]),
  );
}

describe("toOrderlessText()", () => {
  it("is equal for two schemas exactly if their fixed order is", () => {
    fc.assert(
      fc.property(schema, schema, (one, other) => {
        expect(toOrderlessText(reversed(one))).toBe(toOrderlessText(one));
        expect(toOrderlessText(one) === toOrderlessText(other)).toBe(
          toSortedJson(inFixedOrder(one)) === toSortedJson(inFixedOrder(other)),
        );
      }),
    );
  });
});

describe("sortValues()", () => {
  it("sorts numbers by size and all others by their text", () => {
    expect(sortValues([10, 9, "b", 'a"', "a", null, { b: 1 }, { a: 1 }])).toEqual(
      sortValues([{ a: 1 }, null, "a", 9, { b: 1 }, 'a"', 10, "b"]),
    );
    expect(sortValues([10, 9, 100])).toEqual([9, 10, 100]);
    expect(sortValues(["b", "B", "a"])).toEqual(["B", "a", "b"]);
  });
});
