import { describe, expect, it } from "vitest";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { type Delivery, type Mock } from "../index.ts";
import { startMock } from "../../api/mock.ts";

const contacts = "/v1/entity/contact";

describe("deliveries that cause deliveries", () => {
  it("end if three webhooks of a mock feed each other, with a reason in the logs", async () => {
    const notices: string[] = [];
    await using mock = await startMock({ notice: (text) => notices.push(text) });
    for (let count = 0; count < 3; count++) await subscribe(mock, mock.url + contacts);
    await post(mock, contacts);
    const deliveries = await settled(mock);
    const stopped = deliveries.filter(({ status }) => status === "failed");

    // The first request causes 3 deliveries, and those cause 9. Those would cause 27.
    expect([await countOf(mock), deliveries.length, stopped.length]).toEqual([13, 3 + 9 + 27, 27]);
    expect(stopped[0]).toMatchObject({
      hops: 3,
      attempts: [],
      reason: "Stopped as a loop: it was caused by 2 deliveries in a row",
    });
    expect(notices).toEqual([
      'Stopped a loop of deliveries in the organization "acme": deliveries of "entity.created" to 3 of its webhooks were not sent; it was caused by 2 deliveries in a row\n',
    ]);
  });

  it("end if two mocks feed each other", async () => {
    await using one = await startMock();
    await using other = await startMock();
    await subscribe(one, other.url + contacts);
    await subscribe(other, one.url + contacts);
    await post(one, contacts);
    for (let round = 0; round < 3; round++) for (const mock of [one, other]) await settled(mock);

    expect([await countOf(one), await countOf(other)]).toEqual([2, 1]);
    expect((await one.org("acme").deliveries.complete()).list().map(({ status }) => status)).toEqual([
      "delivered",
      "failed",
    ]);
  });

  it("end if an event of the catalog causes itself", async () => {
    await using mock = await startMock();
    const events = "/v1/event-catalog/events";
    await post(mock, events, { name: "a.b", title: "An event", payload_schema: { type: "object" } });
    const emitted = `${events}/a.b`;
    await subscribe(mock, `${mock.url}${emitted}:raise`, { event_types: ["a.b"] });
    await post(mock, `${emitted}:raise`, { payload: {} });
    const deliveries = await settled(mock);

    expect(deliveries.map(({ status, hops = 1 }) => [status, hops])).toEqual([
      ["delivered", 1],
      ["delivered", 2],
      ["failed", 3],
    ]);
  });

  it("end if the request of an access token causes the next one", async () => {
    await using mock = await startMock();
    await using authorization = await startReceiver(async ({ headers }) => {
      await post(mock, contacts, {}, { "concord-hops": String(headers["concord-hops"]) });
      return 500;
    });
    const oauth = { type: "oauth", client_id: "a", client_secret: "b", token_url: authorization.url };
    await subscribe(mock, "http://127.0.0.1:9", { endpoint_authentication: oauth });
    await post(mock, contacts);
    await settled(mock);

    expect(authorization.received.map(({ headers }) => headers["concord-hops"])).toEqual(["1", "2"]);
  });

  it("continue if they form no loop, with the count of the first request", async () => {
    let isDown = true;
    await using receiver = await startReceiver(() => (isDown ? 500 : 204));
    await using one = await startMock();
    await using other = await startMock();
    await subscribe(one, other.url + contacts);
    await subscribe(other, receiver.url);
    await post(one, contacts);
    for (const mock of [one, other]) await settled(mock);
    isDown = false;
    other.clock.advance(5000);
    const [delivery] = await settled(other);
    await other.org("acme").deliveries.redeliver((delivery as Delivery).id);
    await settled(other);

    expect(receiver.received.map(({ headers }) => headers["concord-hops"])).toEqual(["2", "2", "2"]);
  });

  it("recognize the header of a mock also if its value is not a number", async () => {
    await using mock = await startMock();
    await using receiver = await startReceiver();
    await subscribe(mock, receiver.url);
    for (const mark of ["x", "0", "-1", "1e9", "", "99999999999"])
      await post(mock, contacts, {}, { "concord-hops": mark });
    const deliveries = await settled(mock);

    expect(deliveries.map(({ hops }) => hops)).toEqual([2, 2, 2, 2, 2, 2]);
  });
});

const credentials = { authorization: "Bearer org_acme", "content-type": "application/json" };

async function post(mock: Mock, path: string, body: object = {}, headers: object = {}): Promise<void> {
  const sent = { ...credentials, ...headers };
  const { status } = await mock.fetch(path, { method: "POST", headers: sent, body: JSON.stringify(body) });
  expect(status).toBeLessThan(300);
}

async function subscribe(mock: Mock, url: string, more: object = {}): Promise<void> {
  await post(mock, "/v1/webhooks", {
    url,
    event_types: ["entity.created"],
    endpoint_authentication: { type: "api_key", header: "Authorization", value: "Bearer org_acme" },
    ...more,
  });
}

async function settled(mock: Mock): Promise<readonly Delivery[]> {
  const { deliveries } = mock.org("acme");
  await deliveries.settled();
  return (await deliveries.complete()).list();
}

async function countOf(mock: Mock): Promise<number> {
  const response = await mock.fetch(contacts, { headers: credentials });
  return ((await response.json()) as { total: number }).total;
}
