import { setTimeout as wait } from "node:timers/promises";
import { type Clock, type Pace, createPace } from "./pace.ts";

/**
 * Rate limiter of a run whose target may limit single routes. A refusal slows its own route. If another route was
 * refused shortly before, the limit is taken as one of all routes, and all requests are slowed.
 */
export interface RoutePace {
  /** Resolves when the next request of a route may be sent. Returns that time. */
  turn(route: string, signal?: AbortSignal): Promise<number>;
  /** Reports a rate-limit refusal of the request of a turn. */
  refused(route: string, turn: number, milliseconds: number): void;
  /** Number of times that a rate was halved. */
  slowed(): number;
  /** Total time that requests have waited for their turns, in milliseconds. */
  waited(): number;
}

/** Time within which refusals of two routes are taken as one limit, beyond the end of the first wait, in milliseconds. */
const TOGETHER_MS = 10_000;

interface Route {
  readonly pace: Pace;
  /** Time until which a refusal of another route is taken as the same limit. */
  until: number;
}

/** @param rate maximum requests per second of all routes. */
export function createRoutePace(clock: Clock, rate = Infinity): RoutePace {
  const all = createPace(clock, rate);
  const routes = new Map<string, Route>();
  const paces = (): readonly Pace[] => [all, ...Array.from(routes.values(), ({ pace }) => pace)];

  function getRoute(name: string): Route {
    const route = routes.get(name) ?? { pace: createPace(clock), until: -Infinity };
    routes.set(name, route);
    return route;
  }

  return {
    async turn(route, signal) {
      await getRoute(route).pace.turn(signal);
      return all.turn(signal);
    },
    refused(route, turn, milliseconds) {
      const now = clock.now();
      const isOfAll = [...routes].some(([other, { until }]) => other !== route && until >= now);
      if (isOfAll) return all.refused(turn, milliseconds);
      const known = getRoute(route);
      known.until = now + milliseconds + TOGETHER_MS;
      known.pace.refused(turn, milliseconds);
    },
    slowed: () => sumCounts(paces().map((pace) => pace.slowed())),
    waited: () => sumCounts(paces().map((pace) => pace.waited())),
  };
}

function sumCounts(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

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
