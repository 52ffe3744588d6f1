import { describe, expect, it } from "vitest";
import type { Clock } from "./pace.ts";
import { type RoutePace, createRoutePace } from "./meter.ts";

function createClock(): Clock & { advance(milliseconds: number): void } {
  let time = 0;
  return {
    now: () => time,
    wait: async (milliseconds) => void (time += Math.max(milliseconds, 0) + 0.25),
    advance: (milliseconds) => void (time += milliseconds),
  };
}

/** Number of turns of a route until the clock has advanced by a second. */
async function perSecond(pace: RoutePace, clock: ReturnType<typeof createClock>, route: string): Promise<number> {
  const end = clock.now() + 1000;
  for (let count = 0; ; count++) {
    if ((await pace.turn(route)) >= end) return count;
    clock.advance(5);
  }
}

describe("createRoutePace()", () => {
  it("slows the refused route only", async () => {
    const clock = createClock();
    const pace = createRoutePace(clock);
    await perSecond(pace, clock, "a");
    pace.refused("a", await pace.turn("a"), 0);

    expect(await perSecond(pace, clock, "b")).toBeGreaterThanOrEqual(190);
    expect(await perSecond(pace, clock, "a")).toBeLessThan(150);
    expect(pace.slowed()).toBe(1);
  });

  it("slows all routes after refusals of two", async () => {
    const clock = createClock();
    const pace = createRoutePace(clock);
    await perSecond(pace, clock, "a");
    const turns = [await pace.turn("a"), await pace.turn("b")] as const;
    pace.refused("a", turns[0], 0);
    pace.refused("b", turns[1], 3000);

    expect(await pace.turn("c")).toBeGreaterThanOrEqual(turns[1] + 3000);
    expect(await perSecond(pace, clock, "c")).toBeLessThan(150);
  });

  it("takes refusals that lie far apart as limits of their routes", async () => {
    const clock = createClock();
    const pace = createRoutePace(clock);
    pace.refused("a", await pace.turn("a"), 1000);
    clock.advance(60_000);
    const turn = await pace.turn("b");
    pace.refused("b", turn, 5000);

    expect(await pace.turn("c")).toBeLessThan(turn + 100);
  });
});
