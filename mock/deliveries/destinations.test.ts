import { describe, expect, it } from "vitest";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { type Mock, type StartOptions } from "../index.ts";
import { startMock } from "../../api/mock.ts";
import { type DestinationSettings, createDestinations } from "./destinations.ts";

const anywhere = { deliverTo: "anywhere" } as const;
const exposed = { ...anywhere, isExposed: true };

describe("createDestinations()", () => {
  it.each([
    "http://127.0.0.1:9000/",
    "http://localhost:9000/",
    "http://acme.localhost/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://0.0.0.0:9000/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:0:1]/",
    "http://127.0.0.1%2F@127.0.0.2/",
  ])("refuses %s if other machines can call the mock", async (url) => {
    expect(await resolvedDestination(url, exposed)).toContain(
      "is an address that deliveries reach only where it is allowed",
    );
  });

  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    "http://100.100.100.200/",
    "http://2852039166/",
  ])("always refuses %s, where clouds keep credentials", async (url) => {
    expect(await resolvedDestination(url, anywhere)).toContain(
      "is an address that deliveries reach only where it is allowed",
    );
    expect(await resolvedDestination(url, { ...anywhere, allowDelivery: [new URL(url).host] })).toBe("sent");
  });

  it("refuses a name by the addresses that it resolves to", async () => {
    expect(await resolvedDestination("http://innocent.example/", exposed, ["127.0.0.1"])).toContain(
      '"innocent.example" leads to 127.0.0.1, an address that deliveries reach only where it is allowed by name',
    );
    expect(await resolvedDestination("http://innocent.example/", exposed, ["::ffff:127.0.0.1", "::"])).toContain(
      "leads to",
    );
    expect(await resolvedDestination("http://metadata.example/", anywhere, ["169.254.169.254"])).toContain("leads to");
    expect(await resolvedDestination("http://innocent.example/", exposed, ["127.0.0.1", "192.0.2.1"])).toEqual([
      "192.0.2.1",
    ]);
    expect(await resolvedDestination("http://innocent.example/", anywhere, ["127.0.0.1"])).toEqual(["127.0.0.1"]);
  });

  it("allows hosts by name, with a port or all of its ports", async () => {
    const settings = { ...exposed, allowDelivery: ["127.0.0.1:9000", "localhost", "receiver.test:443", "[::1]:80"] };

    expect(await resolvedDestination("http://127.0.0.1:9000/", settings)).toBe("sent");
    expect(await resolvedDestination("http://127.0.0.1:9001/", settings)).toContain("--allow-delivery 127.0.0.1:9001");
    expect(await resolvedDestination("http://localhost:1/", settings)).toEqual(["127.0.0.1", "::1"]);
    expect(await resolvedDestination("https://receiver.test/", settings, ["127.0.0.1"])).toEqual(["127.0.0.1"]);
    expect(await resolvedDestination("http://receiver.test/", settings, ["127.0.0.1"])).toContain("leads to");
    expect(await resolvedDestination("http://[::1]/", settings)).toBe("sent");
    expect(await resolvedDestination("http://hooks.test/", { allowDelivery: ["hooks.test"] }, ["192.0.2.1"])).toEqual([
      "192.0.2.1",
    ]);
    expect(await resolvedDestination("http://other.test/", { allowDelivery: ["hooks.test"] })).toContain(
      "is not this machine",
    );
  });

  it("refuses the path of the control API in any spelling, also for allowed hosts", async () => {
    const settings = { ...anywhere, allowDelivery: ["127.0.0.1"] };
    for (const path of [
      "/_concord",
      "\\_concord\\x",
      "/a/../_concord/",
      "//_concord/x",
      "/%255f%63oncord/x",
      "/p/_CONCORD",
    ])
      expect(await resolvedDestination(`http://127.0.0.1${path}`, settings)).toContain(
        "is a control path of a Concord mock",
      );
    expect(await resolvedDestination("http://127.0.0.1/_concordance", settings)).toBe("sent");
  });

  it("refuses a path with too many levels of encoding", async () => {
    const nested = (depth: number): string => `http://127.0.0.1/%${"25".repeat(depth)}20`;

    expect(await resolvedDestination(nested(5), anywhere)).toBe("sent");
    for (const depth of [20, 20_000])
      expect(await resolvedDestination(nested(depth), anywhere)).toContain("is percent-encoded more than 8 times over");
  });

  it.each(["", "http://127.0.0.1", "127.0.0.1/x", "a b", "user@host", "host:port"])(
    'refuses "%s" as a host',
    (host) => {
      expect(() => createDestinations({ allowDelivery: [host] })).toThrow(`Cannot allow deliveries to "${host}"`);
    },
  );
});

describe("a mock that other machines can call", () => {
  it("delivers to this machine only if it is allowed by name", async () => {
    await using receiver = await startReceiver();
    const { host } = new URL(receiver.url);
    const options = { host: "0.0.0.0", controlToken: "s3cret" };

    expect(await deliveredTo(receiver.url, options)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining(`--allow-delivery ${host}`),
    });
    expect(await deliveredTo(receiver.url, { ...options, ...anywhere })).toMatchObject({ status: "failed" });
    expect(await deliveredTo(receiver.url, { ...options, host: "::", ...anywhere })).toMatchObject({
      status: "failed",
    });
    expect(receiver.received).toHaveLength(0);
    expect(await deliveredTo(receiver.url, { ...options, allowDelivery: [host] })).toMatchObject({
      status: "delivered",
    });
    expect(await deliveredTo(receiver.url, { host: "::1" })).toMatchObject({ status: "delivered" });
  });
});

/** Reason why a URL is refused, or the addresses of its host. "sent" if no name was resolved. */
async function resolvedDestination(
  text: string,
  settings: DestinationSettings,
  addresses: readonly string[] = [],
): Promise<string | readonly string[]> {
  const url = new URL(text);
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  const destination = createDestinations(settings, (_host, _options, callback) => callback(null, found))(url);
  if ("refused" in destination) return destination.refused;
  if (/^[\d.]+$|^\[/.test(url.hostname)) return "sent";
  return new Promise((resolve) =>
    destination.lookup(url.hostname, { all: true }, (error, all) =>
      resolve(error ? error.message : (all as { address: string }[]).map(({ address }) => address)),
    ),
  );
}

async function deliveredTo(url: string, options: StartOptions): Promise<unknown> {
  await using mock: Mock = await startMock(options);
  const headers = { authorization: "Bearer org_acme", "content-type": "application/json" };
  const body = JSON.stringify({ url, event_types: ["a.b"] });
  await mock.fetch("/v1/webhooks", { method: "POST", headers, body });
  const acme = mock.org("acme");
  await acme.emit({ name: "a.b" });
  await acme.deliveries.settled();
  return (await acme.deliveries.complete()).list()[0];
}
