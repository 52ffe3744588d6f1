import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, Validate } from "../index.ts";
import {
  assertBreaksOnlyAtPointer,
  assertIsLabelled,
  assertOnlyAccepted,
  assertSameSeedSameValues,
  isSatisfiable,
  smallestOf,
} from "../../test/support/values/laws.ts";

const atMostNine = (value: number): boolean => value <= 9;

describe("assertSameSeedSameValues()", () => {
  it("fails for an arbitrary with its own randomness", () => {
    let count = 0;
    const counting = fc.constant(0).map(() => count++);

    expect(() => assertSameSeedSameValues(counting)).toThrow("The same seed gave other values");
    expect(() => assertSameSeedSameValues(fc.integer())).not.toThrow();
  });
});

describe("assertOnlyAccepted()", () => {
  it("fails for an arbitrary that sometimes produces rejected values", () => {
    expect(() => assertOnlyAccepted(fc.nat({ max: 10_000 }), atMostNine)).toThrow("Produced what is not accepted");
    expect(() => assertOnlyAccepted(fc.nat({ max: 9 }), atMostNine)).not.toThrow();
  });

  it("fails for an arbitrary that shrinks to rejected values", () => {
    const shrinksFurther = fc.integer({ min: 50, max: 99 }).chain((smallest) => fc.integer({ min: -9, max: smallest }));
    const fits = (value: number): boolean => value !== 0;
    const nonZero = new NonZero(shrinksFurther);

    expect(() => assertOnlyAccepted(nonZero, fits)).toThrow("Shrunk to what is not accepted: 0");
  });
});

describe("shrinkToSmallest()", () => {
  it("throws for an arbitrary whose shrinking does not end", () => {
    expect(() => smallestOf(new Endless(fc.constant(1)))).toThrow("Shrinking takes more than 3000 steps");
  });

  it("returns the value that all values shrink to", () => {
    expect(smallestOf(fc.array(fc.nat(), { minLength: 2 }))).toEqual([0, 0]);
  });
});

describe("assertBreaksOnlyAtPointer()", () => {
  const validate: Validate = (value) => {
    const { a, b } = value as { a?: unknown; b?: unknown };
    const typeOf = (member: unknown, pointer: string): ReturnType<Validate> =>
      typeof member === "string" ? [] : [{ pointer, keyword: "type", expected: "a string", got: String(member) }];
    return [...typeOf(a, "/a"), ...typeOf(b, "/b")];
  };
  const broken = (arbitrary: fc.Arbitrary<Json>) => () =>
    assertBreaksOnlyAtPointer({ pointer: "/a", keyword: "type", arbitrary }, validate);

  it("accepts values broken at the location only", () => {
    expect(broken(fc.record({ a: fc.integer(), b: fc.string() }))).not.toThrow();
  });

  it("fails for valid values, and for values broken elsewhere", () => {
    expect(broken(fc.record({ a: fc.string(), b: fc.string() }))).toThrow("Produced what is not accepted");
    expect(broken(fc.record({ a: fc.string(), b: fc.integer() }))).toThrow("Produced what is not accepted");
    expect(broken(fc.record({ a: fc.integer(), b: fc.integer() }))).toThrow("Produced what is not accepted");
  });

  it("fails if another keyword than that of the label is violated", () => {
    const fault = { pointer: "/a", keyword: "enum", arbitrary: fc.constant({ a: 1, b: "" }) };

    expect(() => assertBreaksOnlyAtPointer(fault, validate)).toThrow("Produced what is not accepted");
  });
});

describe("assertIsLabelled()", () => {
  const validate: Validate = (value) => {
    const violation = (keyword: string) => ({ pointer: "", keyword, expected: "", got: "" });
    return typeof value !== "number" ? [violation("type")] : value < 3 ? [violation("minimum"), violation("not")] : [];
  };
  const boundary = { label: "least", pointer: "", keyword: "minimum", value: 3, fits: true, isSingle: true };
  const labelled = (changes: Partial<typeof boundary>) => () => assertIsLabelled({ ...boundary, ...changes }, validate);

  it("accepts correct labels", () => {
    expect(labelled({})).not.toThrow();
    expect(labelled({ value: 2, fits: false, isSingle: false })).not.toThrow();
  });

  it("fails for a wrong verdict", () => {
    expect(labelled({ value: 2 })).toThrow("Labelled wrongly as to whether it fits");
    expect(labelled({ fits: false })).toThrow("Labelled wrongly as to whether it fits");
  });

  it("fails for a wrong keyword, location or number of keywords", () => {
    expect(labelled({ value: 2, fits: false, keyword: "maximum" })).toThrow("Fails elsewhere, or for another keyword");
    expect(labelled({ value: 2, fits: false, pointer: "/a" })).toThrow("Fails elsewhere, or for another keyword");
    expect(labelled({ value: 2, fits: false })).toThrow("Labelled wrongly as to how much it breaks");
  });
});

describe("isSatisfiable()", () => {
  it("returns false for an arbitrary that finds no value", () => {
    const givesUp = fc.constant(0).map((): Json => {
      throw new Error("Nothing fits");
    });

    expect(isSatisfiable(fc.constant(1))).toBe(true);
    expect(isSatisfiable(givesUp)).toBe(false);
  });
});

/** Arbitrary that never produces zero, but shrinks to it. */
class NonZero extends fc.Arbitrary<number> {
  readonly #inner: fc.Arbitrary<number>;

  constructor(inner: fc.Arbitrary<number>) {
    super();
    this.#inner = inner;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<number> {
    const value = this.#inner.generate(random, bias);
    return value.value === 0 ? this.generate(random, bias) : value;
  }

  override canShrinkWithoutContext(value: unknown): value is number {
    return this.#inner.canShrinkWithoutContext(value);
  }

  override shrink(value: number, context: unknown): fc.Stream<fc.Value<number>> {
    return this.#inner.shrink(value, context);
  }
}

/** Arbitrary whose shrinking never ends, because each value shrinks to itself. */
class Endless extends fc.Arbitrary<number> {
  readonly #inner: fc.Arbitrary<number>;

  constructor(inner: fc.Arbitrary<number>) {
    super();
    this.#inner = inner;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<number> {
    return this.#inner.generate(random, bias);
  }

  override canShrinkWithoutContext(value: unknown): value is number {
    return value === 1;
  }

  override shrink(value: number): fc.Stream<fc.Value<number>> {
    return fc.Stream.of(new fc.Value(value, undefined));
  }
}
