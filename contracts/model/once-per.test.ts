import { describe, expect, it } from "vitest";
import { oncePer } from "./once-per.ts";

describe("oncePer()", () => {
  it("computes a result once for each object, undefined included", () => {
    const computed: object[] = [];
    const sizeOf = oncePer((key: { readonly size?: number }) => (computed.push(key), key.size));
    const [small, none] = [{ size: 1 }, {}];

    expect([sizeOf(small), sizeOf(none), sizeOf(small), sizeOf(none), sizeOf({ size: 1 })]).toEqual([
      1,
      undefined,
      1,
      undefined,
      1,
    ]);
    expect(computed).toEqual([small, none, { size: 1 }]);
  });

  it("keeps no result of a computation that throws", () => {
    let isReady = false;
    const readyOf = oncePer(() => {
      if (!isReady) throw new Error("not yet");
      return "ready";
    });
    const key = {};

    expect(() => readyOf(key)).toThrow("not yet");
    isReady = true;
    expect(readyOf(key)).toBe("ready");
  });
});
