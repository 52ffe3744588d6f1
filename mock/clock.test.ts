import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClock } from "./clock.ts";

describe("createClock()", () => {
  it("is ahead of its source by all that it was advanced", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (steps, source) => {
        const clock = createClock(() => source);
        for (const step of steps) clock.advance(step);
        expect(clock.now()).toBe(source + steps.reduce((sum, step) => sum + step, 0));
      }),
    );
  });

  it("runs with its source", () => {
    let time = 1000;
    const clock = createClock(() => time);
    clock.advance(5);
    time += 10;

    expect(clock.now()).toBe(1015);
  });

  it.each([-1, Number.NaN])("refuses to go by %s", (step) => {
    expect(() => createClock(() => 0).advance(step)).toThrow(
      `Cannot advance the clock by "${step}": time only goes forward`,
    );
  });
});
