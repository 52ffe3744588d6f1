import { setTimeout as wait } from "node:timers/promises";

/** A second is young from here to there: servers may write the time of an answer a few milliseconds late. */
const YOUNG_MS = { from: 20, to: 150 };

/**
 * Resolves just after a second begins, with that second, in Unix seconds: a receiver that is asked at once and answers at
 * once reads the same second from its clock.
 */
export async function nextSecond(signal: AbortSignal | undefined): Promise<number> {
  for (;;) {
    const now = Date.now();
    const into = now % 1000;
    if (signal?.aborted || (into >= YOUNG_MS.from && into < YOUNG_MS.to)) return Math.floor(now / 1000);
    const left = into < YOUNG_MS.from ? YOUNG_MS.from - into : 1000 - into + YOUNG_MS.from;
    await wait(left, undefined, signal && { signal }).catch(() => {});
  }
}

/** Whether it is still that second, here and, where it tells, there: only then is it sure what an answer is about. */
export function isStill(second: number, date: string | undefined): boolean {
  if (Math.floor(Date.now() / 1000) !== second) return false;
  const there = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(there) || Math.floor(there / 1000) === second;
}
