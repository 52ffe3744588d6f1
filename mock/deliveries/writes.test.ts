import { describe, expect, it } from "vitest";
import { ask, noon, ownContracts, ownPlatform } from "../../test/support/mock/ask.ts";
import { type Received, startReceiver } from "../../test/support/mock/receiver.ts";
import { eventsOf, subscribe, verified } from "../../test/support/mock/webhooks.ts";
import { type Contract, type Json, type Webhook, createParameterReader, validatorOf } from "../../contracts/index.ts";

const meters = "POST /v2/metering/meters";
const meter = { number: "1EMH0012345678" };

describe("a write", () => {
  it("is delivered to the webhooks that subscribe to its event, signed with both keys", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform({ seed: "s" });
    const webhook = await subscribe(platform, receiver, ["meter.created"]);
    await subscribe(platform, receiver, ["meter.deleted"]);
    const { value: made } = await ask(platform, meters, { body: meter });
    await platform.organization("acme").deliveries.settled();
    const [received, ...others] = receiver.received;
    const [delivery] = (await platform.organization("acme").deliveries.complete()).list();

    expect(others).toEqual([]);
    expect(received).toMatchObject({
      method: "POST",
      url: "/hooks?x=1",
      headers: { "content-type": "application/json", "webhook-timestamp": String(noon / 1000) },
    });
    expect(verified(received, webhook.signing_secret, "acme", "s")).toEqual({ ok: true });
    expect(JSON.parse(String(received?.body))).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f]{12}$/),
      name: "meter.created",
      time: "2026-01-05T12:00:00.000Z",
      organization: "acme",
      payload: { service: "metering", target: { type: "meter", id: made.id }, parameters: {} },
    });
    expect(delivery).toMatchObject({
      message: received?.headers["webhook-id"],
      webhook: webhook.id,
      status: "delivered",
      attempts: [{ time: "2026-01-05T12:00:00.000Z", response: { status: 204, text: "" } }],
    });
  });

  it("is delivered as the contract says: with the headers and the body of its webhook", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["entity.created"]);
    await ask(platform, "POST /v1/entity/order", { body: { name: "One" } });
    await platform.organization("acme").deliveries.settled();
    const contract = (await ownContracts()).find(({ webhooks }) => webhooks.length > 0) as Contract;
    const [{ parameters, body }] = contract.webhooks as [Webhook];
    const [received] = receiver.received as [Received];

    expect(parameters.map(({ name }) => name)).toEqual(["webhook-id", "webhook-timestamp", "webhook-signature"]);
    for (const header of parameters) {
      const value = createParameterReader(contract, header).fromText(String(received.headers[header.name]));
      expect(validatorOf(contract, header.schema.pointer, "request")(value)).toEqual([]);
    }
    const pointer = body?.content[0]?.schema?.pointer as string;
    expect(validatorOf(contract, pointer, "request")(JSON.parse(String(received.body)) as Json)).toEqual([]);
  });

  it("publishes an event for updates, deletions and nested items as well, but not if it is refused", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["entity.created", "entity.updated", "entity.deleted", "schema.replaced"]);
    await ask(platform, "PUT /v1/entity/schemas/contact", { body: {} });
    const created = await ask(platform, "POST /v1/entity/contact", { body: { first_name: "Ada" } });
    const at = created.headers["location"];
    await ask(platform, `PATCH ${at}`, { body: { first_name: "Grace" } });
    await ask(platform, `DELETE ${at}`);
    await ask(platform, `DELETE ${at}`);
    await ask(platform, `GET ${at}`);
    await platform.organization("acme").deliveries.settled();

    expect(eventsOf(receiver).map(({ name }) => name)).toEqual([
      "schema.replaced",
      "entity.created",
      "entity.updated",
      "entity.deleted",
    ]);
    expect(eventsOf(receiver).at(-1)).toMatchObject({
      payload: { service: "entity", target: { type: "entity" }, parameters: { slug: "contact" } },
    });
  });

  it("is delivered to no other organization, no deleted webhook, and not to the webhook that it creates", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const names = ["meter.created", "webhook.created", "webhook.deleted"];
    await subscribe(platform, receiver, names, "org_globex");
    const { id } = await subscribe(platform, receiver, names);
    await ask(platform, `DELETE /v1/webhooks/${id}`);
    await ask(platform, meters, { body: meter });
    await platform.organization("acme").deliveries.settled();

    expect(eventsOf(receiver).map(({ name }) => name)).toEqual([]);
    expect([
      ...(await platform.organization("acme").deliveries.complete()).list(),
      ...(await platform.organization("globex").deliveries.complete()).list(),
    ]).toEqual([]);
  });

  it("has the same response as without webhooks, whatever the endpoint does", async () => {
    await using silent = await startReceiver(() => undefined);
    const [without, beside] = [await ownPlatform(), await ownPlatform()];
    await subscribe(without, silent, ["other"]);
    await subscribe(beside, silent, ["meter.created"]);
    const answers = [await ask(without, meters, { body: meter }), await ask(beside, meters, { body: meter })];

    expect(answers[1]).toEqual(answers[0]);
    await beside.close();
  });

  it("gives the same bytes from the same seed", async () => {
    await using receiver = await startReceiver();
    for (let run = 0; run < 2; run++) {
      const platform = await ownPlatform();
      await subscribe(platform, receiver, ["meter.created"]);
      await ask(platform, meters, { body: meter });
      await platform.organization("acme").deliveries.settled();
    }
    const [one, other] = receiver.received.map(({ headers, body }) => [headers, String(body)]);

    expect(other).toEqual(one);
  });
});
