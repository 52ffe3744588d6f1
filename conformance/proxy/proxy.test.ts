import { readFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer, request as send } from "node:http";
import { type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { startMock } from "../../api/mock.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { library } from "../../fixtures/providers/library/library.ts";
import { toProxyJudgement } from "./judgement.ts";
import { createProxy } from "./proxy.ts";
import type { ProxyReport } from "./report.ts";

const contract = await loadContract(library.document);
const scratch = createScratch();
const token = "org_acme";
const book = { title: "Effi Briest", year: 1895, genre: "novel" };

describe("createProxy()", () => {
  it("reports no finding if the provider matches its contract", async () => {
    const report = await throughLibrary([]);

    expect(report.findings).toEqual([]);
    expect(report.objections).toEqual([]);
    expect(report).toMatchObject({ exchanges: 4, hasPrism: true, elsewhere: [{ name: "GET /nowhere", count: 1 }] });
    expect(report.operations.map(({ operation, statuses }) => [operation, statuses])).toEqual([
      ["POST /books", { 201: 1, 400: 1 }],
      ["GET /books", { 200: 1 }],
    ]);
  });

  it("reports a finding for each contract violation, with Prism's objections to the same response, and without secrets", async () => {
    const report = await throughLibrary(["none-is-null"], ["GET /books", "GET /books"]);

    expect(report.findings).toMatchObject([
      { check: "body-conforms", operation: "GET /books", isFailure: true, count: 2, section: null },
    ]);
    expect(report.findings[0]?.prism?.join()).toContain("items");
    expect(report.findings[0]?.curl).toContain("$CONCORD_TOKEN");
    expect(JSON.stringify([report, toProxyJudgement(report)])).not.toContain(token);
  });

  it("names the status code that Prism rejects, and the documented status codes", async () => {
    await using provider = await startListening(createServer((_, outgoing) => outgoing.writeHead(405).end()));
    const proxy = await createProxy({ contracts: [contract], target: provider.url, includeAssumed: false, now });
    await using front = await startListening(proxy.server);
    await fetch(`${front.url}/books`);

    expect((await proxy.end()).objections).toMatchObject([
      { part: "answer", message: expect.stringContaining("the returned status code 405 with those") as string },
    ]);
  });

  it("forwards requests and responses unchanged", async () => {
    const body = Buffer.from([0, 255, 128, 10, 13, 0]);
    const packed = gzipSync("ü".repeat(10));
    await using provider = await startListening(
      createServer((incoming: IncomingMessage, outgoing: ServerResponse) => void answer(incoming, outgoing)),
    );
    async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
      expect([incoming.method, incoming.url, await buffer(incoming)]).toEqual(["PUT", "/base/a%2Fb//c?x=%20&&y", body]);
      expect(incoming.rawHeaders).toEqual(expect.arrayContaining(["X-Odd", "One", "x-odd", "Two"]));
      expect(incoming.headers["x-hop"]).toBeUndefined();
      outgoing.sendDate = false;
      const rawHeaders = ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "Content-Encoding", "gzip"];
      outgoing.writeHead(299, "Quite Fine", rawHeaders).end(packed);
    }
    const proxy = await createProxy({ contracts: [], target: `${provider.url}/base`, includeAssumed: false, now });
    await using front = await startListening(proxy.server);
    const headers = ["Host", "front", "X-Odd", "One", "x-odd", "Two", "Connection", "x-hop", "X-Hop", "1"];
    const got = await sent(front.url, { method: "PUT", path: "/a%2Fb//c?x=%20&&y", headers, body });

    expect(got).toMatchObject({ status: 299, reason: "Quite Fine", body: packed });
    expect(got.headers.slice(0, 6)).toEqual(["Set-Cookie", "a=1", "Set-Cookie", "b=2", "Content-Encoding", "gzip"]);
    expect((await proxy.end()).elsewhere).toEqual([{ name: "PUT /a%2Fb//c", count: 1 }]);
  });

  it.each([
    "/_concord/organizations",
    "/_concord?x",
    "//_concord/organizations",
    "/%5Fconcord/organizations",
    "/%5fconcord%2Forganizations",
    "/a/../_concord/organizations",
    "/_concord/oauth/../organizations",
    "/_concord/organizations/..%2Foauth/reset",
    "http://evil.example/_concord/organizations",
  ])("does not forward a request to the control API of a mock: %s", async (path) => {
    const seen: string[] = [];
    await using provider = await startListening(
      createServer(({ url = "" }, outgoing) => {
        seen.push(url);
        outgoing.end();
      }),
    );
    const proxy = await createProxy({ contracts: [], target: provider.url, includeAssumed: false, now });
    await using front = await startListening(proxy.server);
    const headers = ["Host", "evil.example", "Concord-Control", "1"];
    const refused = await sent(front.url, { method: "GET", path, headers });
    const forwarded = await sent(front.url, { method: "GET", path: "/_concord/oauth/token", headers });

    expect([refused.status, forwarded.status, seen]).toEqual([403, 200, ["/_concord/oauth/token"]]);
  });

  it("removes no header that says who sent a request, whatever the header Connection names", async () => {
    const kept = ["concord-hops", "x-forwarded-for", "forwarded", "via", "origin", "sec-fetch-site", "authorization"];
    let received: IncomingMessage["headers"] = {};
    await using provider = await startListening(
      createServer((incoming, outgoing) => {
        received = incoming.headers;
        outgoing.end();
      }),
    );
    const proxy = await createProxy({ contracts: [], target: provider.url, includeAssumed: false, now });
    await using front = await startListening(proxy.server);
    const named = ["Host", "front", "Connection", [...kept, "x-own"].join(", "), "X-Own", "1"];
    await sent(front.url, { method: "GET", path: "/", headers: [...named, ...kept.flatMap((name) => [name, "1"])] });

    expect(Object.keys(received)).toEqual(expect.arrayContaining(kept));
    expect(received).not.toHaveProperty("x-own");
  });

  it("reports a missing response as a finding, and responds to the consumer with 502", async () => {
    const proxy = await createProxy({
      contracts: [contract],
      target: "http://127.0.0.1:1",
      includeAssumed: false,
      now,
    });
    await using front = await startListening(proxy.server);
    const { status } = await fetch(`${front.url}/books`);

    expect(status).toBe(502);
    expect((await proxy.end()).findings).toMatchObject([{ check: "no-answer", operation: "GET /books", prism: null }]);
  });

  it("reports an incomplete response as a finding that shows it, and records it", async () => {
    const record = join(scratch.folder, "half.har");
    await using provider = await startListening(
      createServer((_, outgoing) => {
        outgoing.writeHead(200, { "content-type": "application/json", "content-length": 100 });
        outgoing.write('{"a":', () => outgoing.destroy());
      }),
    );
    const proxy = await createProxy({
      contracts: [contract],
      target: provider.url,
      includeAssumed: false,
      now,
      record,
    });
    await using front = await startListening(proxy.server);
    const half = fetch(`${front.url}/books`).then((response) => response.text());

    await expect(half).rejects.toThrow();
    const { findings } = await proxy.end();
    expect(findings).toMatchObject([{ check: "no-answer", response: { status: 200, body: '{"a":' } }]);
    expect(findings[0]?.message).toMatch(/^The body of status 200 ended early: /);
    expect(JSON.parse(readFileSync(record, "utf8"))).toMatchObject({
      log: {
        entries: [{ response: { status: 200, content: { text: '{"a":', comment: expect.any(String) as string } } }],
      },
    });
  });

  it("reports no finding if the consumer disconnects", async () => {
    const arrived = Promise.withResolvers<void>();
    await using provider = await startListening(
      createServer((_, outgoing) => {
        outgoing.writeHead(200, { "content-type": "application/json", "content-length": 100 });
        outgoing.write("[");
        outgoing.once("close", arrived.resolve);
      }),
    );
    const proxy = await createProxy({ contracts: [contract], target: provider.url, includeAssumed: false, now });
    await using front = await startListening(proxy.server);
    const leaving = new AbortController();
    await fetch(`${front.url}/books`, { signal: leaving.signal });
    leaving.abort();
    await arrived.promise;

    expect(await proxy.end()).toMatchObject({ findings: [], exchanges: 0 });
  });

  it("reports requests without the proxy's own host, and keeps repeated headers", async () => {
    const record = join(scratch.folder, "again.har");
    const packed = gzipSync(`[${" ".repeat(100)}]`);
    await using provider = await startListening(
      createServer((_, outgoing) => {
        outgoing.writeHead(299, { "content-type": "application/json", "content-encoding": "gzip" }).end(packed);
      }),
    );
    const proxy = await createProxy({
      contracts: [contract],
      target: provider.url,
      includeAssumed: false,
      now,
      record,
    });
    await using front = await startListening(proxy.server);
    const headers = ["Host", "front.example", "X-Odd", "One", "x-odd", "Two"];
    await sent(front.url, { method: "GET", path: "/books", headers, body: Buffer.alloc(0) });

    const { findings } = await proxy.end();
    expect(findings[0]?.curl).toContain("-H 'x-odd: One' -H 'x-odd: Two'");
    expect(findings[0]?.curl).not.toMatch(/front.example/i);
    const text = readFileSync(record, "utf8");
    expect(text).not.toContain("front.example");
    expect(JSON.parse(text)).toMatchObject({
      log: {
        entries: [
          {
            request: { headers: [{ name: "X-Odd" }, { name: "x-odd" }, {}] },
            response: { bodySize: packed.length, content: { size: 102, compression: 102 - packed.length } },
          },
        ],
      },
    });
  });

  it("records the traffic without its secrets", async () => {
    const record = join(scratch.folder, "traffic.har");
    await using provider = await startListening(
      createServer((incoming, outgoing) => {
        outgoing.writeHead(200, { "content-type": "application/json", "set-cookie": "session=c00kie-secret; Path=/" });
        outgoing.end(JSON.stringify({ access_token: "issued-secret", seen: incoming.headers.authorization }));
      }),
    );
    const proxy = await createProxy({ contracts: [], target: provider.url, includeAssumed: false, now, record });
    await using front = await startListening(proxy.server);
    for (const path of ["/token?api_key=query-secret", "/again"])
      await fetch(front.url + path, {
        method: "POST",
        headers: { authorization: "Bearer bearer-secret", "content-type": "application/x-www-form-urlencoded" },
        body: "client_secret=form-secret&grant_type=client",
      });
    await proxy.end();
    const text = readFileSync(record, "utf8");
    const { log } = JSON.parse(text) as { log: { version: string; entries: { request: { url: string } }[] } };

    expect(text).not.toMatch(/(query|bearer|form|issued|c00kie)-secret/);
    expect(text).toContain("grant_type=client");
    expect(log.version).toBe("1.2");
    expect(log.entries.map(({ request }) => request.url)).toEqual([
      `${provider.url}/token?api_key=***`,
      `${provider.url}/again`,
    ]);
  });

  it("does not report the status codes of conditional requests as undocumented", async () => {
    let status = 304;
    await using provider = await startListening(createServer((_, outgoing) => outgoing.writeHead(status).end()));
    const proxy = await createProxy({ contracts: [contract], target: provider.url, includeAssumed: false, now });
    await using front = await startListening(proxy.server);
    await fetch(`${front.url}/books`, { headers: { "if-none-match": '"1"' } });
    status = 299;
    await fetch(`${front.url}/books`, { headers: { "if-none-match": '"1"' } });

    expect((await proxy.end()).findings).toMatchObject([{ check: "status-documented", response: { status: 299 } }]);
  });

  it("reports no finding in traffic with the mock, and requires no undocumented scope", async () => {
    await using mock = await startMock();
    const { contracts } = mock.platform;
    const proxy = await createProxy({ contracts, target: mock.url, includeAssumed: true, now });
    await using front = await startListening(proxy.server);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (const path of ["/v1/entity/schemas", "/v1/orders", "/v1/orders/none", "/v2/metering/meters"])
      await fetch(front.url + path, { headers });
    await fetch(`${front.url}/v2/metering/meters`, { method: "POST", headers, body: '{"number":"1"}' });
    await fetch(`${front.url}/v1/orders`);

    const report = await proxy.end();
    expect(report.findings).toEqual([]);
    expect(report.exchanges).toBe(6);
  });

  it("rejects an invalid target", async () => {
    const options = { contracts: [], target: "ftp://example.org", includeAssumed: false, now };

    await expect(createProxy(options)).rejects.toMatchObject({ code: "invalid-target" });
  });
});

/** Results of some traffic with the library provider. */
async function throughLibrary(
  bugs: readonly string[],
  calls: readonly string[] = ["POST /books", "POST /books bad", "GET /books", "GET /nowhere"],
): Promise<ProxyReport> {
  const provider = await library.start({ bugs });
  const proxy = await createProxy({ contracts: [contract], target: provider.url, includeAssumed: false, now });
  await using front = await startListening(proxy.server);
  for (const [method = "", path = "", isBad] of calls.map((call) => call.split(" ")))
    await fetch(front.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method === "POST" && { body: JSON.stringify(isBad === undefined ? book : { ...book, year: 1 }) }),
    }).then((response) => response.arrayBuffer());
  const report = await proxy.end();
  await provider.close();
  return report;
}

function now(): number {
  return 0;
}

async function startListening(server: Server): Promise<AsyncDisposable & { readonly url: string }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Sends a request unchanged. `fetch` would normalize it. */
function sent(
  url: string,
  { body, ...options }: { method: string; path: string; headers: string[]; body?: Buffer },
): Promise<{ status: number; reason: string; headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const request = send({ ...options, hostname, port, agent: false }, (response) => {
      const { statusCode = 0, statusMessage = "", rawHeaders } = response;
      buffer(response).then(
        (received) => resolve({ status: statusCode, reason: statusMessage, headers: rawHeaders, body: received }),
        reject,
      );
    });
    request.on("error", reject).end(body);
  });
}
