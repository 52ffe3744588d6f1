import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDecimalMultiple } from "./multiple.ts";

describe("isDecimalMultiple()", () => {
  it.each([
    [32277216.58, 0.01],
    [19.99, 0.01],
    [4.35, 0.01],
    [-1.1, 0.1],
    [3e-7, 1e-7],
    [1e22, 2],
    [1, 0.3333333333],
    [0, 5],
  ])("accepts %d as a multiple of %d", (number, step) => {
    expect(isDecimalMultiple(number, step)).toBe(true);
  });

  it.each([
    [0.005, 0.01],
    [32277216.585, 0.01],
    [2.5e-7, 1e-7],
    [3, 2],
    [1, 1.5],
  ])("rejects %d as a multiple of %d", (number, step) => {
    expect(isDecimalMultiple(number, step)).toBe(false);
  });

  it("decides by the decimal digits of both numbers", () => {
    const parts = fc.record({ count: fc.integer(), off: fc.nat(9), decimals: fc.nat(6) });
    fc.assert(
      fc.property(parts, ({ count, off, decimals }) => {
        const number = Number(`${count * 10 + Math.sign(count) * off}e-${decimals + 1}`);
        expect(isDecimalMultiple(number, Number(`1e-${decimals}`))).toBe(off === 0 || count === 0);
      }),
    );
  });
});
