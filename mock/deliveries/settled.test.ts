import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../test/support/mock/ask.ts";
import { createDeliveryHarness } from "../../test/support/mock/delivery-harness.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { subscribe } from "../../test/support/mock/webhooks.ts";

describe("settled({ held: true })", () => {
  it.each<[string, Parameters<typeof createDeliveryHarness>[0]["settings"], number, string, string]>([
    ["a message that is held until others overtake it", [{ id: "reorder-deliveries" }], 1, "", "0"],
    [
      "held messages of an incomplete window, in another order",
      [{ id: "reorder-deliveries", window: 9 }],
      2,
      "",
      "1 0",
    ],
    ["delayed messages", [{ id: "delay-deliveries", milliseconds: 5000 }], 2, "", "0 1"],
    ["delayed copies", [{ id: "duplicate-deliveries", copies: 2, milliseconds: 9 }], 1, "0", "0 0 0"],
    [
      "messages that are held twice",
      [
        { id: "delay-deliveries", milliseconds: 5000 },
        { id: "duplicate-deliveries", milliseconds: 5000 },
      ],
      1,
      "",
      "0 0",
    ],
  ])("delivers %s", async (_, settings, count, before, after) => {
    const harness = createDeliveryHarness({ settings, seed: "one" });
    for (let number = 0; number < count; number++) await harness.deliver(number);
    await harness.deliveries.settled();
    const arrivedBefore = harness.receivedBy("wh_1");
    await harness.deliveries.settled({ held: true });

    expect([arrivedBefore, harness.receivedBy("wh_1")]).toEqual([before, after]);
    expect(await harness.list({ status: "pending" })).toEqual([]);
  });

  it("does not wait for retries", async () => {
    const harness = createDeliveryHarness({
      settings: [{ id: "delay-deliveries", milliseconds: 9 }],
      statuses: [500, 204],
    });
    await harness.deliver(0);
    await harness.deliveries.settled({ held: true });

    // Either webhook may be the first.
    const results = (await harness.list()).map(({ status, attempts }) => `${status} ${attempts.length}`);
    expect(results.toSorted()).toEqual(["delivered 1", "pending 1"]);
  });

  it("is available in the control API", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform({ faults: [{ id: "reorder-deliveries" }] });
    await subscribe(platform, receiver, ["a.b"]);
    await platform.organization("acme").emit({ name: "a.b" });
    const settle = "POST /_concord/organizations/acme/deliveries:settle";
    const counts: number[] = [];
    for (const query of ["", "?held=false", "?held=true"]) {
      expect((await ask(platform, settle + query, { token: "" })).status).toBe(204);
      counts.push(receiver.received.length);
    }

    expect(counts).toEqual([0, 0, 1]);
  });

  it("refuses unknown options", async () => {
    const { deliveries } = createDeliveryHarness({ settings: [] });

    await expect(deliveries.settled({ hold: true } as never)).rejects.toThrow('the nearest is "held"');
  });
});
