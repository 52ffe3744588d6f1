import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noon } from "../../test/support/mock/ask.ts";
import { type Clock, createClock, followClock } from "../model/clock.ts";
import { type Courier, type Task, createCourier } from "./courier.ts";

type CreateCourier = (clock: Clock) => Courier;

/** A task: the delay of its first run, its lane, and the delays of its further runs. */
const plans = fc.array(
  fc.record({
    after: fc.nat(50),
    lane: fc.constantFrom("a", "b"),
    again: fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 3 }),
  }),
  { maxLength: 12 },
);
const steps = fc.array(fc.nat(60), { maxLength: 8 });

describe("createCourier()", () => {
  it("runs each task once, when it is due, one at a time in a lane, and in order", async () => {
    await expect(assertRunsAll(createCourier)).resolves.toBeUndefined();
  });

  it.each<[string, CreateCourier]>([
    [
      "runs tasks too early",
      (clock) => createCourier({ ...clock, now: () => clock.now() + 10, watch: (listener) => clock.watch(listener) }),
    ],
    [
      "drops the next run of a task",
      (clock) => wrapped(createCourier(clock), (run) => (due) => run(due).then(() => undefined)),
    ],
    ["runs a task twice", (clock) => wrapped(createCourier(clock), (run) => (due) => run(due).then(() => run(due)))],
    ["does not wait for tasks", (clock) => ({ ...createCourier(clock), settled: () => Promise.resolve() })],
  ])("fails the law if it %s", async (_, make) => {
    await expect(assertRunsAll(make)).rejects.toThrow("Property failed");
  });

  it("runs tasks of a frozen clock when it, or the one that it follows, is advanced", async () => {
    const leader = createClock(() => noon);
    const clock = followClock(leader);
    leader.freeze();
    const courier = createCourier(clock);
    const finishedRuns: string[] = [];
    courier.add(task("one", noon + 1000, finishedRuns));
    courier.add(task("two", noon + 2000, finishedRuns));
    await courier.settled();
    const before = [...finishedRuns];
    clock.advance(1000);
    await courier.settled();
    const between = [...finishedRuns];
    leader.advance(1000);
    await courier.settled();

    expect([before, between, finishedRuns]).toEqual([[], ["one"], ["one", "two"]]);
  });

  it("runs tasks by a timer while the clock runs", async () => {
    const clock = createClock(() => performance.now());
    const courier = createCourier(clock);
    const due = clock.now() + 1;
    const at = new Promise<number>((resolve) => {
      courier.add({ id: "soon", lane: "a", due, run: async () => void resolve(clock.now()) });
    });

    expect(await at).toBeGreaterThanOrEqual(due);
  });

  it("runs a waiting task at once, and no other", async () => {
    const courier = createCourier(createClock(() => noon));
    const finishedRuns: string[] = [];
    courier.add(task("one", noon + 1000, finishedRuns));

    expect([courier.runNow("other"), courier.runNow("one"), courier.runNow("one")]).toEqual([false, true, false]);
    await courier.settled();
    expect(finishedRuns).toEqual(["one"]);
  });

  it("stops when it is closed, and resolves pending waits", async () => {
    const clock = createClock(() => noon);
    const courier = createCourier(clock);
    const finishedRuns: string[] = [];
    courier.add(task("one", noon, finishedRuns));
    courier.add(task("two", noon + 1000, finishedRuns));
    const settled = courier.settled();
    courier.close();
    await settled;
    courier.add(task("three", noon, finishedRuns));
    clock.advance(1000);
    await courier.settled();

    expect(finishedRuns).toEqual([]);
  });
});

async function assertRunsAll(make: CreateCourier): Promise<void> {
  const law = fc.asyncProperty(plans, steps, async (plannedTasks, advances) => {
    const clock = createClock(() => noon);
    const courier = make(clock);
    const finishedRuns: { name: string; at: number }[] = [];
    const expected: { name: string; due: number }[] = [];
    const running = new Set<string>();
    for (const [index, { after, lane, again }] of plannedTasks.entries()) {
      const at = (due: number, round: number): Task => ({
        id: `${index}`,
        lane,
        due,
        async run() {
          expect(running.has(lane)).toBe(false);
          running.add(lane);
          await Promise.resolve();
          running.delete(lane);
          finishedRuns.push({ name: `${index} ${round}`, at: clock.now() });
          const wait = again[round];
          return wait === undefined ? undefined : at(due + wait, round + 1);
        },
      });
      courier.add(at(noon + after, 0));
      let due = noon + after;
      expected.push({ name: `${index} 0`, due });
      for (const [round, wait] of again.entries()) expected.push({ name: `${index} ${round + 1}`, due: (due += wait) });
    }
    for (const move of [...advances, 0]) {
      clock.advance(move);
      await courier.settled();
      const due = expected.filter((one) => one.due <= clock.now()).map(({ name }) => name);
      expect(finishedRuns.map(({ name }) => name).toSorted()).toEqual(due.toSorted());
    }
    const late = finishedRuns.filter(
      ({ name, at }) => at < (expected.find((one) => one.name === name)?.due ?? Infinity),
    );
    expect(late).toEqual([]);
  });
  await fc.assert(law);
}

function task(id: string, due: number, finishedRuns: string[]): Task {
  return { id, lane: "a", due, run: async () => void finishedRuns.push(id) };
}

function wrapped(courier: Courier, wrap: (run: Task["run"]) => Task["run"]): Courier {
  return { ...courier, add: (one) => courier.add({ ...one, run: wrap(one.run) }) };
}
