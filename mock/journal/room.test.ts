import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Holder, type Room, createRoom } from "./room.ts";

const limit = 100;

describe("createRoom()", () => {
  it("never holds more than its limit, and takes it from those who were quiet for the longest", () => {
    assertFair(createRoom);
  });

  it.each<[string, (most: number) => Room]>([
    ["does not look at its limit", () => createRoom(Infinity)],
    ["forgets what was given back", (most) => ({ ...createRoom(most), giveBack: () => {} })],
    ["has who took last make way", (most) => ({ ...createRoom(most), take: (holder) => holder.dropOldest() })],
  ])("is caught by that law where it %s", (_, create) => {
    expect(() => assertFair(create)).toThrow(/Property failed/);
  });
});

/** Beside a list of all that was taken, in its order. */
function assertFair(create: (limit: number) => Room): void {
  const taking = fc.record({ who: fc.nat(3), bytes: fc.integer({ min: 1, max: 40 }), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.array(taking, { maxLength: 40 }), (all) => {
      const room = create(limit);
      const held: number[][] = [[], [], [], []];
      const holders = held.map((its): Holder => ({
        get size() {
          return its.length;
        },
        dropOldest: () => room.giveBack(its.shift() ?? 0),
      }));
      let order: number[] = [];
      const expected: number[][] = [[], [], [], []];
      for (const { who, bytes, leaves } of all) {
        const [holder, its] = [holders[who] as Holder, held[who] as number[]];
        if (leaves && its.length > 0) {
          room.giveBack(sum(its.splice(0)));
          room.leave(holder);
          expected[who] = [];
          continue;
        }
        its.push(bytes);
        room.take(holder, bytes);
        expected[who]?.push(bytes);
        order = [...order.filter((each) => each !== who), who];
        while (sum(expected.flat()) > limit)
          expected[order.find((each) => expected[each]?.length !== 0) as number]?.shift();
        expect(held).toEqual(expected);
      }
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
