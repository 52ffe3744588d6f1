import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertOnlyAccepted, smallestOf } from "../../test/support/values/laws.ts";
import { Unsatisfiable, guarded, ifSatisfiable, preferringPassing, unsatisfiable } from "./guarded.ts";

const isEven = (value: number): boolean => value % 2 === 0;

describe("guarded()", () => {
  it("produces and shrinks only to passing values", () => {
    const even = guarded(fc.integer({ min: 3, max: 1000 }), isEven, "an even number");

    assertOnlyAccepted(even, isEven);
    expect(smallestOf(guarded(fc.array(fc.nat()), ({ length }) => isEven(length), "an even number of items"))).toEqual(
      [],
    );
  });

  it("shrinks a value of another arbitrary as that arbitrary does", () => {
    const otherArbitrary = fc.array(fc.nat(), { minLength: 2 }).map(({ length }) => length);
    const smallValues = fc.oneof({ withCrossShrink: true }, fc.constant(0), fc.constant(1));
    const found = guarded(smallValues, (value) => value > 2, "a long list", { otherwise: () => otherArbitrary });

    assertOnlyAccepted(found, (value) => value > 2);
    expect(smallestOf(found)).toBe(3);
  });

  it("stops shrinking if no simpler value passes", () => {
    let tries = 0;
    const [first] = fc.sample(fc.array(fc.nat(), { minLength: 90, maxLength: 90 }), { seed: 1, numRuns: 1 });
    const only = guarded(
      fc.array(fc.nat(), { minLength: 90, maxLength: 90 }),
      (items) => {
        tries += 1;
        return String(items) === String(first);
      },
      "these items",
    );

    expect(
      fc.check(
        fc.property(only, () => false),
        { seed: 1, numRuns: 1 },
      ).counterexample,
    ).toEqual([first]);
    expect(tries).toBe(1_001);
  });

  it("gives up after the given number of tries, and names what it searched", () => {
    let tries = 0;
    const never = guarded(fc.integer(), () => ++tries === 0, "a miracle", { tries: 12, why: () => "it is none" });

    expect(() => fc.sample(never, 1)).toThrow("Cannot find a value for a miracle: none of 12 tried fits: it is none");
    expect(tries).toBe(12);
  });
});

describe("preferringPassing()", () => {
  it("produces values that pass the test if it finds one, otherwise any values", () => {
    expect(fc.sample(preferringPassing(fc.integer(), isEven), 50).every(isEven)).toBe(true);
    expect(fc.sample(preferringPassing(fc.constant(3), isEven), 1)).toEqual([3]);
  });
});

describe("unsatisfiable()", () => {
  it("gives up at once, with the reason", () => {
    expect(() =>
      fc.sample(
        unsatisfiable("the schema at /a", () => "it is none"),
        1,
      ),
    ).toThrow(new Unsatisfiable("Cannot find a value for the schema at /a: it is none"));
  });
});

describe("ifSatisfiable()", () => {
  it("returns the value, or undefined if there is none", () => {
    expect(ifSatisfiable(() => 1)).toBe(1);
    expect(
      ifSatisfiable(() =>
        fc.sample(
          unsatisfiable("a miracle", () => "it is none"),
          1,
        ),
      ),
    ).toBeUndefined();
  });

  it("throws every other error", () => {
    const throwError = (): never => {
      throw new TypeError("a bug");
    };

    expect(() => ifSatisfiable(throwError)).toThrow(new TypeError("a bug"));
    expect(() => ifSatisfiable(() => fc.sample(fc.constant(0).map(throwError), 1))).toThrow(new TypeError("a bug"));
  });
});
