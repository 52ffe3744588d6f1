import { describe, expect, it } from "vitest";
import { verify } from "../../../contracts/signatures/index.ts";
import { noon } from "../../../test/support/mock/ask.ts";
import { type DeliveryHarness, createDeliveryHarness } from "../../../test/support/mock/delivery-harness.ts";
import type { FaultSetting } from "../../index.ts";
import { derivePublicKey, deriveSecret } from "../../deliveries/signing-keys.ts";
import type { Outgoing, Sender } from "../../deliveries/send.ts";

/** Publishes a number of messages, and runs their due deliveries while the clock is frozen. */
async function publishMany(count: number, settings: readonly FaultSetting[], seed = "one"): Promise<DeliveryHarness> {
  const harness = createDeliveryHarness({ settings, seed });
  for (let number = 0; number < count; number++) await harness.deliver(number);
  await harness.deliveries.settled();
  return harness;
}

describe("duplicate-deliveries", () => {
  it("sends one or more copies of a delivered message, with the same id", async () => {
    const harness = await publishMany(2, [{ id: "duplicate-deliveries", webhooks: ["wh_1"], copies: 2 }]);

    expect(harness.receivedBy("wh_1")).toBe("0 1 0 1 0 1");
    expect(harness.receivedBy("wh_2")).toBe("0 1");
    expect(await harness.list({ webhook: "wh_1" })).toMatchObject([
      { status: "delivered", attempts: [{}, { faults: ["duplicate-deliveries"] }, {}] },
      { status: "delivered" },
    ]);
  });

  it("gives each copy a different timestamp, also while the clock is frozen", async () => {
    const harness = await publishMany(1, [{ id: "duplicate-deliveries", copies: 2, webhooks: ["wh_1"] }]);
    const its = harness.arrived.filter(({ webhook }) => webhook === "wh_1");

    expect(its.map(({ timestamp, isGenuine }) => [timestamp - noon / 1000, isGenuine])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
  });

  it("sends a copy after the set delay by the clock, with a new signature", async () => {
    const harness = await publishMany(1, [{ id: "duplicate-deliveries", milliseconds: 2000 }]);
    const [before] = await harness.list();
    await harness.passTime(2000);

    expect(before).toMatchObject({ status: "pending", nextAttempt: "2026-01-05T12:00:02.000Z", attempts: [{}] });
    expect(harness.arrived.filter(({ webhook }) => webhook === "wh_1").map(({ timestamp }) => timestamp)).toEqual([
      noon / 1000,
      noon / 1000 + 2,
    ]);
  });

  it("counts an occurrence when it sends a copy, not before the delivery", async () => {
    const settings: FaultSetting[] = [{ id: "duplicate-deliveries", times: 1, webhooks: ["wh_1"] }];
    const harness = createDeliveryHarness({ settings, firstStatuses: { wh_1: 500 } });
    await harness.deliver(0);
    await harness.deliveries.settled();
    await harness.deliver(1);
    await harness.deliver(2);
    await harness.deliveries.settled();
    await harness.passTime(100_000);

    // The first message was not delivered yet when the fault occurred for the only time.
    expect(harness.receivedBy("wh_1")).toBe("0 1 2 1 0");
  });
});

describe("reorder-deliveries", () => {
  it("reorders each full window, and holds no message longer than the set delay", async () => {
    for (const seed of ["one", "two", "three", "four", "five"]) {
      const harness = await publishMany(5, [{ id: "reorder-deliveries", window: 3 }], seed);
      const first = harness.receivedBy("wh_1").split(" ");
      expect(first.toSorted()).toEqual(["0", "1", "2"]);
      expect(first).not.toEqual(["0", "1", "2"]);
      expect(await harness.list({ status: "pending" })).toMatchObject(
        [3, 3, 4, 4].map((number) => ({
          event: { payload: { number } },
          nextAttempt: "2026-01-05T12:00:01.000Z",
        })),
      );
      await harness.passTime(1000);
      expect(harness.receivedBy("wh_1")).toBe(`${first.join(" ")} 4 3`);
    }
  });

  it("sends an unaffected message before the held ones", async () => {
    const harness = await publishMany(3, [{ id: "reorder-deliveries", times: 2, webhooks: ["wh_1"] }]);
    await harness.passTime(1000);

    expect(harness.receivedBy("wh_1")).toBe("2 1 0");
    expect(harness.receivedBy("wh_2")).toBe("0 1 2");
    expect((await harness.list({ webhook: "wh_1" })).map(({ attempts: [attempt] }) => attempt?.faults)).toEqual([
      ["reorder-deliveries"],
      ["reorder-deliveries"],
      undefined,
    ]);
  });

  it("sends a redelivered message at once, and reorders the others", async () => {
    const harness = createDeliveryHarness({ settings: [{ id: "reorder-deliveries", window: 5 }] });
    const [first = ""] = await harness.deliver(0);
    await harness.deliver(1);
    await harness.deliver(2);
    await harness.deliveries.settled();
    expect(await harness.deliveries.redeliver(first)).toBe(true);
    await harness.deliveries.settled();
    expect(harness.receivedBy("wh_1")).toBe("0");
    await harness.passTime(1000);

    expect(harness.receivedBy("wh_1")).toBe("0 2 1");
  });

  it("releases held messages by a timer while the clock runs", async () => {
    const settings: FaultSetting[] = [{ id: "reorder-deliveries", milliseconds: 2 }];
    const came = Promise.withResolvers<void>();
    const send = (sender: Sender): Sender => ({ ...sender, send: (what) => (came.resolve(), sender.send(what)) });
    const harness = createDeliveryHarness({ settings, source: () => noon + performance.now(), planted: { send } });
    const [id = ""] = await harness.deliver(0);
    await came.promise;
    await harness.deliveries.settled();

    expect((await harness.deliveries.complete()).get(id)).toMatchObject({
      status: "delivered",
      attempts: [{ faults: ["reorder-deliveries"] }],
    });
  });
});

describe("delay-deliveries", () => {
  it("delays each message separately, so that a later one may arrive first", async () => {
    const harness = await publishMany(6, [{ id: "delay-deliveries", milliseconds: [0, 5000], webhooks: ["wh_1"] }]);
    await harness.passTime(5000);
    const came = harness.receivedBy("wh_1").split(" ");

    expect(came.toSorted()).toEqual(["0", "1", "2", "3", "4", "5"]);
    expect(came).not.toEqual(came.toSorted());
    expect(harness.receivedBy("wh_2")).toBe("0 1 2 3 4 5");
  });
});

describe("forged-deliveries", () => {
  it("has invalid signatures: neither the organization's key nor the webhook's secret made them", async () => {
    const sent: Outgoing[] = [];
    const send = (sender: Sender): Sender => ({ ...sender, send: (what) => (sent.push(what), sender.send(what)) });
    const harness = createDeliveryHarness({ settings: [{ id: "forged-deliveries" }], seed: "one", planted: { send } });
    await harness.deliver(0);
    await harness.deliveries.settled();
    const [forged, genuine] = sent.filter(({ url }) => url.endsWith("wh_1")) as [Outgoing, Outgoing];
    const verdicts = [forged, genuine].flatMap(({ headers, body }) => [
      verify({ headers, body: Buffer.from(body), publicKey: derivePublicKey("one", "acme"), now: noon }),
      verify({ headers, body: Buffer.from(body), secret: deriveSecret("one", "acme", "wh_1"), now: noon }),
    ]);

    expect(verdicts).toEqual([
      { ok: false, reason: "invalid-v1a" },
      { ok: false, reason: "invalid-v1" },
      { ok: true },
      { ok: true },
    ]);
  });

  it("sends each message with invalid signatures first, and the correct message afterwards", async () => {
    const harness = await publishMany(2, [
      { id: "forged-deliveries", webhooks: ["wh_1"] },
      { id: "duplicate-deliveries" },
    ]);

    expect(harness.receivedBy("wh_1")).toBe("0! 1! 0 1 0 1");
    expect((await harness.list({ webhook: "wh_1" }))[0]?.attempts.map(({ faults }) => faults)).toEqual([
      ["forged-deliveries"],
      undefined,
      ["duplicate-deliveries"],
    ]);
  });
});
