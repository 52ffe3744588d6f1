/** Clock of a pace. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Rate limiter of a run: the configured rate, and temporarily less after the target refused requests. */
export interface Pace {
  /** Resolves when the next request may be sent, in the order of the calls. Returns that time. */
  turn(signal?: AbortSignal): Promise<number>;
  /** Reports a rate-limit refusal of the request of a turn. Stops all requests for the given time, then halves the rate. */
  refused(turn: number, milliseconds: number): void;
  /** Number of times that the rate was halved. */
  slowed(): number;
  /** Total time that requests have waited for their turns, in milliseconds. */
  waited(): number;
}

const SECOND = 1000;

/** Minimum rate, in requests per second. */
const SLOWEST = 0.5;

/** Factor by which the rate grows in each second without a refusal. */
const RECOVERY = 1.1;

/** Rate in requests per second at which the limit is removed. */
const UNLIMITED = 2000;

/**
 * Parameters of the generic cell rate algorithm, a token bucket without a timer. Up to a twentieth of the limit may be
 * sent at once, so that late timers do not reduce the rate. No second has more requests than the limit.
 */
function spacing(limit: number): { readonly interval: number; readonly tolerance: number } {
  if (limit === Infinity) return { interval: 0, tolerance: 0 };
  const atOnce = Math.max(1, Math.floor(limit / 20));
  // The small addition keeps rounding from allowing one more request per second.
  const interval = SECOND / (limit - atOnce + 1) + 1e-6;
  return { interval, tolerance: (atOnce - 1) * interval };
}

/** @param rate maximum requests per second. By default, only the refusals of the target limit the rate. */
export function createPace({ now, wait }: Clock, rate = Infinity): Pace {
  let tail: Promise<unknown> = Promise.resolve();
  let due = -Infinity;
  let limit = rate;
  let heldUntil = -Infinity;
  let slowedAt = -Infinity;
  let slowed = 0;
  let waited = 0;
  let second = { since: -Infinity, count: 0, before: 0 };

  return {
    turn(signal) {
      const ownTurn = tail.then(() => takeTurn(signal));
      // An aborted turn does not block later turns.
      tail = ownTurn.catch(() => {});
      return ownTurn;
    },
    refused(turn, milliseconds) {
      const at = now();
      // A refusal of a request from before the last slowdown says nothing about the present rate.
      if (turn > slowedAt) {
        limit = Math.max(Math.min(SLOWEST, rate), Math.min(computeLimit(at), observed()) / 2);
        slowedAt = at;
        slowed++;
      }
      heldUntil = Math.max(heldUntil, at + milliseconds);
    },
    slowed: () => slowed,
    waited: () => waited,
  };

  async function takeTurn(signal: AbortSignal | undefined): Promise<number> {
    const askedAt = now();
    for (;;) {
      signal?.throwIfAborted();
      const at = now();
      const { interval, tolerance } = spacing(computeLimit(at));
      const free = Math.max(heldUntil, due - tolerance);
      if (at >= free) {
        // The second after a stop has no burst allowance.
        due = Math.max(due, at, at - heldUntil < SECOND ? at + tolerance : at) + interval;
        waited += at - askedAt;
        countInSecond(at);
        return at;
      }
      await wait(free - at, signal);
    }
  }

  function computeLimit(at: number): number {
    if (limit === rate) return rate;
    const calm = Math.max(0, at - Math.max(slowedAt, heldUntil));
    const recoveredRate = limit * RECOVERY ** (calm / SECOND);
    if (recoveredRate >= Math.min(rate, UNLIMITED)) limit = rate;
    return Math.min(rate, recoveredRate);
  }

  function countInSecond(at: number): void {
    if (at - second.since >= SECOND) {
      const before = at - second.since < 2 * SECOND ? second.count : 0;
      second = { since: at, count: 0, before };
    }
    second.count++;
  }

  /** Recent number of requests per second. */
  function observed(): number {
    return Math.max(second.count, second.before);
  }
}
