import type { Probe } from "./probe.ts";

/** Counts effects in windows, and those that come where nothing should have one. */
export interface Effects {
  /** Begins a window: how many effects there are, or why that cannot be told. What came before has settled. */
  open(): Promise<number | string>;
  /** Ends it: how many came since, of so many that are waited for. */
  close(expected: number): Promise<number | string>;
  /** How many came between windows. */
  readonly strays: () => number;
}

/** @param counted What the probe had counted before anything that is to be judged. */
export function createEffects(probe: Probe, counted: number): Effects {
  let last = counted;
  let strays = 0;
  return {
    async open() {
      const count = await probe.count();
      if (typeof count === "string") return count;
      strays += count - last;
      last = count;
      return count;
    },
    async close(expected) {
      const count = await probe.settled(last + expected);
      if (typeof count === "string") return count;
      const effects = count - last;
      last = count;
      return effects;
    },
    strays: () => strays,
  };
}
