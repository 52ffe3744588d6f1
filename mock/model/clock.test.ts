import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClock, followClock } from "./clock.ts";

describe("createClock()", () => {
  it("shows the time of its source plus the sum of all advances", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.nat(), (steps, source) => {
        const clock = createClock(() => source);
        for (const step of steps) clock.advance(step);
        expect(clock.now()).toBe(source + steps.reduce((sum, step) => sum + step, 0));
      }),
    );
  });

  it("moves with its source", () => {
    let time = 1000;
    const clock = createClock(() => time);
    clock.advance(5);
    time += 10;

    expect(clock.now()).toBe(1015);
  });

  it("moves only by advances while it is frozen, and continues from there when it resumes", () => {
    let time = 1000;
    const clock = createClock(() => time);
    expect(clock.isFrozen).toBe(false);
    clock.freeze();
    time += 10;
    expect(clock.now()).toBe(1000);
    expect(clock.isFrozen).toBe(true);
    clock.advance(5);
    time += 10;
    expect(clock.now()).toBe(1005);
    clock.resume();
    expect(clock.isFrozen).toBe(false);
    expect(clock.now()).toBe(1005);
    time += 1;
    expect(clock.now()).toBe(1006);
    clock.freeze(42);
    expect(clock.now()).toBe(42);
    expect(() => clock.freeze(Number.NaN)).toThrow('Cannot stop the clock at "NaN"');
  });

  it("forks into an independent clock with the same state, frozen or not", () => {
    let time = 1000;
    const clock = createClock(() => time);
    clock.advance(1);
    const running = clock.fork();
    clock.freeze();
    const frozen = clock.fork();
    time += 10;
    clock.advance(100);

    expect([clock.now(), running.now(), frozen.now()]).toEqual([1101, 1011, 1001]);
  });

  it("shows the years 0000 to 9999 only", () => {
    const [first, last] = [Date.parse("0000-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];
    const [clock, running] = [createClock(() => 0), createClock(() => 0)];
    for (const at of [first - 1, last + 1, Infinity])
      expect(() => clock.freeze(at)).toThrow("the year must be from 0000 to 9999");
    expect(() => clock.advance(last + 1)).toThrow("the year must be from 0000 to 9999");
    expect([clock.now(), clock.isFrozen]).toEqual([0, false]);
    clock.advance(last);
    running.freeze(first);
    const follower = followClock(running);
    follower.advance(1);
    running.freeze(last);

    expect([clock.now(), running.now(), follower.now()]).toEqual([last, last, last]);
  });

  it.each([
    [-1, "time only goes forward"],
    [Number.NaN, "that is not a number of milliseconds"],
    [Number.POSITIVE_INFINITY, "that is not a number of milliseconds"],
    ["60000" as never, "that is not a number of milliseconds"],
  ])("rejects the advance %j", (step, reason) => {
    const clock = createClock(() => 0);

    expect(() => clock.advance(step)).toThrow(new RangeError(`Cannot advance the clock by "${step}": ${reason}`));
    expect(clock.now()).toBe(0);
  });

  it("is frozen if it or its source is frozen", () => {
    const source = createClock(() => 1000);
    const clock = followClock(source);
    const seen = [clock.isFrozen];
    source.freeze();
    seen.push(clock.isFrozen, clock.fork().isFrozen);
    source.resume();
    seen.push(clock.isFrozen);
    clock.freeze();
    seen.push(clock.isFrozen, source.isFrozen);

    expect(seen).toEqual([false, true, true, false, true, false]);
  });

  it("notifies watchers when it or its source is moved, until they unwatch", () => {
    const source = createClock(() => 1000);
    const clock = followClock(source);
    const other = clock.fork();
    let told = 0;
    const leave = [clock.watch(() => told++), clock.watch(() => told++)];
    const tellings = [() => clock.advance(1), () => source.advance(1), () => clock.freeze(), () => clock.resume()].map(
      (move) => {
        const before = told;
        move();
        return told - before;
      },
    );
    other.advance(1);
    leave[0]?.();
    source.freeze();
    leave[1]?.();
    source.resume();

    expect(tellings).toEqual([2, 2, 2, 2]);
    expect(told).toBe(9);
  });

  it("freezes at a date or at milliseconds, and rejects other values", () => {
    const clock = createClock(() => 0);
    clock.freeze(new Date("2026-03-01T09:30:00Z"));

    expect(clock.now()).toBe(Date.parse("2026-03-01T09:30:00Z"));
    expect(() => clock.freeze(new Date("soon"))).toThrow('Cannot stop the clock at "Invalid Date": that is not a time');
    expect(() => clock.freeze("2026" as never)).toThrow('Cannot stop the clock at "2026"');
  });
});
