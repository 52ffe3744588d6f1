import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRecentCache } from "./recent-cache.ts";

describe("createRecentCache()", () => {
  it("returns only the latest values, and keeps at most twice its weight", () => {
    const key = fc.constantFrom("a", "b", "c", "d", "__proto__");
    const move = fc.record({ key, weight: fc.nat(5), act: fc.constantFrom("set", "delete", "get") });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const recent = createRecentCache<{ weight: number }>(10);
        const model = new Map<string, { weight: number }>();
        for (const { key: name, weight, act } of moves) {
          if (act === "set") {
            model.set(name, { weight });
            recent.set(name, model.get(name) as { weight: number }, weight);
            expect(recent.get(name)).toBe(model.get(name));
          } else if (act === "delete") {
            model.delete(name);
            recent.delete(name);
          }
          expect([undefined, model.get(name)]).toContain(recent.get(name));
        }
      }),
    );
  });

  it("drops unused values, and keeps used ones", () => {
    const recent = createRecentCache<number>(10);
    recent.set("asked", 1, 1);
    recent.set("forgotten", 2, 1);
    for (let turn = 0; turn < 30; turn++) {
      recent.set(`other ${turn}`, turn, 1);
      recent.get("asked");
    }

    expect([recent.get("asked"), recent.get("forgotten"), recent.get("other 29")]).toEqual([1, undefined, 29]);
  });

  it("drops a value above its weight with the next one", () => {
    const recent = createRecentCache<number>(10);
    recent.set("heavy", 1, 1000);
    expect(recent.get("heavy")).toBe(1);
    for (const turn of [1, 2, 3]) recent.set(`other ${turn}`, turn, 6);

    expect(recent.get("heavy")).toBeUndefined();
  });
});
