import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Told, ask, ownPlatform } from "../../testing/mock/ask.ts";
import { type RateLimit, rateLimit, take } from "./rate-limit.ts";

const limits = fc.record({
  burst: fc.integer({ min: 1, max: 20 }),
  perSecond: fc.double({ min: 0.01, max: 50, noNaN: true }),
});
const buckets = fc.record({ tokens: fc.double({ min: 0, max: 2, noNaN: true }), at: fc.nat(1_000_000) });
const gapLists = fc.array(fc.nat(3000), { maxLength: 60 });

describe("take()", () => {
  it.each<[string, Law]>([
    ["never grants more than the burst, and what has come in since", grantsNoMore],
    ["grants a full bucket's burst at once, and not one more", grantsBurst],
    ["says a wait after which a token is there, and before which none is", waitsEnough],
    ["leaves a bucket as it was when it refuses, so that asking again and again costs nothing", refusesForNothing],
    ["takes nothing away where time goes backwards", forgivesClocks],
  ])("%s", (_, law) => {
    expect(() => law(take)).not.toThrow();
  });

  it.each<[string, Law, typeof take]>([
    ["takes nothing", grantsNoMore, (bucket, ...rest) => ({ ...take(bucket, ...rest), bucket })],
    ["grants less than the burst", grantsBurst, (bucket, limit, now) => take(bucket, { ...limit, burst: 1 }, now)],
    ["is hasty", waitsEnough, (...args) => hurried(take(...args))],
    ["is slow", waitsEnough, (...args) => delayed(take(...args))],
    [
      "counts refusals",
      refusesForNothing,
      (bucket, limit, now) => ({ ...take(bucket, limit, now), bucket: { tokens: 0, at: now } }),
    ],
    [
      "punishes clocks",
      forgivesClocks,
      (bucket, limit, now) => take({ tokens: bucket.tokens - 1, at: bucket.at }, limit, now),
    ],
  ])("is caught when it %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });
});

describe("rateLimit()", () => {
  it.each([
    { burst: 0, perSecond: 1 },
    { burst: 1, perSecond: 0 },
    { burst: Number.NaN, perSecond: 1 },
  ])("refuses a limit that nothing could pass: %o", (limit) => {
    expect(() => rateLimit(limit)).toThrow(/^Cannot limit to "/);
  });
});

describe("POST /v2/metering/readings", () => {
  const body = { meter_id: "m_1", value: 1 };
  const report = (platform: Awaited<ReturnType<typeof ownPlatform>>, token = "org_acme"): Promise<Told> =>
    ask(platform, "POST /v2/metering/readings", { token, body });

  it("answers 429 past the limit, says when to come back, and has recovered then", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 2, perSecond: 0.5 } });
    const statuses = [];
    for (let sent = 0; sent < 3; sent++) statuses.push((await report(platform)).status);
    const refused = await report(platform);

    expect(statuses).toEqual([201, 201, 429]);
    expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "2", "concord-basis": "stated" } });
    expect(refused.value.detail).toBe("More than 2 requests at once and 0.5 a second: try again in 2 s");
    platform.clock.advance(1999);
    expect((await report(platform)).status).toBe(429);
    platform.clock.advance(1);
    expect((await report(platform)).status).toBe(201);
    expect((await report(platform)).status).toBe(429);
  });

  it("counts each organization by itself, and anew after a reset", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 1, perSecond: 1 } });

    expect((await report(platform)).status).toBe(201);
    expect((await report(platform, "org_acme:other")).status).toBe(429);
    expect((await report(platform, "org_globex")).status).toBe(201);
    await platform.reset("acme");
    expect((await report(platform)).status).toBe(201);
  });

  it("keeps nothing of what it refuses, and counts nothing that is invalid", async () => {
    const platform = await ownPlatform({ rateLimit: { burst: 1, perSecond: 1 } });
    await ask(platform, "POST /v2/metering/readings", { body: { value: -1 } });
    for (let sent = 0; sent < 3; sent++) await report(platform);

    expect((await ask(platform, "GET /v2/metering/readings")).value.total).toBe(1);
  });

  it("allows 60 at once where nothing else is said", async () => {
    const platform = await ownPlatform();
    const statuses = [];
    for (let sent = 0; sent < 61; sent++) statuses.push((await report(platform)).status);

    expect([statuses.lastIndexOf(201), statuses.indexOf(429)]).toEqual([59, 60]);
  });
});

/** Throws where it is broken. */
type Law = (takes: typeof take) => void;
type Taken = ReturnType<typeof take>;

function grantsNoMore(takes: typeof take): void {
  const law = fc.property(limits, gapLists, (limit, gaps) => {
    const passed = gaps.reduce((sum, gap) => sum + gap, 0);
    expect(granted(takes, limit, gaps)).toBeLessThanOrEqual(limit.burst + (passed / 1000) * limit.perSecond + 1e-6);
  });
  fc.assert(law);
}

function grantsBurst(takes: typeof take): void {
  const law = fc.property(limits, (limit) => {
    expect(granted(takes, limit, Array<number>(limit.burst + 5).fill(0))).toBe(limit.burst);
  });
  fc.assert(law);
}

function waitsEnough(takes: typeof take): void {
  const law = fc.property(limits, buckets, fc.nat(100_000), (limit, bucket, later) => {
    const now = bucket.at + later;
    const { bucket: left, wait } = takes(bucket, limit, now);
    expect(Number.isInteger(wait)).toBe(true);
    if (wait > 0) expect(takes(left, limit, now + wait * 1000).wait).toBe(0);
    if (wait > 1) expect(takes(left, limit, now + (wait - 1) * 1000 - 1).wait).toBeGreaterThan(0);
  });
  fc.assert(law);
}

function refusesForNothing(takes: typeof take): void {
  const law = fc.property(limits, buckets, fc.nat(100_000), (limit, bucket, later) => {
    const { bucket: left, wait } = takes(bucket, limit, bucket.at + later);
    if (wait > 0) expect(left).toEqual(bucket);
  });
  fc.assert(law);
}

function forgivesClocks(takes: typeof take): void {
  const law = fc.property(limits, buckets, fc.integer({ min: 1, max: 100_000 }), (limit, bucket, back) => {
    const { bucket: left, wait } = takes(bucket, limit, bucket.at - back);
    const tokens = Math.min(limit.burst, bucket.tokens);
    expect(wait === 0).toBe(tokens >= 1);
    expect(left).toEqual(wait === 0 ? { tokens: tokens - 1, at: bucket.at } : bucket);
  });
  fc.assert(law);
}

/** How many of the calls are granted that come with these gaps between them, in milliseconds. */
function granted(takes: typeof take, limit: RateLimit, gaps: readonly number[]): number {
  let bucket: Taken["bucket"] = { tokens: limit.burst, at: 0 };
  let now = 0;
  let count = 0;
  for (const gap of gaps) {
    now += gap;
    const taken = takes(bucket, limit, now);
    bucket = taken.bucket;
    if (taken.wait === 0) count++;
  }
  return count;
}

function hurried({ bucket, wait }: Taken): Taken {
  return { bucket, wait: wait > 1 ? wait - 1 : wait };
}

function delayed({ bucket, wait }: Taken): Taken {
  return { bucket, wait: wait > 0 ? wait + 2 : 0 };
}
