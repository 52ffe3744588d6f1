import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Told, ask, noon, ownContracts, ownPlatform } from "../../testing/mock/ask.ts";
import { type Received, type Receiver, startReceiver } from "../../testing/mock/receiver.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Webhook,
  createParameterReader,
  validatorOf,
} from "../../contracts/index.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { publicKeyOf } from "../behaviours/organization-key.ts";
import { type Delivery, type Platform, createClock, createPlatform } from "../index.ts";
import { createLog } from "./log.ts";
import { MAX_ATTEMPTS, waitAfter } from "./retry.ts";

const meters = "POST /v2/metering/meters";
const meter = { number: "1EMH0012345678" };

describe("a write", () => {
  it("is delivered to the webhooks that subscribe to its event, signed with both keys", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform({ seed: "s" });
    const webhook = await subscribe(platform, receiver, ["meter.created"]);
    await subscribe(platform, receiver, ["meter.deleted"]);
    const { value: made } = await ask(platform, meters, { body: meter });
    await platform.deliveriesOf("acme").settled();
    const [received, ...others] = receiver.received;
    const [delivery] = platform.deliveriesOf("acme").list();

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
    await platform.deliveriesOf("acme").settled();
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

  it("is an event for updates and deletions as well, and for what is nested, but not where it is refused", async () => {
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
    await platform.deliveriesOf("acme").settled();

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

  it("is told to nobody else, to no webhook that is gone, and to none of its own making", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const names = ["meter.created", "webhook.created", "webhook.deleted"];
    await subscribe(platform, receiver, names, "org_globex");
    const { id } = await subscribe(platform, receiver, names);
    await ask(platform, `DELETE /v1/webhooks/${id}`);
    await ask(platform, meters, { body: meter });
    await platform.deliveriesOf("acme").settled();

    expect(eventsOf(receiver).map(({ name }) => name)).toEqual([]);
    expect([...platform.deliveriesOf("acme").list(), ...platform.deliveriesOf("globex").list()]).toEqual([]);
  });

  it("is answered as if there were no webhooks, however badly the endpoint does", async () => {
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
      await platform.deliveriesOf("acme").settled();
    }
    const [one, other] = receiver.received.map(({ headers, body }) => [headers, String(body)]);

    expect(other).toEqual(one);
  });
});

describe("an event that is emitted", () => {
  it("is delivered, whatever its name, and starts the flows that wait for it", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["contract.signed"]);
    const triggers = [{ type: "event_catalog", configuration: { event_name: "contract.signed" } }];
    await ask(platform, "POST /v1/automation/flows", { body: { name: "A flow", triggers } });
    const emitted = await platform.emit("acme", { name: "contract.signed", payload: { contract: 7 } });
    await platform.deliveriesOf("acme").settled();

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
      platform
        .deliveriesOf("acme")
        .list()
        .map(({ id }) => id),
    );
    const [execution] = (await ask(platform, "GET /v1/automation/executions")).value.results;
    expect(emitted.executions).toEqual([execution.id]);
    expect(execution.trigger_event).toMatchObject({ event_id: emitted.id, payload: { contract: 7 } });
  });

  it("is an occurrence of the catalog's event of that name, and causes nothing where that is switched off", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const events = "/v1/event-catalog/events";
    await subscribe(platform, receiver, ["meter.exchanged"]);
    await ask(platform, `POST ${events}`, {
      body: { name: "meter.exchanged", title: "Exchanged", payload_schema: { type: "object" } },
    });
    const raised = await ask(platform, `POST ${events}/meter.exchanged:raise`, { body: { payload: { meter: 1 } } });
    const emitted = await platform.emit("acme", { name: "meter.exchanged", time: "2026-01-05T13:00:00Z" });
    await ask(platform, `PATCH ${events}/meter.exchanged`, { body: { enabled: false } });
    const off = await platform.emit("acme", { name: "meter.exchanged" });
    await platform.deliveriesOf("acme").settled();
    const { value: occurrences } = await ask(platform, `GET ${events}/meter.exchanged/occurrences`);

    expect(eventsOf(receiver).map(({ id }) => id)).toEqual([raised.value.id, emitted.id]);
    expect(off).toMatchObject({ deliveries: [], executions: [] });
    expect(occurrences.data.map(({ id }: JsonObject) => id)).toEqual([emitted.id, off.id, raised.value.id]);
  });
});

describe("a delivery that fails", () => {
  it("is tried again as time goes by, with a new timestamp under the same id, and given up in the end", async () => {
    await using receiver = await startReceiver(() => ({ status: 500, body: "whsec_b3V0Y2g= is down" }));
    const platform = await ownPlatform();
    const webhook = await subscribe(platform, receiver, ["a.b"]);
    platform.clockOf("acme").freeze();
    const deliveries = platform.deliveriesOf("acme");
    const [id = ""] = (await platform.emit("acme", { name: "a.b" })).deliveries;
    await deliveries.settled();
    const seen = [shortly(deliveries.get(id))];
    for (const wait of [4999, 1, 10_000, 20_000, 40_000, 10_000_000]) {
      platform.clockOf("acme").advance(wait);
      await deliveries.settled();
      seen.push(shortly(deliveries.get(id)));
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
    expect(deliveries.get(id)?.attempts[0]?.response).toEqual({ status: 500, text: "whsec_*** is down" });
  });

  it("is tried all the times that fit into the time that the clock is advanced by", async () => {
    await using receiver = await startReceiver(() => 503);
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();
    platform.clock.advance(3_600_000);
    await platform.deliveriesOf("acme").settled();

    expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
  });

  it("is delivered where the endpoint recovers, and can be delivered again", async () => {
    await using receiver = await startReceiver((_, count) => (count < 3 ? 500 : 200));
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"]);
    const deliveries = platform.deliveriesOf("acme");
    const [id = ""] = (await platform.emit("acme", { name: "a.b" })).deliveries;
    await deliveries.settled();
    // One that waits is tried at once, and takes its next chances from there.
    expect(deliveries.redeliver(id)).toBe(true);
    await deliveries.settled();
    platform.clock.advance(10_000);
    await deliveries.settled();
    expect(shortly(deliveries.get(id))).toBe("delivered 3");
    deliveries.redeliver(id);
    expect(deliveries.get(id)?.status).toBe("pending");
    await deliveries.settled();

    expect(shortly(deliveries.get(id))).toBe("delivered 4");
    expect(new Set(receiver.received.map(({ headers, body }) => `${headers["webhook-id"]} ${String(body)}`)).size).toBe(
      1,
    );
    expect(deliveries.redeliver("dlv_0")).toBe(false);
  });

  it("says why where nobody answers, and leaves this machine only if it may", async () => {
    const platform = await ownPlatform();
    const gone = await startReceiver();
    await gone[Symbol.asyncDispose]();
    await subscribe(platform, gone, ["a.b"]);
    await subscribe(platform, { url: "http://receiver.example" }, ["a.b"]);
    await subscribe(platform, { url: "http://127.0.0.1.example" }, ["a.b"]);
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();
    const [refused, ...elsewhere] = platform.deliveriesOf("acme").list();

    expect(refused).toMatchObject({
      status: "pending",
      attempts: [{ error: expect.stringContaining("ECONNREFUSED") }],
    });
    expect(elsewhere).toMatchObject([
      { status: "failed", attempts: [], reason: expect.stringContaining('"receiver.example" is not this machine') },
      { status: "failed", attempts: [], reason: expect.stringContaining("--deliver-to anywhere") },
    ]);
  });

  it("is given up where its webhook was deleted", async () => {
    await using receiver = await startReceiver(() => 500);
    const platform = await ownPlatform();
    const { id } = await subscribe(platform, receiver, ["a.b"]);
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();
    await ask(platform, `DELETE /v1/webhooks/${id}`);
    platform.clock.advance(5000);
    await platform.deliveriesOf("acme").settled();

    expect(platform.deliveriesOf("acme").list()).toMatchObject([
      { status: "failed", reason: `Webhook "${id}" is gone` },
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("an endpoint", () => {
  it.each<[string, JsonObject, Record<string, string>, Record<string, string>]>([
    ["an API key", { type: "api_key", value: "k3y" }, { "x-api-key": "k3y" }, { "x-api-key": "***" }],
    [
      "an API key in a header of its own",
      { type: "api_key", header: "X-Mine", value: "k3y" },
      { "x-mine": "k3y" },
      { "x-mine": "***" },
    ],
    [
      "a user and a password",
      { type: "basic", username: "ada", password: "sésame" },
      { authorization: "Basic YWRhOnPDqXNhbWU=" },
      { authorization: "Basic ***" },
    ],
  ])("is shown %s, and the log does not have it", async (_, endpoint_authentication, sent, shown) => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();

    expect(receiver.received[0]?.headers).toMatchObject(sent);
    expect(platform.deliveriesOf("acme").list()[0]?.attempts[0]?.headers).toMatchObject(shown);
    expect(JSON.stringify(platform.deliveriesOf("acme").list())).not.toMatch(/k3y|YWRhO|whsec_[^*]/);
  });

  it("is shown an access token of its own authorization server, kept while it is good, renewed when it is not", async () => {
    let tokens = 0;
    await using server = await startReceiver(() => ({
      status: 200,
      body: JSON.stringify({ access_token: `t${++tokens}`, token_type: "Bearer", expires_in: 60 }),
    }));
    await using receiver = await startReceiver(({ headers }) => (headers.authorization === "Bearer t3" ? 401 : 204));
    const platform = await ownPlatform();
    const endpoint_authentication = {
      type: "oauth",
      token_url: `${server.url}/token`,
      client_id: "a b",
      client_secret: "s3same",
      scope: "hooks",
    };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    for (const wait of [0, 49_999, 1, 50_000, 5000]) {
      platform.clock.advance(wait);
      if (wait !== 5000) await platform.emit("acme", { name: "a.b" });
      await platform.deliveriesOf("acme").settled();
    }

    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(
      ["t1", "t1", "t2", "t3", "t4"].map((token) => `Bearer ${token}`),
    );
    expect(server.received[0]).toMatchObject({
      url: "/token",
      headers: {
        authorization: `Basic ${Buffer.from("a%20b:s3same").toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
    });
    expect(String(server.received[0]?.body)).toBe("grant_type=client_credentials&scope=hooks");
    expect(JSON.stringify(platform.deliveriesOf("acme").list())).not.toMatch(/Bearer t|s3same/);
  });

  it.each<[string, (tokens: string) => JsonObject]>([
    ["an API key", () => ({ type: "api_key", header: "X-Key", value: 'hunter2"key' })],
    ["Basic credentials", () => ({ type: "basic", username: "hunter2", password: "hunter2/ä" })],
    ["a token", (token_url) => ({ type: "oauth", token_url, client_id: "a", client_secret: "hunter2" })],
  ])("is not told %s that an endpoint answers with", async (_, authenticationOf) => {
    await using server = await startReceiver(() => ({ status: 200, body: '{"access_token":"hunter2-token"}' }));
    await using receiver = await startReceiver(({ headers }) => ({
      status: 400,
      body: JSON.stringify([headers, encodeURIComponent("hunter2/ä"), "hunter2/ä", "Try again"]),
    }));
    const platform = await ownPlatform();
    const endpoint_authentication = authenticationOf(server.url);
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();
    const [attempt] = platform.deliveriesOf("acme").list()[0]?.attempts ?? [];
    const text = attempt?.response?.text ?? "";
    const { headers } = receiver.received[0] as Received;
    const shown = [headers["x-key"], headers.authorization?.split(" ")[1], endpoint_authentication["password"]];

    expect(text).toContain("Try again");
    expect(shown.filter((each) => each !== undefined)).not.toEqual([]);
    for (const each of shown)
      if (typeof each === "string") expect(text).not.toContain(JSON.stringify(each).slice(1, -1));
  });

  it("is not told the secret that its authorization server answers with", async () => {
    await using server = await startReceiver(({ headers }) => ({ status: 401, body: JSON.stringify(headers) }));
    const platform = await ownPlatform();
    const authentication = { type: "oauth", token_url: server.url, client_id: "hunter2", client_secret: "hunter3" };
    await subscribe(platform, server, ["a.b"], "org_acme", { endpoint_authentication: authentication });
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();
    const told = JSON.stringify(platform.deliveriesOf("acme").list());

    expect(told).toContain("it answered 401");
    expect(told).not.toContain(Buffer.from("hunter2:hunter3").toString("base64"));
  });

  it.each<[string, number, string, string]>([
    ["refuses", 401, '{"error":"invalid_client"}', 'it answered 401 {"error":"invalid_client"}'],
    ["answers no token", 200, "{}", "it answered 200, but without an access_token"],
    ["answers no JSON", 200, "<p>", "it answered 200, but without an access_token"],
  ])("is sent nothing where its authorization server %s", async (_, status, body, told) => {
    await using server = await startReceiver(() => ({ status, body }));
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const endpoint_authentication = { type: "oauth", token_url: server.url, client_id: "a", client_secret: "b" };
    await subscribe(platform, receiver, ["a.b"], "org_acme", { endpoint_authentication });
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();

    expect(receiver.received).toEqual([]);
    expect(platform.deliveriesOf("acme").list()).toMatchObject([
      { status: "pending", attempts: [{ error: `Cannot get an access token from "${server.url}": ${told}` }] },
    ]);
  });
});

describe("a world", () => {
  it("has the webhooks of its origin, with their secrets, and deliveries of its own", async () => {
    await using receiver = await startReceiver();
    const platform = await ownPlatform();
    const webhook = await subscribe(platform, receiver, ["a.b"]);
    await platform.emit("acme", { name: "a.b" });
    await platform.fork("acme", "fork");
    await platform.emit("fork", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();
    await platform.deliveriesOf("fork").settled();

    expect(
      eventsOf(receiver)
        .map(({ organization }) => organization)
        .toSorted(),
    ).toEqual(["acme", "fork"]);
    const forked = receiver.received.find(({ body }) => String(body).includes('"fork"'));
    expect(verified(forked, webhook.signing_secret, "fork")).toEqual({ ok: true });
    expect(platform.deliveriesOf("fork").list()).toHaveLength(1);
  });

  it("knows webhooks that were given as state, and forgets what was to be delivered when it is reset", async () => {
    await using receiver = await startReceiver(() => 500);
    const platform = await ownPlatform();
    await ask(platform, meters, { body: meter });
    const value = { id: "wh_1", url: receiver.url, event_types: ["meter.created"] };
    const state = { collections: { "/v1/webhooks": [{ id: "wh_1", value }] } };
    await platform.seed("acme", state);
    await ask(platform, meters, { body: meter });
    await platform.deliveriesOf("acme").settled();
    await platform.reset("acme");
    await platform.seed("acme", state);
    expect(platform.deliveriesOf("acme").list()).toEqual([]);
    platform.clock.advance(3_600_000);
    // What was dropped would come first, since it is due already.
    for (let round = 0; round < 3; round++) {
      await platform.emit("acme", { name: "meter.created" });
      await platform.deliveriesOf("acme").settled();
    }

    expect(receiver.received).toHaveLength(4);
  });

  it("delivers nothing any more when the platform is closed", async () => {
    await using silent = await startReceiver(() => undefined);
    const platform = await ownPlatform();
    await subscribe(platform, silent, ["a.b"]);
    await platform.emit("acme", { name: "a.b" });
    const settled = platform.deliveriesOf("acme").settled();
    await platform.close();
    await settled;
    await platform.emit("acme", { name: "a.b" });
    await platform.deliveriesOf("acme").settled();

    expect(
      platform
        .deliveriesOf("acme")
        .list()
        .map(({ status }) => status),
    ).toEqual(["pending", "pending"]);
  });

  it("has no deliveries where no API has webhooks", async () => {
    const platform = createPlatform([], { clock: createClock(() => noon) });

    expect(await platform.emit("acme", { name: "a.b" })).toMatchObject({ deliveries: [], executions: [] });
  });
});

describe("waitAfter()", () => {
  it("waits twice as long each time, and gives up after the last attempt", () => {
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, index) => waitAfter(index + 1));

    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, undefined]);
  });
});

describe("createLog(1000)", () => {
  it("keeps all that is pending and the latest of the others, in the order in which they began", () => {
    const statuses = fc.array(fc.constantFrom<Delivery["status"]>("pending", "delivered", "failed"), { maxLength: 30 });
    const law = fc.property(statuses, fc.integer({ min: 1, max: 5 }), (given, kept) => {
      const log = createLog(kept);
      for (const [index, status] of given.entries()) log.put({ ...blank, id: String(index), status });
      const ended = [...given.keys()].filter((index) => given[index] !== "pending").slice(-kept);
      const expected = [...given.keys()].filter((index) => given[index] === "pending" || ended.includes(index));
      expect(log.entries().map(({ id }) => Number(id))).toEqual(expected);
    });
    fc.assert(law);
  });

  it("keeps what is pending once more", () => {
    const log = createLog(1);
    for (const status of ["delivered", "pending"] as const) log.put({ ...blank, id: "1", status });
    for (const id of ["2", "3"]) log.put({ ...blank, id, status: "delivered" });

    expect(log.entries().map(({ id }) => id)).toEqual(["1", "3"]);
  });

  it("finds by event, webhook and status, and the latest", () => {
    const log = createLog(1000);
    log.put({ ...blank, id: "1" });
    log.put({ ...blank, id: "2", webhook: "other" });
    log.put({ ...blank, id: "3", event: { ...blank.event, name: "c.d" }, status: "failed" });
    const ids = (query: Parameters<typeof log.entries>[0]): string =>
      log
        .entries(query)
        .map(({ id }) => id)
        .join("");

    expect(
      [{ event: "a.b" }, { webhook: "other" }, { status: "failed" as const }, { limit: 2 }, { limit: 9 }].map(ids),
    ).toEqual(["12", "2", "3", "23", "123"]);
  });
});

const blank: Delivery = {
  id: "",
  message: "msg_1",
  webhook: "wh_1",
  event: { id: "evt_1", name: "a.b", time: "2026-01-05T12:00:00.000Z", organization: "acme", payload: {} },
  status: "pending",
  attempts: [],
};

async function subscribe(
  platform: Platform,
  { url }: Pick<Receiver, "url">,
  event_types: readonly string[],
  token = "org_acme",
  more: JsonObject = {},
): Promise<Told["value"]> {
  const body = { url: `${url}/hooks?x=1`, event_types: [...event_types], ...more };
  return (await ask(platform, "POST /v1/webhooks", { token, body })).value;
}

function verified(received: Received | undefined, secret: string, organization: string, seed = "concord"): unknown {
  const { headers, body } = received as Received;
  const now = Number(headers["webhook-timestamp"]) * 1000;
  return verify({ headers, body, secret, publicKey: publicKeyOf(seed, organization), now });
}

function eventsOf({ received }: Receiver): JsonObject[] {
  return received.map(({ body }) => JSON.parse(String(body)) as JsonObject);
}

function shortly(delivery: Delivery | undefined): string {
  const { status, attempts, nextAttempt } = delivery as Delivery;
  return [status, attempts.length, ...(nextAttempt ? [nextAttempt.slice(11, 19)] : [])].join(" ");
}
