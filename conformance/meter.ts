import { setTimeout as wait } from "node:timers/promises";
import { type Clock, type Pace, createPace } from "./pace.ts";

/** Counts the requests of a run, whichever host they go to, and says how fast they may go. */
export interface Meter {
  requests(): number;
  /**
   * Counts a request; before one too many, it says so. One that has no signal may go at any rate: to leave nothing
   * behind.
   * @throws AbortError where the run was ended.
   */
  spend(signal?: AbortSignal): void;
  readonly pace: Pace;
  /** Whether somebody has said how fast requests may go. */
  readonly isLimited: boolean;
}

export interface MeterOptions {
  /** So many requests are sent at most. */
  readonly maxRequests?: number;
  /** Is called when that many were sent, before the next one: it ends the run by its signal. */
  readonly onSpent?: () => void;
  /** Requests a second at most; as many as the target takes, if not said. */
  readonly rate?: number;
  /** The time that requests wait in; real time if not said. */
  readonly clock?: Clock;
}

const realTime: Clock = {
  now: () => performance.now(),
  wait: (milliseconds, signal) => wait(Math.ceil(milliseconds), undefined, signal && { signal }),
};

export function createMeter({ maxRequests = Infinity, onSpent, rate, clock = realTime }: MeterOptions = {}): Meter {
  let requests = 0;
  return {
    pace: createPace(clock, rate),
    isLimited: rate !== undefined,
    requests: () => requests,
    spend(signal) {
      if (signal && requests >= maxRequests) onSpent?.();
      signal?.throwIfAborted();
      requests++;
    },
  };
}
