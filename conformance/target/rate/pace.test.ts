import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Clock, createPace } from "./pace.ts";

/** Clock that advances only by `wait` and `advance`. */
function createClock(): Clock & { advance(milliseconds: number): void } {
  let time = 0;
  return {
    now: () => time,
    wait: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      // Timers may fire slightly late.
      time += Math.max(milliseconds, 0) + 0.25;
    },
    advance: (milliseconds) => void (time += milliseconds),
  };
}

/** Maximum number of turns in any one second. */
function mostInASecond(turns: readonly number[]): number {
  return Math.max(0, ...turns.map((from) => turns.filter((turn) => turn >= from && turn < from + 1000).length));
}

const steps = fc.array(fc.record({ pause: fc.nat(400), wait: fc.option(fc.nat(3000), { freq: 15 }) }), {
  maxLength: 200,
});

describe("createPace()", () => {
  it("never exceeds the rate in any second, regardless of refusals", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 90 }), steps, fc.boolean(), async (rate, course, isIdle) => {
        const clock = createClock();
        const pace = createPace(clock, rate);
        const turns: number[] = [];
        for (const { pause, wait } of course) {
          const turn = await pace.turn();
          turns.push(turn);
          if (wait !== null) pace.refused(turn, wait);
          if (isIdle) clock.advance(pause);
        }

        expect(mostInASecond(turns)).toBeLessThanOrEqual(rate);
      }),
    ));

  it("keeps the order, and grants no turn before the time that a refusal set", () =>
    fc.assert(
      fc.asyncProperty(steps, async (course) => {
        const clock = createClock();
        const pace = createPace(clock, 50);
        const order: number[] = [];
        let held = 0;
        for (const [at, { wait }] of course.entries()) {
          const both = [at * 2, at * 2 + 1].map((name) =>
            pace.turn().then((turn) => {
              order.push(name);
              expect(turn).toBeGreaterThanOrEqual(held);
              return turn;
            }),
          );
          const [, latest = 0] = await Promise.all(both);
          if (wait !== null) {
            pace.refused(latest, wait);
            held = clock.now() + wait;
          }
        }

        expect(order).toEqual(order.toSorted((one, other) => one - other));
      }),
    ));

  it("halves the rate after a refusal, and recovers the rate after a time without refusals", async () => {
    const clock = createClock();
    const pace = createPace(clock, 10);
    const perSecond = async (): Promise<number> => {
      const windowStart = clock.now();
      let count = 0;
      while ((await pace.turn()) < windowStart + 1000) count++;
      return count;
    };

    expect(await perSecond()).toBeGreaterThanOrEqual(9);
    pace.refused(await pace.turn(), 0);
    expect(await perSecond()).toBeLessThanOrEqual(6);
    for (let second = 0; second < 20; second++) await perSecond();
    expect(await perSecond()).toBeGreaterThanOrEqual(9);
    expect(pace.slowed()).toBe(1);
  });

  it("slows an unlimited pace once for all earlier turns, and removes the limit after recovery", async () => {
    const clock = createClock();
    const pace = createPace(clock);
    const turns = await Promise.all(Array.from({ length: 40 }, () => pace.turn()));
    for (const turn of turns) pace.refused(turn, 500);

    expect(pace.slowed()).toBe(1);
    expect(await pace.turn()).toBeGreaterThanOrEqual(500);
    clock.advance(200_000);
    await pace.turn();
    const [first, ...others] = await Promise.all(Array.from({ length: 500 }, () => pace.turn()));
    expect(others.at(-1)).toBe(first);
  });

  it("does not delay later turns because of an aborted turn", async () => {
    const pace = createPace(createClock(), 1);
    const ended = AbortSignal.abort();
    const results = await Promise.allSettled([pace.turn(), pace.turn(ended), pace.turn()]);

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});
