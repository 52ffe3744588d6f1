import { once } from "node:events";
import { type Server, createServer } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../../api/mock.ts";
import { concordHandler } from "../../api/msw.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { fixture } from "../../test/support/mock/ask.ts";

// Calls of an app with its usual URL, which MSW intercepts in this process.

const api = "https://api.example.com";
const headers = { authorization: "Bearer mock-acme", "content-type": "application/json" };
const interception = setupServer();
let mock: Mock;
let other: Server;
let otherUrl: string;

beforeAll(async () => {
  mock = await startMock({ contracts: [await fixture("semantics")] });
  other = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    response.end(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
  }).listen(0, "127.0.0.1");
  await once(other, "listening");
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  interception.listen({ onUnhandledRequest: "bypass" });
});
afterEach(async () => {
  interception.resetHandlers();
  await mock.org("acme").reset();
});
afterAll(async () => {
  interception.close();
  other.close();
  await mock.close();
});

function put(title: string): Promise<Response> {
  return fetch(`${api}/articles/a`, { method: "PUT", headers, body: JSON.stringify({ title }) });
}

describe("concordHandler()", () => {
  it("serves the operations of the contracts on any host, with state", async () => {
    interception.use(concordHandler(mock));

    expect((await put("A")).status).toBe(200);
    const read = await fetch(`${api}/articles/a`, { headers });
    expect(await read.json()).toMatchObject({ title: "A" });
    expect(read.headers.get("etag")).toMatch(/^"/);
    expect(mock.org("acme").journal.entries({ method: "PUT" })).toHaveLength(1);
  });

  it("serves clients that use node:https", async () => {
    interception.use(concordHandler(mock));
    await put("A");
    const [response] = await once(https.get(`${api}/articles/a`, { headers }), "response");
    const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);

    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ title: "A" });
  });

  it("refuses invalid requests, and methods that a path does not have", async () => {
    interception.use(concordHandler(mock));

    expect((await fetch(`${api}/articles/a`, { method: "PUT", headers, body: "{" })).status).toBe(400);
    expect((await fetch(`${api}/articles/a`)).status).toBe(401);
    expect((await fetch(`${otherUrl}/articles/a`, { method: "POST", headers })).status).toBe(405);
  });

  it("leaves requests of no operation to the network, with their bodies", async () => {
    interception.use(concordHandler(mock));
    const response = await fetch(`${otherUrl}/elsewhere`, { method: "POST", body: "text" });

    expect(await response.text()).toBe("POST /elsewhere text");
    expect(mock.journal.entries({ verdict: "unmatched" })).toEqual([]);
  });

  it("refuses requests of no operation if it answers all", async () => {
    interception.use(concordHandler(mock, { unknown: "answer" }));

    expect((await fetch(`${otherUrl}/elsewhere`)).status).toBe(404);
  });

  it("is for the given URLs only", async () => {
    interception.use(concordHandler(mock, { url: `${api}/*` }));

    expect((await put("A")).status).toBe(200);
    expect(await (await fetch(`${otherUrl}/articles/a`)).text()).toBe("GET /articles/a ");
  });

  it("leaves the address of the mock to the network", async () => {
    interception.use(concordHandler(mock));
    const response = await fetch(`${mock.url}/_concord/organizations`, { headers: { "concord-control": "1" } });

    expect(response.status).toBe(200);
  });

  it("serves a world, whatever the credentials", async () => {
    const world = await mock.fork();
    interception.use(concordHandler(mock, { world }));
    await put("A");

    expect((await fetch(`${api}/articles/a`, { headers: { authorization: "Bearer any" } })).status).toBe(200);
    expect(world.journal.entries()).toHaveLength(2);
    await world.end();
  });

  it("serves the token endpoint of the document, on its own host", async () => {
    const tokenUrl = "https://login.example.com/oauth/token";
    const flows = { clientCredentials: { tokenUrl, scopes: {} } };
    const document = {
      components: { securitySchemes: { oauth: { type: "oauth2", flows } } },
      security: [{ oauth: [] }],
      paths: { "/things": { get: operationAnswering({ type: "array", items: { type: "object" } }) } },
    };
    await using oauth = await startMock({ contracts: [compileInMemory(document as never)] });
    interception.use(concordHandler(oauth));
    const form = { grant_type: "client_credentials", client_id: "app", client_secret: "s" };
    const issued = await fetch(tokenUrl, { method: "POST", body: new URLSearchParams(form) });
    const { access_token: token } = (await issued.json()) as { readonly access_token: string };

    expect(issued.status).toBe(200);
    const called = await fetch(`${api}/things`, { headers: { authorization: `Bearer ${token}` } });
    expect(called.status).toBe(200);
  });

  it("causes faults, also those of the connection", async () => {
    interception.use(concordHandler(mock));
    mock.org("acme").faults.set([{ id: "status", status: 503 }]);
    expect((await put("A")).status).toBe(503);
    mock.org("acme").faults.set([{ id: "reset" }]);
    await expect(put("A")).rejects.toThrow(TypeError);
  });
});
