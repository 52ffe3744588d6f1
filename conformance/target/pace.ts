/** The time a pace goes by. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number;
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** How fast a run may go: as fast as was allowed, and slower for a while where the target asks for that. */
export interface Pace {
  /** Resolves when the next request may go, in the order in which turns were asked for; answers when that was. */
  turn(signal?: AbortSignal): Promise<number>;
  /** The request of a turn was refused for how often one asks: nothing goes for so long, and then half as fast. */
  refused(turn: number, milliseconds: number): void;
  /** How often it was slowed down. */
  slowed(): number;
  /** How long requests have waited for their turns, in milliseconds. */
  waited(): number;
}

const SECOND = 1000;

/** Slower than that it does not get: requests a second. */
const SLOWEST = 0.5;

/** By so much it gets faster again in each second that goes well. */
const RECOVERY = 1.1;

/** Who goes that fast needs no limit. */
const UNLIMITED = 2000;

/**
 * The generic cell rate algorithm (a token bucket that needs no timer): of N requests a second, at most a twentieth may
 * go at once, so that timers that are late cost nothing, and in no second are there more than N.
 */
function spacing(limit: number): { readonly interval: number; readonly tolerance: number } {
  if (limit === Infinity) return { interval: 0, tolerance: 0 };
  const atOnce = Math.max(1, Math.floor(limit / 20));
  // What rounding takes away must not make room for one more.
  const interval = SECOND / (limit - atOnce + 1) + 1e-6;
  return { interval, tolerance: (atOnce - 1) * interval };
}

/** @param rate requests a second at most; no limit but what the target asks for, if not said. */
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
      const own = tail.then(() => take(signal));
      // Who does not wait any longer holds nobody up.
      tail = own.catch(() => {});
      return own;
    },
    refused(turn, milliseconds) {
      const at = now();
      // What was sent before it was slowed down says nothing of how fast it goes since.
      if (turn > slowedAt) {
        limit = Math.max(Math.min(SLOWEST, rate), Math.min(limitAt(at), observed()) / 2);
        slowedAt = at;
        slowed++;
      }
      heldUntil = Math.max(heldUntil, at + milliseconds);
    },
    slowed: () => slowed,
    waited: () => waited,
  };

  async function take(signal: AbortSignal | undefined): Promise<number> {
    const asked = now();
    for (;;) {
      signal?.throwIfAborted();
      const at = now();
      const { interval, tolerance } = spacing(limitAt(at));
      const free = Math.max(heldUntil, due - tolerance);
      if (at >= free) {
        // After it was held, none may go at once that were not used before.
        due = Math.max(due, at, at - heldUntil < SECOND ? at + tolerance : at) + interval;
        waited += at - asked;
        count(at);
        return at;
      }
      await wait(free - at, signal);
    }
  }

  function limitAt(at: number): number {
    if (limit === rate) return rate;
    const calm = Math.max(0, at - Math.max(slowedAt, heldUntil));
    const grown = limit * RECOVERY ** (calm / SECOND);
    if (grown >= Math.min(rate, UNLIMITED)) limit = rate;
    return Math.min(rate, grown);
  }

  function count(at: number): void {
    if (at - second.since >= SECOND) {
      const before = at - second.since < 2 * SECOND ? second.count : 0;
      second = { since: at, count: 0, before };
    }
    second.count++;
  }

  /** How many requests went in a second, of late. */
  function observed(): number {
    return Math.max(second.count, second.before);
  }
}
