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

  function routeOf(name: string): Route {
    const route = routes.get(name) ?? { pace: createPace(clock), until: -Infinity };
    routes.set(name, route);
    return route;
  }

  return {
    async turn(route, signal) {
      await routeOf(route).pace.turn(signal);
      return all.turn(signal);
    },
    refused(route, turn, milliseconds) {
      const now = clock.now();
      const isOfAll = [...routes].some(([other, { until }]) => other !== route && until >= now);
      if (isOfAll) return all.refused(turn, milliseconds);
      const known = routeOf(route);
      known.until = now + milliseconds + TOGETHER_MS;
      known.pace.refused(turn, milliseconds);
    },
    slowed: () => sum(paces().map((pace) => pace.slowed())),
    waited: () => sum(paces().map((pace) => pace.waited())),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
