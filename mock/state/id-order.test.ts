import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IdOrder, createIdOrder } from "./id-order.ts";

/** Adds so many ids, takes some away again, by their index, and adds some more. */
interface History {
  readonly first: number;
  readonly gone: readonly number[];
  readonly more: number;
}

const histories: fc.Arbitrary<History> = fc.record({
  first: fc.integer({ min: 0, max: 3000 }),
  gone: fc.array(fc.nat(2999), { maxLength: 1500 }),
  more: fc.integer({ min: 0, max: 1500 }),
});

describe("createIdOrder()", () => {
  it("returns the same items as a plain list at every position", () => {
    fc.assert(
      fc.property(histories, fc.nat(4000), fc.nat(2000), (...given) => holds(...given)),
      { numRuns: 50 },
    );
  });

  it("keeps no empty blocks if the oldest ids are replaced", () => {
    const order = createIdOrder([]);
    for (let index = 0; index < 20_000; index++) {
      order.add(`a${index}`);
      if (index >= 1500) order.delete(`a${index - 1500}`);
    }

    expect(order.slice(0, 2000)).toEqual(Array.from({ length: 1500 }, (_, index) => `a${18_500 + index}`));
    expect(order.blocks).toBeLessThanOrEqual(3);
  });

  it.each<[string, (order: IdOrder) => Partial<IdOrder>]>([
    ["forgets nothing", () => ({ delete: () => {} })],
    ["begins too late", (order) => ({ slice: (offset, limit) => order.slice(offset + 1, limit) })],
    ["ends with a block", (order) => ({ slice: (offset, limit) => order.slice(offset, Math.min(limit, 1000)) })],
  ])("fails the comparison for an order that %s", (_, plant) => {
    const check = fc.property(histories, fc.nat(4000), fc.nat(2000), (history, offset, limit) =>
      holds(history, offset, limit, plant),
    );

    expect(() => fc.assert(check, { numRuns: 50 })).toThrow("Property failed");
  });
});

function holds(
  { first, gone, more }: History,
  offset: number,
  limit: number,
  plant: (order: IdOrder) => Partial<IdOrder> = () => ({}),
): void {
  const ids = Array.from({ length: first }, (_, index) => `a${index}`);
  const sound = createIdOrder(ids);
  const order = { ...sound, ...plant(sound) };
  const left = new Set(ids);
  for (const index of gone) {
    order.delete(`a${index}`);
    left.delete(`a${index}`);
  }
  for (let index = 0; index < more; index++) {
    order.add(`b${index}`);
    left.add(`b${index}`);
  }
  expect(order.slice(offset, limit)).toEqual([...left].slice(offset, offset + limit));
}
