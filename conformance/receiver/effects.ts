import type { Probe } from "./probe.ts";

/** Counts effects within windows, and effects outside of them. */
export interface Effects {
  /** Opens a window. Returns the current count, or the reason why it is unknown. Earlier effects have settled. */
  open(): Promise<number | string>;
  /** Closes the window. Returns the number of effects in it. `expected` effects are waited for. */
  close(expected: number): Promise<number | string>;
  /** Number of effects outside of windows. */
  readonly strays: () => number;
}

/** @param counted Count of the probe before the first window. */
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
