import type { Platform } from "../platform/platform.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, validatorOf } from "../../contracts/index.ts";
import { ask, ownContracts, ownPlatform } from "../../test/support/mock/ask.ts";
import { differences } from "../../test/support/mock/differences.ts";
import { createDeliveryHarness } from "../../test/support/mock/delivery-harness.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { eventsOf, subscribe, verified } from "../../test/support/mock/webhooks.ts";
import type { FaultSetting } from "./index.ts";
import { parseFault } from "./parse-fault.ts";

/** Deliveries of an event whose definition has a payload schema. */
async function toldOf(faults: readonly FaultSetting[], payload: JsonObject, payload_schema?: JsonObject) {
  await using receiver = await startReceiver();
  const platform = await ownPlatform({ faults });
  platform.organization("acme").faults.set([]);
  const webhook = await subscribe(platform, receiver, ["job.done"]);
  if (payload_schema) await define(platform, payload_schema);
  await platform.organization("acme").emit({ name: "job.done", payload });
  await platform.organization("acme").deliveries.settled();
  platform.organization("acme").faults.set(faults);
  await platform.organization("acme").emit({ name: "job.done", payload });
  await platform.organization("acme").deliveries.settled();
  const [plain = {}, changed = {}] = eventsOf(receiver);
  const [, delivery] = (await platform.organization("acme").deliveries.complete()).list();
  expect(verified(receiver.received[1], webhook.signing_secret, "acme")).toEqual({ ok: true });
  expect(delivery?.event).toEqual(changed);
  return { plain, changed, faults: delivery?.attempts[0]?.faults };
}

async function define(platform: Platform, payload_schema: JsonObject): Promise<void> {
  const body = { name: "job.done", title: "Done", topic: "jobs", payload_schema };
  expect((await ask(platform, "POST /v1/event-catalog/events", { body })).status).toBe(201);
}

const schema = {
  type: "object",
  properties: { state: { enum: ["done", "lost"] }, size: { type: "integer" } },
};

describe("unknown-field over events", () => {
  it("adds a field to the event and one to its payload, and signs the result", async () => {
    for (const documented of [undefined, schema]) {
      const { plain, changed, faults } = await toldOf([{ id: "unknown-field" }], { state: "done" }, documented);
      const { payload, ...envelope } = changed;

      expect(Object.keys(envelope)).toEqual([
        "id",
        "name",
        "time",
        "organization",
        expect.stringMatching(/^new_field_/),
      ]);
      expect(payload).toEqual({ state: "done", [Object.keys(payload as JsonObject)[1] as string]: expect.anything() });
      expect(Object.keys(payload as JsonObject)).toHaveLength(2);
      expect(plain["payload"]).toEqual({ state: "done" });
      expect(faults).toEqual(["unknown-field"]);
    }
  });

  it("does not change a payload with a closed schema", async () => {
    const { changed } = await toldOf(
      [{ id: "unknown-field" }],
      { state: "done" },
      {
        ...schema,
        additionalProperties: false,
      },
    );

    expect(changed["payload"]).toEqual({ state: "done" });
  });

  it("yields valid events for any payload", async () => {
    const contract = (await ownContracts()).find(({ api }) => api === "webhooks")!;
    const validate = validatorOf(contract, "/components/schemas/Event", "response");
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (payload) => {
        const harness = createDeliveryHarness({ settings: [{ id: "unknown-field" }] });
        const emitted = { name: "a.b", time: "2026-01-05T12:00:00Z", payload: payload as JsonObject };
        harness.deliveries.deliver(emitted, ["wh_1"]);
        await harness.deliveries.settled();
        const event = JSON.parse(harness.arrived[0]?.body ?? "") as JsonObject;
        const { payload: receivedPayload, ...envelope } = event;

        expect(validate(event)).toEqual([]);
        expect(receivedPayload).toMatchObject(JSON.parse(JSON.stringify(payload)) as object);
        expect(Object.keys(receivedPayload as JsonObject)).toHaveLength(Object.keys(payload).length + 1);
        expect(Object.keys(envelope)).toHaveLength(5);
        expect(harness.arrived[0]?.isGenuine).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});

describe("unknown-enum over events", () => {
  it("changes the open enums in the definition of an event", async () => {
    const { plain, changed, faults } = await toldOf([{ id: "unknown-enum" }], { state: "done", size: 1 }, schema);

    expect(differences(plain["payload"] as JsonObject, changed["payload"] as JsonObject)).toEqual([
      { pointer: "/state", before: "done", after: expect.stringMatching(/^new_value_/) },
    ]);
    expect(faults).toEqual(["unknown-enum"]);
  });

  it("changes nothing without a definition", async () => {
    const { changed, faults } = await toldOf([{ id: "unknown-enum" }], { state: "done" });

    expect([changed["payload"], faults]).toEqual([{ state: "done" }, undefined]);
  });
});

describe("a fault of calls and deliveries", () => {
  const fieldCounts = async (setting: FaultSetting): Promise<readonly number[]> => {
    const harness = createDeliveryHarness({ settings: [setting] });
    for (const number of [0, 1]) await harness.deliver(number);
    await harness.deliveries.settled();
    return harness.arrived.map(({ body }) => Object.keys(JSON.parse(body) as JsonObject).length);
  };

  it("affects both without a scope, otherwise the scope only", async () => {
    const platform = await ownPlatform();
    const affectsCalls = async (setting: FaultSetting): Promise<boolean> => {
      platform.organization("acme").faults.set([setting]);
      const { headers } = await ask(platform, "GET /v1/entity/schemas");
      return headers["concord-fault"] !== undefined;
    };
    const all: FaultSetting = { id: "unknown-field" };
    const calls = parseFault("unknown-field@listSchemas");
    const events: FaultSetting = { id: "unknown-field", events: ["a.b"] };
    const others: FaultSetting = { id: "unknown-field", events: ["c.d"] };

    expect(await Promise.all([all, calls, events, others].map(fieldCounts))).toEqual([
      [6, 6, 6, 6],
      [5, 5, 5, 5],
      [6, 6, 6, 6],
      [5, 5, 5, 5],
    ]);
    expect([await affectsCalls(all), await affectsCalls(events)]).toEqual([true, false]);
  });

  it("is the same in retries and copies, and can be limited to a share", async () => {
    const settings: FaultSetting[] = [{ id: "unknown-field" }, { id: "duplicate-deliveries" }];
    const run = async (seed: string, statuses: readonly number[]) => {
      const harness = createDeliveryHarness({ settings, seed, statuses });
      await harness.deliver(0);
      await harness.deliveries.settled();
      await harness.passTime(5000);
      return { bodies: harness.arrived.map(({ body }) => body), deliveries: await harness.list() };
    };
    const [one, again, other] = [await run("one", [500]), await run("one", [500]), await run("two", [500])];

    expect(one).toEqual(again);
    expect(new Set(one.bodies).size).toBe(1);
    expect(one.bodies[0]).not.toBe(other.bodies[0]);
    expect(one.deliveries[0]?.attempts.map(({ faults }) => faults)).toEqual([
      ["unknown-field"],
      ["unknown-field"],
      ["unknown-field", "duplicate-deliveries"],
    ]);
    expect(await fieldCounts({ id: "unknown-field", share: 0 })).toEqual([5, 5, 5, 5]);
    expect(await fieldCounts({ id: "unknown-field", times: 1 })).toEqual([6, 5, 5, 5]);
  });
});
