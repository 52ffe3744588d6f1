import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePathSteps } from "../witness/steps.ts";
import { abbreviateJson } from "./abbreviate-json.ts";

const steps = (path: string) => parsePathSteps(path) ?? [];
const long = "x".repeat(200);

describe("abbreviateJson()", () => {
  it("does not change a value that fits", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(abbreviateJson(value as never, [], 100_000)).toBe(JSON.stringify(value));
      }),
    );
  });

  it("keeps the selected member, even after others", () => {
    const value = { first: long, second: [long], third: { inner: long, quantity: -1 } };

    expect(abbreviateJson(value, steps(".third.quantity"), 80)).toBe('{…,"third":{…,"quantity":-1}}');
  });

  it("keeps other members that fit, and writes one ellipsis for each run of omitted ones", () => {
    const value = { a: 1, b: long, c: long, d: 2, e: 3 };

    expect(abbreviateJson(value, steps(".e"), 60)).toBe('{"a":1,…,"d":2,"e":3}');
  });

  it("keeps the selected item of a list", () => {
    expect(abbreviateJson([long, { n: 5 }, long], steps("[1].n"), 40)).toBe('[…,{"n":5},…]');
  });

  it("is about as long as requested for any value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 60, max: 300 }), (value, room) => {
        const text = abbreviateJson(value as never, [], room);
        expect(text.length).toBeLessThanOrEqual(Math.max(room + 20, 80));
      }),
    );
  });
});
