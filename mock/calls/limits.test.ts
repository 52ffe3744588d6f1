import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fixture, noon, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { createClock } from "../index.ts";
import { type RateLimit, createLimits, drawToken } from "./limits.ts";

const settings = fc.record({
  burst: fc.integer({ min: 1, max: 20 }),
  perSecond: fc.double({ min: 0.01, max: 50, noNaN: true }),
});
const buckets = fc.record({ tokens: fc.double({ min: 0, max: 2, noNaN: true }), at: fc.nat(1_000_000) });
const gapLists = fc.array(fc.nat(3000), { maxLength: 60 });

describe("drawToken()", () => {
  it.each<[string, Law]>([
    ["never allows more calls than the burst and the tokens that were added since", neverExceedsLimit],
    ["allows exactly the burst at once if the bucket is full", allowsWholeBurst],
    ["returns a wait after which a token is available, and before which none is", returnsExactWait],
    ["does not change the bucket if it refuses", keepsBucketOnRefusal],
    ["removes no tokens if the clock is set back", keepsTokensOnClockChange],
  ])("%s", (_, law) => {
    expect(() => law(drawToken)).not.toThrow();
  });

  it.each<[string, Law, typeof drawToken]>([
    ["takes no token", neverExceedsLimit, (bucket, ...rest) => ({ ...drawToken(bucket, ...rest), bucket })],
    [
      "allows fewer calls than the burst",
      allowsWholeBurst,
      (bucket, limit, now) => drawToken(bucket, { ...limit, burst: 1 }, now),
    ],
    ["returns too short a wait", returnsExactWait, (...args) => withShorterWait(drawToken(...args))],
    ["returns too long a wait", returnsExactWait, (...args) => withLongerWait(drawToken(...args))],
    [
      "counts refusals",
      keepsBucketOnRefusal,
      (bucket, limit, now) => ({ ...drawToken(bucket, limit, now), bucket: { tokens: 0, at: now } }),
    ],
    [
      "removes a token for each call",
      keepsTokensOnClockChange,
      (bucket, limit, now) => drawToken({ tokens: bucket.tokens - 1, at: bucket.at }, limit, now),
    ],
  ])("fails its law if it %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });
});

describe("createLimits()", () => {
  it("returns the remaining calls of each called operation, and refills buckets with time or on request", () => {
    const clock = createClock(() => noon);
    const limits = createLimits(clock, { burst: 2, perSecond: 0.5 });
    const taken = ["a/b", "a/b", "a/b", "a/c"].map((operation) => limits.take(operation, clock.now()));

    expect(taken).toEqual([0, 0, 2, 0]);
    expect(limits.get()).toEqual({ burst: 2, perSecond: 0.5, left: { "a/b": 0, "a/c": 1 } });
    clock.advance(2000);
    expect(limits.get().left).toEqual({ "a/b": 1, "a/c": 2 });
    limits.refill();
    expect(limits.get().left).toEqual({});
    expect(limits.take("a/b", clock.now())).toBe(0);
  });

  it("accepts another limit, and reduces the remaining calls to it", () => {
    const clock = createClock(() => noon);
    const limits = createLimits(clock, { burst: 10, perSecond: 1 });
    limits.take("a/b", clock.now());
    limits.set({ burst: 1, perSecond: 1 });

    expect(limits.get()).toEqual({ burst: 1, perSecond: 1, left: { "a/b": 1 } });
    expect([limits.take("a/b", noon), limits.take("a/b", noon)]).toEqual([0, 1]);
  });

  it.each([
    { burst: 0, perSecond: 1 },
    { burst: 1, perSecond: 0 },
    { burst: Number.NaN, perSecond: 1 },
  ])("refuses a limit that no request could pass: %o", async (limit) => {
    const message = /^Cannot limit to "/;

    expect(() =>
      createLimits(
        createClock(() => noon),
        { burst: 1, perSecond: 1 },
      ).set(limit),
    ).toThrow(message);
    await expect(platformOf("library", { rateLimit: limit })).rejects.toThrow(message);
  });
});

describe("the limits of worlds", () => {
  it("are separate: a fork copies the settings of its origin and starts with full buckets", async () => {
    const platform = platformServing([await fixture("library")]);
    platform.organization("acme").limits.set({ burst: 3, perSecond: 2 });
    await platform.organization("acme").fork("fork");
    platform.organization("acme").limits.set({ burst: 1, perSecond: 1 });

    expect(platform.organization("fork").limits.get()).toEqual({ burst: 3, perSecond: 2, left: {} });
    platform.organization("fork").limits.set({ burst: 9, perSecond: 9 });
    expect(platform.organization("acme").limits.get()).toMatchObject({ burst: 1, perSecond: 1 });
    expect(platform.organization("globex").limits.get()).toMatchObject({ burst: 60, perSecond: 1 });
    await platform.organization("fork").reset();
    expect(platform.organization("fork").limits.get()).toMatchObject({ burst: 60, perSecond: 1 });
  });
});

/** Throws if the law does not hold. */
type Law = (takeToken: typeof drawToken) => void;
type Taken = ReturnType<typeof drawToken>;

function neverExceedsLimit(takeToken: typeof drawToken): void {
  const law = fc.property(settings, gapLists, (limit, gaps) => {
    const passed = gaps.reduce((sum, gap) => sum + gap, 0);
    expect(allowedCalls(takeToken, limit, gaps)).toBeLessThanOrEqual(
      limit.burst + (passed / 1000) * limit.perSecond + 1e-6,
    );
  });
  fc.assert(law);
}

function allowsWholeBurst(takeToken: typeof drawToken): void {
  const law = fc.property(settings, (limit) => {
    expect(allowedCalls(takeToken, limit, Array<number>(limit.burst + 5).fill(0))).toBe(limit.burst);
  });
  fc.assert(law);
}

function returnsExactWait(takeToken: typeof drawToken): void {
  const law = fc.property(settings, buckets, fc.nat(100_000), (limit, bucket, later) => {
    const now = bucket.at + later;
    const { bucket: left, wait } = takeToken(bucket, limit, now);
    expect(Number.isInteger(wait)).toBe(true);
    if (wait > 0) expect(takeToken(left, limit, now + wait * 1000).wait).toBe(0);
    if (wait > 1) expect(takeToken(left, limit, now + (wait - 1) * 1000 - 1).wait).toBeGreaterThan(0);
  });
  fc.assert(law);
}

function keepsBucketOnRefusal(takeToken: typeof drawToken): void {
  const law = fc.property(settings, buckets, fc.nat(100_000), (limit, bucket, later) => {
    const { bucket: left, wait } = takeToken(bucket, limit, bucket.at + later);
    if (wait > 0) expect(left).toEqual(bucket);
  });
  fc.assert(law);
}

function keepsTokensOnClockChange(takeToken: typeof drawToken): void {
  const law = fc.property(settings, buckets, fc.integer({ min: 1, max: 100_000 }), (limit, bucket, back) => {
    const { bucket: left, wait } = takeToken(bucket, limit, bucket.at - back);
    const tokens = Math.min(limit.burst, bucket.tokens);
    expect(wait === 0).toBe(tokens >= 1);
    expect(left).toEqual(wait === 0 ? { tokens: tokens - 1, at: bucket.at } : bucket);
  });
  fc.assert(law);
}

/** Number of allowed calls among calls with these gaps between them, in milliseconds. */
function allowedCalls(takeToken: typeof drawToken, limit: RateLimit, gaps: readonly number[]): number {
  let bucket: Taken["bucket"] = { tokens: limit.burst, at: 0 };
  let now = 0;
  let count = 0;
  for (const gap of gaps) {
    now += gap;
    const taken = takeToken(bucket, limit, now);
    bucket = taken.bucket;
    if (taken.wait === 0) count++;
  }
  return count;
}

function withShorterWait({ bucket, wait }: Taken): Taken {
  return { bucket, wait: wait > 1 ? wait - 1 : wait };
}

function withLongerWait({ bucket, wait }: Taken): Taken {
  return { bucket, wait: wait > 0 ? wait + 2 : 0 };
}
