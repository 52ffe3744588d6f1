import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entryOf } from "../../../test/support/values/table.ts";
import { getBuilder } from "../builder.ts";
import { Unsatisfiable, createValues } from "../index.ts";

const { contract, schema: any } = await entryOf("numbers/Any");
const plain = (schema: Record<string, number | string>): unknown =>
  getBuilder(contract, "request").plain([{ type: "number", ...schema }], {
    name: "",
    optional: false,
    examples: false,
  });

describe("numberValues", () => {
  it.each([
    [0.1, 0.3],
    [0.1, 0.7],
    [0.01, 19.99],
    [0.01, 4.35],
    [1e-7, 3e-7],
  ])("generates the multiple of %d that is %d, without a rounding error", (multipleOf, value) => {
    expect(plain({ multipleOf, minimum: value, maximum: value })).toBe(value);
  });

  it.each([
    [{}, 1],
    [{ minimum: 5 }, 5],
    [{ maximum: -5 }, -5],
    [{ exclusiveMinimum: 1, maximum: 9 }, 2],
    [{ minimum: 0.2, maximum: 0.8 }, 0.2],
    [{ exclusiveMinimum: 0.25, exclusiveMaximum: 0.255 }, 0.2525],
    [{ type: "integer", multipleOf: 4, minimum: 1 }, 4],
  ])("generates the simplest number of %j: %d", (schema, expected) => {
    expect(plain(schema)).toBe(expected);
  });

  it.each([
    [1, 1.0000000000000002],
    [-1.0000000000000002, -1],
    [0, 5e-324],
    [-5e-324, 0],
    [2 ** 60, 2 ** 60 + 256],
  ])("finds none between the neighbours %d and %d", (exclusiveMinimum, exclusiveMaximum) => {
    const schema = { type: "number", exclusiveMinimum, exclusiveMaximum };

    expect(plain(schema)).toBeUndefined();
    expect(() => fc.sample(createValues(contract, "request").valid({ ...any, value: schema }), 1)).toThrow(
      Unsatisfiable,
    );
  });

  it.each([[[9007199254740991, 9007199254740989]], [[2 ** 60, 3]]])(
    "ends with or without a result if doubles cannot represent the multiples of %j",
    (steps) => {
      const wanted = steps.map((multipleOf) => ({ type: "integer", multipleOf, minimum: 1 }));
      const arbitrary = createValues(contract, "request").valid({ ...any, value: { allOf: wanted } });

      // Both outcomes are correct. The test only requires that the search ends.
      try {
        const [number] = fc.sample(arbitrary, { numRuns: 1, seed: 1 });
        expect(Number.isFinite(number)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Unsatisfiable);
      }
    },
  );
});
