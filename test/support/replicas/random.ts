/** Returns a number from 0 up to 1. */
export type Random = () => number;

/** Numbers of a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several values. Undefined if there is none. */
export function pick<T>(random: Random, values: readonly [T, ...T[]]): T;
export function pick<T>(random: Random, values: readonly T[]): T | undefined;
export function pick<T>(random: Random, values: readonly T[]): T | undefined {
  return values[Math.floor(random() * values.length)];
}

export function between(random: Random, least: number, most: number): number {
  return Math.round(least + random() * (most - least));
}
