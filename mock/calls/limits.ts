import type { Awaitable } from "../model/awaitable.ts";
import type { Clock } from "../model/clock.ts";

/** Rate limit of an operation. It is a setting, because documents have no thresholds. */
export interface RateLimit {
  /** Maximum number of requests at once. */
  readonly burst: number;
  /** Number of further requests in each second. */
  readonly perSecond: number;
}

/** Calls that remain of one operation. */
export interface Bucket {
  readonly tokens: number;
  /** Time at which `tokens` was computed, in milliseconds since 1970. */
  readonly at: number;
}

/** Rate limit of an organization, and the calls that remain now. */
export interface LimitsNow extends RateLimit {
  /** Remaining calls of each limited operation ("api/operationId") that it has called. */
  readonly left: Readonly<Record<string, number>>;
}

/** Rate limits of one organization. */
export interface OrganizationLimits {
  get(): LimitsNow;
  /**
   * Sets the limit of each limited operation.
   * @throws RangeError for a limit that no request could pass.
   */
  set(limit: RateLimit): void;
  /** Fills all buckets, as if the organization had never called. */
  refill(): void;
}

/** Limits with the method that counts a call. */
export interface Limits extends OrganizationLimits {
  /** Counts a call of an operation. Returns 0 if it is allowed, else the seconds to wait. */
  take(operation: string, now: number): Awaitable<number>;
  refill(): Awaitable<void>;
  /** Reads the buckets again, if other processes share them. */
  load(): Promise<void>;
}

/** Buckets of an organization that several processes share. */
export interface SharedBuckets {
  take(operation: string, limit: RateLimit, now: number): Promise<number>;
  load(): Promise<Map<string, Bucket>>;
  clear(): Promise<void>;
}

/** Creates limits with one full bucket for each operation. */
export function createLimits(clock: Clock, { burst, perSecond }: RateLimit, shared?: SharedBuckets): Limits {
  let limit: RateLimit = { burst, perSecond };
  let buckets: Map<string, Bucket> | undefined;
  return {
    get: () => ({ ...limit, left: remainingCalls() }),
    set(given) {
      limit = checkedLimit(given);
    },
    refill() {
      buckets = undefined;
      return shared?.clear();
    },
    async load() {
      if (shared) buckets = await shared.load();
    },
    take(operation, now) {
      if (shared) return shared.take(operation, limit, now);
      const existing = (buckets ??= new Map<string, Bucket>()).get(operation);
      const { bucket, wait } = drawToken(existing ?? { tokens: limit.burst, at: now }, limit, now);
      buckets.set(operation, bucket);
      return wait;
    },
  };

  function remainingCalls(): LimitsNow["left"] {
    if (!buckets) return {};
    const now = clock.now();
    return Object.fromEntries(
      buckets.entries().map(([name, bucket]) => [name, Math.floor(filled(bucket, limit, now))]),
    );
  }
}

/** @throws RangeError for a limit that no request could pass. */
export function checkedLimit({ burst, perSecond }: RateLimit): RateLimit {
  if (!(burst >= 1) || !(perSecond > 0))
    throw new RangeError(`Cannot limit to "${burst}" at once and "${perSecond}" a second: no request could pass`);
  return { burst, perSecond };
}

/** Takes a token from a bucket that fills with time, or returns the whole seconds until there is one. Pure. */
export function drawToken(bucket: Bucket, limit: RateLimit, now: number): { bucket: Bucket; wait: number } {
  const tokens = filled(bucket, limit, now);
  // A clock that is set back removes no tokens.
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: Math.max(now, bucket.at) }, wait: 0 };
  return { bucket, wait: Math.max(1, Math.ceil((1 - tokens) / limit.perSecond)) };
}

function filled({ tokens, at }: Bucket, { burst, perSecond }: RateLimit, now: number): number {
  return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * perSecond);
}
