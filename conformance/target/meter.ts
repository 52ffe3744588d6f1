import { setTimeout as wait } from "node:timers/promises";
import { type Clock, type Pace, createPace } from "./pace.ts";

/** Counts the requests of a run, whichever host they go to, and says how fast they may go. */
export interface Meter {
  requests(): number;
  /**
   * Counts a request; before one too many, it says so. One that has no signal may go though the run was ended: to leave
   * nothing behind, which is what some are kept back for.
   * @throws AbortError where the run was ended, and an Error where no request is left at all.
   */
  spend(signal?: AbortSignal): void;
  /** So many requests, as it is told each time, are for those that have no signal. */
  keepBack(owed: () => number): void;
  /** Waits in the time of the run. */
  pause(milliseconds: number): Promise<void>;
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
  let owed = (): number => 0;
  return {
    pace: createPace(clock, rate),
    keepBack: (count) => void (owed = count),
    pause: (milliseconds) => clock.wait(milliseconds),
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
