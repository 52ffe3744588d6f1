import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rightHistory, withStaleRead } from "../support/replicas/histories.ts";
import { type RegisterCall, judgeRegister } from "../support/replicas/linearizable.ts";

type Interval = readonly [start: number, end: number];

const read = ([start, end]: Interval, value: number | undefined): RegisterCall => ({
  kind: "read",
  start,
  end,
  outcome: "done",
  value,
});
const write = ([start, end]: Interval, value: number, outcome: RegisterCall["outcome"] = "done"): RegisterCall => ({
  kind: "write",
  start,
  end,
  outcome,
  value,
});
const swap = (
  [start, end]: Interval,
  [expected, value]: readonly [expected: number, value: number],
  outcome: RegisterCall["outcome"] = "done",
): RegisterCall => ({ kind: "compare-and-swap", start, end, outcome, expected, value });

describe("judgeRegister()", () => {
  it.each<[string, readonly RegisterCall[]]>([
    ["of one call after the other", [read([0, 1], undefined), write([2, 3], 1), read([4, 5], 1)]],
    ["in which a read overlaps the write that it sees", [write([0, 10], 1), read([1, 2], 1), read([3, 4], 1)]],
    ["in which writes overlap", [write([0, 10], 1), write([0, 10], 2), read([11, 12], 1)]],
    ["with one winner", [write([0, 1], 1), swap([2, 9], [1, 2]), swap([2, 9], [1, 3], "refused"), read([10, 11], 2)]],
    [
      "in which an unknown write is seen late",
      [write([0, 1], 1), write([2, Infinity], 2, "unknown"), read([3, 4], 1), read([5, 6], 2)],
    ],
    [
      "in which an unknown write is never seen",
      [write([0, 1], 1), write([2, Infinity], 2, "unknown"), read([9, 10], 1)],
    ],
    [
      "in which an unknown write explains a refusal",
      [write([0, 1], 1), write([2, Infinity], 2, "unknown"), swap([3, 4], [1, 3], "refused")],
    ],
  ])("accepts a history %s", (_name, history) => {
    expect(judgeRegister(history)).toBe("linearizable");
  });

  it.each<[string, readonly RegisterCall[]]>([
    ["with a stale read", [write([0, 1], 1), write([2, 3], 2), read([4, 5], 1)]],
    ["in which a value comes back", [write([0, 1], 1), write([2, 9], 2), read([3, 4], 2), read([5, 6], 1)]],
    ["with a lost update", [write([0, 1], 1), swap([2, 3], [1, 2]), read([4, 5], 1)]],
    ["with two winners", [write([0, 1], 1), swap([2, 9], [1, 2]), swap([2, 9], [1, 3])]],
    ["with a refusal that had an effect", [write([0, 1], 1), swap([2, 3], [1, 2], "refused"), read([4, 5], 2)]],
    ["with a refusal without a reason", [write([0, 1], 1), swap([2, 3], [1, 2], "refused")]],
    ["with a value that nobody wrote", [write([0, 1], 1), read([2, 3], 7)]],
    [
      "in which an unknown write is seen before it began",
      [write([0, 1], 1), read([2, 3], 2), write([4, Infinity], 2, "unknown")],
    ],
    [
      "in which an unknown write happens twice",
      [write([0, Infinity], 1, "unknown"), read([1, 2], 1), write([3, 4], 2), read([5, 6], 1)],
    ],
  ])("rejects a history %s", (_name, history) => {
    expect(judgeRegister(history)).toBe("not linearizable");
  });

  it("accepts whatever a register did that takes one call after the other", () => {
    fc.assert(
      fc.property(rightHistory, (history) => {
        expect(judgeRegister(history)).toBe("linearizable");
      }),
      { numRuns: 300 },
    );
  });

  it("rejects each of these histories with one stale read in it", () => {
    fc.assert(
      fc.property(rightHistory, (history) => {
        const stale = withStaleRead(history);
        fc.pre(stale !== undefined);
        expect(judgeRegister(stale)).toBe("not linearizable");
      }),
      { numRuns: 300 },
    );
  });

  it("says if it gave up", () => {
    const writes = Array.from({ length: 12 }, (_, value) => write([0, 10], value));

    expect(judgeRegister([...writes, read([11, 12], 99)], 100)).toBe("undecided");
  });
});
