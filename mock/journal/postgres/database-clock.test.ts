import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDatabaseClock } from "./database-clock.ts";

describe("createDatabaseClock()", () => {
  const offset = 1_700_000_000_000_000;

  it("is as exact as the bounds of all comparisons together", () => {
    const journeys = fc.array(fc.record({ there: fc.nat(50), back: fc.nat(50), pause: fc.nat(100) }), { minLength: 1 });
    fc.assert(
      fc.property(journeys, (all) => {
        const clock = createDatabaseClock();
        let now = 0;
        for (const { there, back, pause } of all) {
          clock.compare(offset + (now + there) * 1000, now, now + there + back);
          now += there + back + pause;
        }
        const least = Math.min(...all.map(({ there }) => there)) + Math.min(...all.map(({ back }) => back));
        const drift = now * 0.1;
        expect(Math.abs(clock.at(now) - (offset + now * 1000))).toBeLessThanOrEqual(least * 500 + drift + 1);
      }),
    );
  });

  it("follows a clock that was set", () => {
    const clock = createDatabaseClock();
    expect(clock.isKnown).toBe(false);
    clock.compare(offset, 0, 1);
    clock.compare(offset + 60_000_000, 10, 11);

    expect(clock.at(10.5)).toBe(offset + 60_000_000);
    clock.forget();
    expect(clock.isKnown).toBe(false);
  });
});
