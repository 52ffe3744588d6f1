import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { verify } from "../../contracts/signatures/index.ts";
import {
  now,
  publicKey,
  secret,
  signedDelivery,
  timestamp,
  withHeaders,
} from "../../test/support/deliveries/signed.ts";
import { readVectors } from "../../test/support/vectors.ts";
import type { WireDelivery } from "./delivery.ts";
import { type Diagnosis, diagnose } from "./diagnose.ts";

const body = '{"name":"entity.created"}';
const good = signedDelivery(body);
const options = { secret, publicKey, now, toleranceSeconds: 300 };

/** Arbitrary deliveries. Many have mistakes in one or more headers. */
const deliveries: fc.Arbitrary<WireDelivery> = fc
  .record({
    id: fc.constantFrom("msg_1", "msg_1.2", "x", ""),
    timestamp: fc.oneof(
      fc.constantFrom(`${timestamp}`, "soon", "1e3", ""),
      fc.constantFrom(-301, -300, 300, 301).map((seconds) => `${timestamp + seconds}`),
      fc.integer().map(String),
    ),
    entries: fc.subarray([...entriesOf(good), "v1,AAAA", "v1a,!", "v2,x", "junk"], { minLength: 1 }),
    repeated: fc.boolean(),
    body: fc.constantFrom(body, `${body}\n`),
  })
  .map(({ id, timestamp: time, entries, repeated, body: text }) => {
    const headers = [
      ["Webhook-Id", id],
      ["webhook-timestamp", time],
      ["WEBHOOK-SIGNATURE", entries.join(" ")],
    ] as const;
    return { headers: repeated ? [...headers, headers[0]] : headers, body: Buffer.from(text) };
  });

function entriesOf({ headers }: WireDelivery): string[] {
  return (headers.find(([name]) => name === "webhook-signature")?.[1] ?? "").split(" ");
}

function step({ steps }: Diagnosis, wanted: string) {
  return steps.find(({ what }) => what === wanted);
}

describe("diagnose()", () => {
  it("returns the expected verdict of each vector under every policy", () => {
    const verdicts = readVectors().flatMap((vector) => {
      const delivery = { headers: vector.headers, body: Buffer.from(vector.body, "base64") };
      const [key, moment] = [createPublicKey(vector.publicKey), vector.now * 1000];
      return (["v1", "v1a", "both"] as const).map((policy) => {
        const keys = { ...(policy !== "v1a" && { secret: vector.secret }), ...(policy !== "v1" && { publicKey: key }) };
        const { verdict } = diagnose(delivery, { ...keys, now: moment, toleranceSeconds: vector.toleranceSeconds });
        return [`${vector.name} ${policy}`, verdict, vector.expected[policy]] as const;
      });
    });

    expect(verdicts.filter(([, verdict, expected]) => verdict !== expected)).toEqual([]);
    expect(verdicts.length).toBeGreaterThan(240);
  });

  it("returns the verdict of verify(), with steps that agree", () => {
    const law = fc.property(deliveries, fc.constantFrom("v1", "v1a", "both"), (delivery, policy) => {
      const keys = { ...(policy !== "v1a" && { secret }), ...(policy !== "v1" && { publicKey }) };
      const diagnosis = diagnose(delivery, { ...keys, now, toleranceSeconds: 300 });
      const verified = verify({ ...delivery, ...keys, now });
      const required = (policy === "both" ? ["v1", "v1a"] : [policy]).map((kind) => `${kind} entry`);
      const isFine =
        ["webhook-id", "webhook-timestamp"].every((what) => step(diagnosis, what)?.holds) &&
        required.every((entry) => diagnosis.steps.some(({ what, holds }) => what === entry && holds));

      expect(diagnosis.verdict).toBe(verified.ok ? "ok" : verified.reason);
      expect(isFine).toBe(verified.ok);
      if (verified.ok) expect(diagnosis.hints).toEqual([]);
    });
    fc.assert(law, { numRuns: 300 });
  });

  it.each([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])("judges a timestamp that is %i seconds away", (seconds, holds) => {
    const time = diagnose(good, { ...options, now: now + seconds * 1000 });

    expect(step(time, "webhook-timestamp")?.holds).toBe(holds);
    expect(time.verdict === "ok").toBe(holds);
  });

  it("judges all steps even if the first one fails", () => {
    const late = diagnose(good, { ...options, now: now + 302_000 });

    expect(late.verdict).toBe("timestamp-too-old");
    expect(step(late, "webhook-timestamp")).toEqual({
      what: "webhook-timestamp",
      holds: false,
      text: "1750000000 (2025-06-15T15:06:40Z), 5 min 2 s before it was judged; 300 s are tolerated",
    });
    expect(step(late, "v1a entry")?.holds).toBe(true);
    expect(step(late, "v1 entry")?.holds).toBe(true);
  });

  it("judges a signature even if the timestamp is malformed", () => {
    const malformed = withHeaders(good, { "webhook-timestamp": () => "soon" });

    expect(step(diagnose(malformed, options), "v1 entry")?.text).toMatch(/^not made with the webhook's secret/);
  });

  it("does not judge entries of unknown kinds or without a key", () => {
    const more = withHeaders(good, { "webhook-signature": (text) => `v2,x ${text}` });
    const { steps, verdict } = diagnose(more, { secret, now, toleranceSeconds: 300 });

    expect(verdict).toBe("ok");
    expect(steps.filter(({ holds }) => holds === undefined)).toEqual([
      { what: "v2 entry", text: "of an unknown kind, and ignored" },
      { what: "v1a entry", text: "not verified: no public key was given" },
    ]);
  });

  it("distinguishes a missing header from a repeated one", () => {
    const [, ...without] = good.headers.filter(([name]) => name !== "webhook-signature");
    const twice = { ...good, headers: [...good.headers, ["Webhook-ID", "msg_2"] as const] };

    expect(step(diagnose({ ...good, headers: without }, options), "webhook-signature")?.text).toBe("is not there");
    expect(step(diagnose(twice, options), "webhook-id")?.text).toBe("is sent 2 times");
  });
});
