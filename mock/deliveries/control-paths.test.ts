import { describe, expect, it } from "vitest";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { type Delivery, type Mock, type StartOptions } from "../index.ts";
import { startMock } from "../../api/mock.ts";

const victim = { authorization: "Bearer org_victim", "content-type": "application/json" };
const attacker = { authorization: "Bearer org_attacker", "content-type": "application/json" };
const reset = "/_concord/organizations/victim/reset";

describe("deliveries to the control API", () => {
  it.each([
    ["its address", (port: string) => `http://127.0.0.1:${port}${reset}`],
    ["localhost", (port: string) => `http://localhost:${port}${reset}`],
    ["a name below localhost", (port: string) => `http://entity.localhost:${port}${reset}`],
    ["a short address", (port: string) => `http://127.1:${port}${reset}`],
    ["another loopback address", (port: string) => `http://127.0.0.2:${port}${reset}`],
    ["a decimal address", (port: string) => `http://2130706433:${port}${reset}`],
    ["a hexadecimal address", (port: string) => `http://0x7f000001:${port}${reset}`],
    ["an octal address", (port: string) => `http://0177.0.0.1:${port}${reset}`],
    ["IPv4 in IPv6", (port: string) => `http://[::ffff:127.0.0.1]:${port}${reset}`],
    ["the unspecified address", (port: string) => `http://0.0.0.0:${port}${reset}`],
    ["percent-encoding", (port: string) => `http://127.0.0.1:${port}/%5Fconcord/organizations/victim/reset`],
    ["percent-encoding twice", (port: string) => `http://127.0.0.1:${port}/%255Fconcord/organizations/victim/reset`],
    ["dot segments", (port: string) => `http://127.0.0.1:${port}/v1/../%2e%2e${reset}`],
    ["two slashes", (port: string) => `http://127.0.0.1:${port}/${reset}`],
    ["a prefix that a proxy takes away", (port: string) => `http://127.0.0.1:${port}/mock${reset}`],
    ["capitals", (port: string) => `http://127.0.0.1:${port}/_CONCORD/organizations/victim/reset`],
  ])("are refused by %s", async (_, urlOf) => {
    for (const deliverTo of ["loopback", "anywhere"] as const) {
      await using mock = await mockWithVictim({ deliverTo });
      const delivery = await deliveryToAttacker(mock, { url: urlOf(new URL(mock.url).port) });

      expect(delivery).toMatchObject({ status: "failed", attempts: [] });
      if (deliverTo === "anywhere") expect(delivery.reason).toContain("control path of a Concord mock");
      expect(await contactsOfVictim(mock)).toBe(1);
    }
  });

  it("are refused for access tokens as well", async () => {
    await using mock = await mockWithVictim();
    await using receiver = await startReceiver();
    const oauth = { type: "oauth", client_id: "a", client_secret: "b", token_url: mock.url + reset };
    const delivery = await deliveryToAttacker(mock, { url: receiver.url, endpoint_authentication: oauth });

    expect(delivery).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("control path of a Concord mock"),
    });
    expect(await contactsOfVictim(mock)).toBe(1);
  });

  it("do not follow a redirect there", async () => {
    await using mock = await mockWithVictim();
    await using receiver = await startReceiver(() => ({ status: 307, headers: { location: mock.url + reset } }));
    const oauth = { type: "oauth", client_id: "a", client_secret: "b", token_url: receiver.url };
    await deliveryToAttacker(mock, { url: receiver.url });
    await deliveryToAttacker(mock, { url: receiver.url, endpoint_authentication: oauth });

    expect(receiver.received).toHaveLength(3);
    expect(await contactsOfVictim(mock)).toBe(1);
  });

  it("are refused by their header if a server forwards them there", async () => {
    await using mock = await mockWithVictim();
    const statuses: number[] = [];
    await using receiver = await startReceiver(async ({ headers, body }) => {
      const { host: _host, "content-length": _length, connection: _connection, ...kept } = headers;
      const forwarded = { ...(kept as Record<string, string>), "concord-control": "1" };
      const { status } = await fetch(mock.url + reset, {
        method: "POST",
        headers: forwarded,
        body: Uint8Array.from(body),
      });
      statuses.push(status);
      return 204;
    });
    const oauth = { type: "oauth", client_id: "a", client_secret: "b", token_url: receiver.url };
    await deliveryToAttacker(mock, { url: receiver.url });
    await deliveryToAttacker(mock, { url: receiver.url, endpoint_authentication: oauth });

    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(receiver.received.every(({ headers }) => headers["concord-hops"] === "1")).toBe(true);
    expect(await contactsOfVictim(mock)).toBe(1);
  });

  it.each(["Concord-Control", "Concord-Hops"])("cannot carry the header %s as an API key", async (header) => {
    await using mock = await mockWithVictim();
    await using receiver = await startReceiver();
    const authentication = { type: "api_key", header, value: "1" };
    const delivery = await deliveryToAttacker(mock, { url: receiver.url, endpoint_authentication: authentication });

    expect(delivery).toMatchObject({ status: "failed", reason: expect.stringContaining("cannot contain the API key") });
    expect(receiver.received).toHaveLength(0);
  });
});

async function mockWithVictim(options: StartOptions = {}): Promise<Mock> {
  const mock = await startMock(options);
  await mock.fetch("/v1/entity/contact", { method: "POST", headers: victim, body: "{}" });
  return mock;
}

async function contactsOfVictim(mock: Mock): Promise<number> {
  return ((await (await mock.fetch("/v1/entity/contact", { headers: victim })).json()) as { total: number }).total;
}

/** Delivery to a webhook of the attacker, after it is settled. */
async function deliveryToAttacker(mock: Mock, webhook: Record<string, unknown>): Promise<Delivery> {
  const body = JSON.stringify({ ...webhook, event_types: ["entity.created"] });
  const created = await mock.fetch("/v1/webhooks", { method: "POST", headers: attacker, body });
  const { id } = (await created.json()) as { id: string };
  await mock.fetch("/v1/entity/contact", { method: "POST", headers: attacker, body: "{}" });
  const { deliveries } = mock.org("attacker");
  await deliveries.settled();
  return (await deliveries.complete()).list({ webhook: id })[0] as Delivery;
}
