import { setTimeout as wait } from "node:timers/promises";

/** Beginning of a second that is safe to use: a server may write the time of its response some milliseconds late. */
const YOUNG_MS = { from: 20, to: 150 };

/**
 * Resolves with the current Unix second just after it begins. A receiver that gets a request then, and responds at
 * once, reads the same second from its clock.
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

/** True while that second lasts, here and by the receiver's Date. Otherwise a response is ambiguous. */
export function isStill(second: number, date: string | undefined): boolean {
  if (Math.floor(Date.now() / 1000) !== second) return false;
  const there = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(there) || Math.floor(there / 1000) === second;
}
