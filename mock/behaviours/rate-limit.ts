import type { World } from "../call.ts";
import type { Behaviour } from "./behaviour.ts";

/** How fast an organization may call an operation. Thresholds are not shown (§8), so they are settings. */
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

/** Operations that may answer 429 do, past the limit; each organization has a bucket for each of them (§4.2, §4.3, §7). */
export function rateLimit(limit: RateLimit): Behaviour {
  if (!(limit.burst >= 1) || !(limit.perSecond > 0))
    throw new RangeError(`Cannot limit to "${limit.burst}" at once and "${limit.perSecond}" a second: nothing passes`);
  return {
    id: "rate-limit",
    section: "7",
    operations: [
      "metering/createReading",
      "integration-toolkit/sendErpUpdatesV1",
      "integration-toolkit/sendErpUpdatesV2",
      "integration-toolkit/sendErpUpdatesV3",
    ],
    handle(call, next) {
      const { bucket, wait } = take(bucketOf(call.world, call.operation.id, limit, call.now), limit, call.now);
      call.world.memory.set(`rate-limit ${call.operation.id}`, bucket);
      if (wait === 0) return next(call);
      const refused = `More than ${limit.burst} requests at once and ${limit.perSecond} a second: try again in ${wait} s`;
      return { refused, status: 429, headers: { "retry-after": String(wait) } };
    },
  };
}

/** Takes a token from a bucket that fills with time, or says how many whole seconds to wait for one. Pure. */
export function take(bucket: Bucket, { burst, perSecond }: RateLimit, now: number): { bucket: Bucket; wait: number } {
  // A clock that is set back takes nothing away.
  const at = Math.max(now, bucket.at);
  const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at }, wait: 0 };
  return { bucket, wait: Math.max(1, Math.ceil((1 - tokens) / perSecond)) };
}

function bucketOf({ memory }: World, operation: string, { burst }: RateLimit, now: number): Bucket {
  return (memory.get(`rate-limit ${operation}`) as Bucket | undefined) ?? { tokens: burst, at: now };
}
