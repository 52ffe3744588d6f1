import { describe, expect, it } from "vitest";
import { ask, noon, ownPlatform } from "../../test/support/mock/ask.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { deliverySummary, subscribe, verified } from "../../test/support/mock/webhooks.ts";
import { MAX_ATTEMPTS, delayAfter } from "./retry.ts";

describe("a delivery that fails", () => {
  it("is retried with a new timestamp and the same id, and fails in the end", async () => {
    await using receiver = await startReceiver(() => ({ status: 500, body: "whsec_b3V0Y2g= is down" }));
    const platform = await ownPlatform();
    const webhook = await subscribe(platform, receiver, ["a.b"]);
    platform.organization("acme").clock.freeze();
    const deliveries = platform.organization("acme").deliveries;
    const [id = ""] = (await platform.organization("acme").emit({ name: "a.b" })).deliveries;
    await deliveries.settled();
    const seen = [deliverySummary((await deliveries.complete()).get(id))];
    for (const wait of [4999, 1, 10_000, 20_000, 40_000, 10_000_000]) {
      platform.organization("acme").clock.advance(wait);
      await deliveries.settled();
      seen.push(deliverySummary((await deliveries.complete()).get(id)));
    }

    expect(seen).toEqual([
      "pending 1 12:00:05",
      "pending 1 12:00:05",
      "pending 2 12:00:15",
      "pending 3 12:00:35",
      "pending 4 12:01:15",
      "failed 5",
      "failed 5",
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(receiver.received.map(({ headers }) => Number(headers["webhook-timestamp"]) - noon / 1000)).toEqual([
      0, 5, 15, 35, 75,
    ]);
    for (const received of receiver.received)
      expect(verified(received, webhook.signing_secret, "acme")).toEqual({ ok: true });
    expect((await deliveries.complete()).get(id)?.attempts[0]?.response).toEqual({
      status: 500,
      text: "whsec_*** is down",
    });
  });

  it("makes all attempts within the time that the clock is advanced by", async () => {
    await using receiver = await startReceiver(() => 503);
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    platform.clock.advance(3_600_000);
    await platform.organization("acme").deliveries.settled();

    expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
  });

  it("is delivered when the endpoint recovers, and can be redelivered", async () => {
    await using receiver = await startReceiver((_, count) => (count < 3 ? 500 : 200));
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    const deliveries = platform.organization("acme").deliveries;
    const [id = ""] = (await platform.organization("acme").emit({ name: "a.b" })).deliveries;
    await deliveries.settled();
    // A waiting delivery is sent at once. Its next delays start from that attempt.
    expect(await deliveries.redeliver(id)).toBe(true);
    await deliveries.settled();
    platform.clock.advance(10_000);
    await deliveries.settled();
    expect(deliverySummary((await deliveries.complete()).get(id))).toBe("delivered 3");
    await deliveries.redeliver(id);
    await deliveries.settled();

    expect(deliverySummary((await deliveries.complete()).get(id))).toBe("delivered 4");
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers["webhook-id"]} ${String(body)}`)).size).toBe(
      1,
    );
    await expect(deliveries.redeliver("dlv_0")).rejects.toThrow(
      'Cannot redeliver "dlv_0": there is no such delivery, or it was forgotten',
    );
  });

  it("waits until the timeout, and no longer if the clock is advanced", async () => {
    const arrived = Promise.withResolvers<void>();
    await using silentReceiver = await startReceiver(() => void arrived.resolve());
    const platform = await ownPlatform({ deliveryTimeout: 600_000 });
    await subscribe(platform, silentReceiver, ["a.b"]);
    platform.organization("acme").clock.freeze();
    await platform.organization("acme").emit({ name: "a.b" });
    await arrived.promise;
    platform.organization("acme").clock.advance(600_000);
    await platform.organization("acme").deliveries.settled();

    expect((await platform.organization("acme").deliveries.complete()).list()).toMatchObject([
      { status: "pending", attempts: [{ error: "no answer within 600 s" }] },
    ]);
    await expect(ownPlatform({ deliveryTimeout: 0 })).rejects.toThrow('Cannot wait "0" milliseconds for an endpoint');
  });

  it("has a reason without a response, and leaves this machine only if allowed", async () => {
    const platform = await ownPlatform();
    const unreachable = await startReceiver();
    await unreachable[Symbol.asyncDispose]();
    await subscribe(platform, unreachable, ["a.b"]);
    await subscribe(platform, { url: "http://receiver.example" }, ["a.b"]);
    await subscribe(platform, { url: "http://127.0.0.1.example" }, ["a.b"]);
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    const [refused, ...elsewhere] = (await platform.organization("acme").deliveries.complete()).list();

    expect(refused).toMatchObject({
      status: "pending",
      attempts: [{ error: expect.stringContaining("ECONNREFUSED") }],
    });
    expect(elsewhere).toMatchObject([
      { status: "failed", attempts: [], reason: expect.stringContaining('"receiver.example" is not this machine') },
      { status: "failed", attempts: [], reason: expect.stringContaining("--deliver-to anywhere") },
    ]);
  });

  it("fails if its webhook was deleted", async () => {
    await using receiver = await startReceiver(() => 500);
    const platform = await ownPlatform();
    const { id } = await subscribe(platform, receiver, ["a.b"]);
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    await ask(platform, `DELETE /v1/webhooks/${id}`);
    platform.clock.advance(5000);
    await platform.organization("acme").deliveries.settled();

    expect((await platform.organization("acme").deliveries.complete()).list()).toMatchObject([
      { status: "failed", reason: `Webhook "${id}" was deleted` },
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("delayAfter()", () => {
  it("doubles the delay each time, and ends after the last attempt", () => {
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, index) => delayAfter(index + 1));

    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, undefined]);
  });
});
