import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { ask, ownPlatform, platformServing } from "../../test/support/mock/ask.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { eventsOf, subscribe, verified } from "../../test/support/mock/webhooks.ts";

const meters = "POST /v2/metering/meters";
const meter = { number: "1EMH0012345678" };

describe("an event that is emitted", () => {
  it("is delivered under any name, and starts the flows that wait for it", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["contract.signed"]);
    const triggers = [{ type: "event_catalog", configuration: { event_name: "contract.signed" } }];
    await ask(platform, "POST /v1/automation/flows", { body: { name: "A flow", triggers } });
    const emitted = await platform.organization("acme").emit({ name: "contract.signed", payload: { contract: 7 } });
    await platform.organization("acme").deliveries.settled();

    expect(eventsOf(receiver)).toEqual([
      {
        id: emitted.id,
        name: "contract.signed",
        time: "2026-01-05T12:00:00.000Z",
        organization: "acme",
        payload: { contract: 7 },
      },
    ]);
    expect(emitted.deliveries).toEqual(
      (await platform.organization("acme").deliveries.complete()).list().map(({ id }) => id),
    );
    const [execution] = (await ask(platform, "GET /v1/automation/executions")).value.results;
    expect(emitted.executions).toEqual([execution.id]);
    expect(execution.trigger_event).toMatchObject({ event_id: emitted.id, payload: { contract: 7 } });
  });

  it("is recorded in the event catalog, and has no effect if the catalog disables its event", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const events = "/v1/event-catalog/events";
    await subscribe(platform, receiver, ["meter.exchanged"]);
    await ask(platform, `POST ${events}`, {
      body: { name: "meter.exchanged", title: "Exchanged", payload_schema: { type: "object" } },
    });
    const raisedEvent = await ask(platform, `POST ${events}/meter.exchanged:raise`, {
      body: { payload: { meter: 1 } },
    });
    const emitted = await platform.organization("acme").emit({ name: "meter.exchanged", time: "2026-01-05T13:00:00Z" });
    await ask(platform, `PATCH ${events}/meter.exchanged`, { body: { enabled: false } });
    const disabledEvent = await platform.organization("acme").emit({ name: "meter.exchanged" });
    await platform.organization("acme").deliveries.settled();
    const { value: occurrences } = await ask(platform, `GET ${events}/meter.exchanged/occurrences`);

    expect(eventsOf(receiver).map(({ id }) => id)).toEqual([raisedEvent.value.id, emitted.id]);
    expect(disabledEvent).toMatchObject({ deliveries: [], executions: [] });
    expect(occurrences.data.map(({ id }: JsonObject) => id)).toEqual([
      emitted.id,
      disabledEvent.id,
      raisedEvent.value.id,
    ]);
  });
});

describe("a world", () => {
  it("treats an event after a restore as a new one, also with the same id", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    const before = await platform.organization("acme").snapshot();
    const emitted = [await platform.organization("acme").emit({ name: "a.b" })];
    await platform.organization("acme").restore(before);
    emitted.push(await platform.organization("acme").emit({ name: "a.b" }));
    await platform.organization("acme").deliveries.settled();

    expect((await platform.organization("acme").deliveries.complete()).list()).toHaveLength(2);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    expect(new Set(emitted.flatMap(({ deliveries }) => deliveries)).size).toBe(2);
  });

  it("has its own faults of deliveries, which a fork copies", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["meter.created"]);
    await subscribe(platform, receiver, ["meter.created"], "org_globex");
    platform
      .organization("acme")
      .faults.set([{ id: "duplicate-deliveries", events: ["meter.created"], copies: 2, times: 1 }]);
    await platform.organization("acme").fork("fork");
    for (const token of ["org_acme", "org_globex", "org_fork"])
      for (let number = 0; number < 2; number++) await ask(platform, meters, { token, body: meter });
    for (const name of ["acme", "globex", "fork"]) await platform.organization(name).deliveries.settled();
    const attempts = async (name: string): Promise<number[]> =>
      (await platform.organization(name).deliveries.complete()).list().map((each) => each.attempts.length);

    expect(await Promise.all(["acme", "globex", "fork"].map(attempts))).toEqual([
      [3, 1],
      [1, 1],
      [3, 1],
    ]);
    expect(receiver.received).toHaveLength(10);
  });

  it("logs deliveries beyond the limit of pending ones as failed, and sends the others", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform({ pendingLimit: 1 });
    await subscribe(platform, receiver, ["a.b"]);
    await subscribe(platform, receiver, ["a.b"]);
    const { deliveries } = platform.organization("acme");
    await platform.organization("acme").emit({ name: "a.b" });
    await deliveries.settled();
    const [first, second] = (await deliveries.complete()).list();

    expect(first).toMatchObject({ status: "delivered" });
    expect(second).toMatchObject({ status: "failed", reason: expect.stringContaining("--pending-limit") as string });
    expect(receiver.received).toHaveLength(1);
    await platform.organization("acme").emit({ name: "a.b" });
    await deliveries.settled();
    expect(receiver.received).toHaveLength(2);
  });

  it("keeps the configured number of finished deliveries", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform({ deliveryLimit: 2 });
    await subscribe(platform, receiver, ["a.b"]);
    for (let number = 0; number < 3; number++)
      await platform.organization("acme").emit({ name: "a.b", payload: { number } });
    await platform.organization("acme").deliveries.settled();

    expect(
      (await platform.organization("acme").deliveries.complete()).list().map(({ event }) => event.payload["number"]),
    ).toEqual([1, 2]);
    await expect(ownPlatform({ deliveryLimit: 0.5 })).rejects.toThrow('Cannot keep "0.5" deliveries in a log');
  });

  it("has the webhooks and secrets of its origin, and its own deliveries", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const webhook = await subscribe(platform, receiver, ["a.b"]);
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").fork("fork");
    await platform.organization("fork").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();
    await platform.organization("fork").deliveries.settled();

    expect(
      eventsOf(receiver)
        .map(({ organization }) => organization)
        .toSorted(),
    ).toEqual(["acme", "fork"]);
    const forked = receiver.received.find(({ body }) => String(body).includes('"fork"'));
    expect(verified(forked, webhook.signing_secret, "fork")).toEqual({ ok: true });
    expect((await platform.organization("fork").deliveries.complete()).list()).toHaveLength(1);
  });

  it("uses webhooks from a given state, and drops pending deliveries on reset", async () => {
    await using receiver = await startReceiver(() => 500);
    const platform = await ownPlatform();
    await ask(platform, meters, { body: meter });
    const value = { id: "wh_1", url: receiver.url, event_types: ["meter.created"] };
    const state = { collections: { "/v1/webhooks": [{ id: "wh_1", value }] } };
    await platform.organization("acme").seed(state);
    await ask(platform, meters, { body: meter });
    await platform.organization("acme").deliveries.settled();
    await platform.organization("acme").reset();
    await platform.organization("acme").seed(state);
    expect((await platform.organization("acme").deliveries.complete()).list()).toEqual([]);
    platform.clock.advance(3_600_000);
    // The dropped delivery would arrive first, because it is due already.
    for (let round = 0; round < 3; round++) {
      await platform.organization("acme").emit({ name: "meter.created" });
      await platform.organization("acme").deliveries.settled();
    }

    expect(receiver.received).toHaveLength(4);
  });

  it("delivers nothing after the platform is closed", async () => {
    await using silentReceiver = await startReceiver(() => undefined);
    const platform = await ownPlatform();
    await subscribe(platform, silentReceiver, ["a.b"]);
    await platform.organization("acme").emit({ name: "a.b" });
    const settled = platform.organization("acme").deliveries.settled();
    await platform.close();
    await settled;
    await platform.organization("acme").emit({ name: "a.b" });
    await platform.organization("acme").deliveries.settled();

    expect((await platform.organization("acme").deliveries.complete()).list().map(({ status }) => status)).toEqual([
      "pending",
      "pending",
    ]);
  });

  it("has no deliveries if no API has webhooks", async () => {
    const platform = platformServing([]);

    expect(await platform.organization("acme").emit({ name: "a.b" })).toMatchObject({ deliveries: [], executions: [] });
  });
});
