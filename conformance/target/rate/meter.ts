import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./pace.ts";
import { type RoutePace, createRoutePace } from "./route-pace.ts";

/** Request count and pace of a run, across all hosts. */
export interface Meter {
  requests(): number;
  /**
   * Counts a request, and calls `onSpent` before a request that would exceed the budget. A request without a signal
   * removes items: it may go after the end of the run and uses the reserved budget.
   * @throws AbortError after the end of the run, and an Error if the budget has no request left.
   */
  spend(signal?: AbortSignal): void;
  /** Reserves requests for removing items. The callback returns the current number. */
  keepBack(owed: () => number): void;
  /** Waits by the clock of the run. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  readonly pace: RoutePace;
  /** True if the user has set a rate limit. */
  readonly isLimited: boolean;
}

export interface MeterOptions {
  /** Budget of requests. */
  readonly maxRequests?: number;
  /** Called before the request that would exceed the budget. The callback ends the run by its signal. */
  readonly onSpent?: () => void;
  /** Maximum requests per second. By default, only the target limits the rate. */
  readonly rate?: number;
  /** Clock of the pace. Defaults to real time. */
  readonly clock?: Clock;
}

const realTime: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => wait(Math.ceil(milliseconds), undefined, signal && { signal }),
};

export function createMeter({ maxRequests = Infinity, onSpent, rate, clock = realTime }: MeterOptions = {}): Meter {
  let requests = 0;
  let owed = (): number => 0;
  return {
    pace: createRoutePace(clock, rate),
    keepBack: (count) => void (owed = count),
    pause: (milliseconds, signal) => clock.wait(milliseconds, signal),
    isLimited: rate !== undefined,
    requests: () => requests,
    spend(signal) {
      if (signal && requests + owed() >= maxRequests) onSpent?.();
      signal?.throwIfAborted();
      if (!signal && requests >= maxRequests) throw new Error("no request was left to remove it");
      requests++;
    },
  };
}
