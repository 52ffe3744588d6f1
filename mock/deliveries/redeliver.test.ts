import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../test/support/mock/ask.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { deliverySummary, subscribe } from "../../test/support/mock/webhooks.ts";

describe("redeliver()", () => {
  it("refuses if the webhook was deleted, and changes nothing", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const { id: webhook } = await subscribe(platform, receiver, ["a.b"]);
    const deliveries = platform.organization("acme").deliveries;
    const [id = ""] = (await platform.organization("acme").emit({ name: "a.b" })).deliveries;
    await deliveries.settled();
    const before = (await deliveries.complete()).get(id);
    await ask(platform, `DELETE /v1/webhooks/${webhook}`);
    const path = `/_concord/organizations/acme/deliveries/${id}/redeliver`;
    const refused = await ask(platform, `POST ${path}`, { token: "" });

    expect(await deliveries.redeliver(id)).toBe(false);
    expect(refused).toMatchObject({ status: 409, value: { detail: `Webhook "${webhook}" was deleted` } });
    await deliveries.settled();
    expect((await deliveries.complete()).get(id)).toEqual(before);
    expect(before?.status).toBe("delivered");
  });

  it("restarts a finished delivery with all of its attempts", async () => {
    await using receiver = await startReceiver((_, count) => (count === 1 ? 204 : 500));
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    const deliveries = platform.organization("acme").deliveries;
    const [id = ""] = (await platform.organization("acme").emit({ name: "a.b" })).deliveries;
    await deliveries.settled();
    await deliveries.redeliver(id);
    await deliveries.settled();
    const between = deliverySummary((await deliveries.complete()).get(id));
    platform.clock.advance(3_600_000);
    await deliveries.settled();

    expect([between, deliverySummary((await deliveries.complete()).get(id))]).toEqual([
      "pending 2 12:00:05",
      "failed 6",
    ]);
  });

  it("sends a delivery in progress only once", async () => {
    const answers: (() => void)[] = [];
    const arrived = Promise.withResolvers<void>();
    await using receiver = await startReceiver(
      () => new Promise((resolve) => (answers.push(() => resolve(204)), arrived.resolve())),
    );
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    const deliveries = platform.organization("acme").deliveries;
    const [id = ""] = (await platform.organization("acme").emit({ name: "a.b" })).deliveries;
    await arrived.promise;
    const isSent = await deliveries.redeliver(id);
    for (const answer of answers) answer();
    await deliveries.settled();

    expect([isSent, deliverySummary((await deliveries.complete()).get(id)), receiver.received.length]).toEqual([
      true,
      "delivered 1",
      1,
    ]);
  });
});

describe("list()", () => {
  it.each<[object, string]>([
    [{ status: "bogus" }, 'status must be one of pending, delivered, failed, not "bogus"'],
    [{ evnt: "x" }, 'it has no place for "evnt"; the nearest is "event"'],
    [{ limit: -1 }, "limit must be a whole number of at least 0, not -1"],
  ])("refuses %j, by which nothing could be found", async (query, reason) => {
    const deliveries = (await ownPlatform()).organization("acme").deliveries;

    const records = await deliveries.complete();

    expect(() => records.list(query)).toThrow(RangeError);
    expect(() => records.list(query)).toThrow(reason);
  });
});
