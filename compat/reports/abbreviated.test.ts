import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stepsIn } from "../witness/steps.ts";
import { abbreviated } from "./abbreviated.ts";

const steps = (path: string) => stepsIn(path) ?? [];
const long = "x".repeat(200);

describe("abbreviated()", () => {
  it("leaves alone what there is room for", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(abbreviated(value as never, [], 100_000)).toBe(JSON.stringify(value));
      }),
    );
  });

  it("keeps the member that decides, however late it comes", () => {
    const value = { first: long, second: [long], third: { inner: long, quantity: -1 } };

    expect(abbreviated(value, steps(".third.quantity"), 80)).toBe('{…,"third":{…,"quantity":-1}}');
  });

  it("shows other members where there is room, and one mark for each run of those that it leaves out", () => {
    const value = { a: 1, b: long, c: long, d: 2, e: 3 };

    expect(abbreviated(value, steps(".e"), 60)).toBe('{"a":1,…,"d":2,"e":3}');
  });

  it("keeps the item of a list that the steps name", () => {
    expect(abbreviated([long, { n: 5 }, long], steps("[1].n"), 40)).toBe('[…,{"n":5},…]');
  });

  it("is about as long as there is room, whatever it is given", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 60, max: 300 }), (value, room) => {
        const text = abbreviated(value as never, [], room);
        expect(text.length).toBeLessThanOrEqual(Math.max(room + 20, 80));
      }),
    );
  });
});
