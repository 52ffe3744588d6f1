import type { Clock } from "../model/clock.ts";

/** How fast an organization may call an operation. Documents show no thresholds, so they are settings. */
export interface RateLimit {
  /** How many requests may come at once. */
  readonly burst: number;
  /** How many more may come each second. */
  readonly perSecond: number;
}

interface Bucket {
  readonly tokens: number;
  /** When that was so, in milliseconds since 1970. */
  readonly at: number;
}

/** How fast an organization may call, and how many calls it has left now. */
export interface LimitsNow extends RateLimit {
  /** Of each limited operation ("api/operationId") that it called: how many calls it may make at once. */
  readonly left: Readonly<Record<string, number>>;
}

/** The rate limits of one organization. */
export interface OrganizationLimits {
  get(): LimitsNow;
  /**
   * Gives it another limit, for each operation that has one.
   * @throws RangeError where nothing would pass.
   */
  set(limit: RateLimit): void;
  /** Fills its buckets, as if it had never called. */
  refill(): void;
}

/** Limits that can be taken from. */
export interface Limits extends OrganizationLimits {
  /** Takes a call of an operation; answers how many seconds to wait for one, 0 where it may be made. */
  take(operation: string, now: number): number;
}

/** Limits with full buckets: one for each operation. */
export function createLimits(clock: Clock, { burst, perSecond }: RateLimit): Limits {
  let limit: RateLimit = { burst, perSecond };
  let buckets: Map<string, Bucket> | undefined;
  return {
    get: () => ({ ...limit, left: left() }),
    set(given) {
      limit = checkedLimit(given);
    },
    refill() {
      buckets = undefined;
    },
    take(operation, now) {
      const known = (buckets ??= new Map<string, Bucket>()).get(operation);
      const { bucket, wait } = take(known ?? { tokens: limit.burst, at: now }, limit, now);
      buckets.set(operation, bucket);
      return wait;
    },
  };

  function left(): LimitsNow["left"] {
    if (!buckets) return {};
    const now = clock.now();
    return Object.fromEntries(
      buckets.entries().map(([name, bucket]) => [name, Math.floor(filled(bucket, limit, now))]),
    );
  }
}

/** @throws RangeError where nothing would pass. */
export function checkedLimit({ burst, perSecond }: RateLimit): RateLimit {
  if (!(burst >= 1) || !(perSecond > 0))
    throw new RangeError(`Cannot limit to "${burst}" at once and "${perSecond}" a second: nothing passes`);
  return { burst, perSecond };
}

/** Takes a token from a bucket that fills with time, or says how many whole seconds to wait for one. Pure. */
export function take(bucket: Bucket, limit: RateLimit, now: number): { bucket: Bucket; wait: number } {
  const tokens = filled(bucket, limit, now);
  // A clock that is set back takes nothing away.
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: Math.max(now, bucket.at) }, wait: 0 };
  return { bucket, wait: Math.max(1, Math.ceil((1 - tokens) / limit.perSecond)) };
}

function filled({ tokens, at }: Bucket, { burst, perSecond }: RateLimit, now: number): number {
  return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
}
