import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { knownNames } from "../cli/pact/known-names.ts";
import { type VerifyOptions, readPacts, verifyPacts } from "../conformance/index.ts";
import { type Contract, compileGenerated, loadPlatform } from "../contracts/index.ts";
import { type MockOptions, startMock } from "../api/mock.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-pacts-verified-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Placeholder for an integer that a pact can contain but JavaScript cannot represent. */
const BIG = "9007199254740993";

const json = { "Content-Type": "application/json" };

/** An API of operations without parameters. Each responds with 204, or with 200 and an object with one member. */
function apiOf(api: string, paths: object, more: object = {}): Contract {
  return compileGenerated({ openapi: "3.1.0", info: { title: `The ${api}`, version: "1" }, paths, ...more } as never, {
    api,
    file: `${api}.json`,
  });
}

function takes(operationId: string, mediaType: string, schema: object) {
  const requestBody = { required: true, content: { [mediaType]: { schema } } };
  return { post: { operationId, requestBody, responses: { "204": { description: "Taken." } } } };
}

function answers(operationId: string, member: string, more: object = {}) {
  const schema = { type: "object", required: [member], properties: { [member]: { type: "string" } } };
  const content = { "application/json": { schema } };
  return { get: { operationId, responses: { "200": { description: "It.", content } }, ...more } };
}

function pactOf(provider: string, interactions: readonly object[], messages?: readonly object[]): string {
  const file = join(folder, "pact.json");
  const metadata = { pactSpecification: { version: "3.0.0" } };
  const pact = { consumer: { name: "c" }, provider: { name: provider }, metadata, interactions, messages };
  writeFileSync(file, JSON.stringify(pact).replaceAll(`"${BIG}"`, BIG));
  return file;
}

function verify(file: string, contracts: readonly Contract[], options: Partial<VerifyOptions> & { target: string }) {
  return verifyPacts(readPacts([file]), { ...knownNames, contracts, ...options });
}

async function verifyOnMock(file: string, contracts: readonly Contract[], options: MockOptions = {}) {
  await using mock = await startMock({ ...options, contracts });
  return await verify(file, contracts, { target: mock.url });
}

const outcomes = ({ interactions }: Awaited<ReturnType<typeof verifyPacts>>) =>
  interactions.map(({ description, outcome, reason, mismatches }) =>
    outcome === "failed" ? [description, reason ?? mismatches] : [description, outcome],
  );

describe("the request to the provider", () => {
  const bodies = [
    ["a form", "application/x-www-form-urlencoded", "name=a+b&age=5", "name=a+b&age=5"],
    ["a text that is JSON", "application/json", "hello", '"hello"'],
    ["a null", "application/json", null, "null"],
    ["a large body", "application/json", { x: "y".repeat(200_000) }, JSON.stringify({ x: "y".repeat(200_000) })],
    ["a large integer", "application/json", { n: BIG }, '{"n":9007199254740993}'],
    ["a plain text", "text/plain", "Grüße", "Grüße"],
  ] as const;

  it("has the body of the pact, byte by byte", async () => {
    const got = new Map<string, string>();
    const server = createServer((request, response) => {
      void keep(request).then(() => response.writeHead(request.url === "/_concord" ? 404 : 204).end());
    });
    async function keep(request: IncomingMessage): Promise<void> {
      got.set(request.url ?? "", (await buffer(request)).toString());
    }
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const api = apiOf(
      "bodies",
      Object.fromEntries(bodies.map(([, type], index) => [`/b${index}`, takes(`b${index}`, type, {})])),
    );
    const interactions = bodies.map(([description, type, body], index) => ({
      description,
      request: { method: "POST", path: `/b${index}`, headers: { "Content-Type": type }, body },
      response: { status: 204 },
    }));
    const { port } = server.address() as AddressInfo;
    const report = await verify(pactOf("bodies", interactions), [api], {
      target: `http://127.0.0.1:${port}`,
      mode: "sandbox",
    });
    server.close();

    expect(outcomes(report)).toEqual(bodies.map(([description]) => [description, "passed"]));
    expect(bodies.map((_, index) => got.get(`/b${index}`))).toEqual(bodies.map(([, , , text]) => text));
  });

  it("has a token if the operation requires one, whatever the pact contains", async () => {
    const securitySchemes = {
      header: { type: "apiKey", in: "header", name: "X-Key" },
      query: { type: "apiKey", in: "query", name: "key" },
      cookie: { type: "apiKey", in: "cookie", name: "session" },
      basic: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer" },
    };
    const names = Object.keys(securitySchemes);
    const api = apiOf(
      "keys",
      Object.fromEntries(names.map((name) => [`/${name}`, answers(name, "a", { security: [{ [name]: [] }] })])),
      { components: { securitySchemes } },
    );
    const shown = { "x-key": "mine", Cookie: "session=mine; other=1", Authorization: "Bearer mine" };
    const interactions = names.map((description) => ({
      description,
      request: { method: "GET", path: `/${description}`, headers: shown, query: { key: ["mine"] } },
      response: { status: 200 },
    }));

    expect(outcomes(await verifyOnMock(pactOf("keys", interactions), [api]))).toEqual(
      names.map((name) => [name, "passed"]),
    );
  });

  it("has the credentials of each scheme, and the headers, on a live deployment", async () => {
    const securitySchemes = {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "http", scheme: "basic" },
      bearer: { type: "http", scheme: "bearer" },
    };
    const names = ["key", "basic", "bearer"];
    const api = apiOf(
      "live",
      Object.fromEntries(names.map((name) => [`/${name}`, answers(name, "a", { security: [{ [name]: [] }] })])),
      { components: { securitySchemes } },
    );
    const seen: Record<string, readonly unknown[]> = {};
    const server = createServer(({ url = "", headers }, response) => {
      seen[url] = [headers["x-key"], headers.authorization, headers["x-tenant"]];
      response.writeHead(url === "/_concord" ? 404 : 200, json).end('{"a":"x"}');
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const interactions = names.map((description) => ({
      description,
      request: { method: "GET", path: `/${description}`, headers: { Authorization: "Bearer mine" } },
      response: { status: 200 },
    }));
    let issued = 0;
    const report = await verify(pactOf("live", interactions), [api], {
      target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: { "x-tenant": "acme" },
      credentials: {
        user: { value: "ann:secret", variable: "CONCORD_USER" },
        schemes: { key: { value: "key-secret", variable: "KEY" } },
        tokens: {
          serves: ({ scheme }) => scheme === "bearer",
          secrets: [],
          issue: async () => ({ token: `token-${++issued}`, expiresAt: 0 }),
        },
      },
    });
    server.close();

    expect(outcomes(report)).toEqual(names.map((name) => [name, "passed"]));
    expect(seen["/key"]).toEqual(["key-secret", undefined, "acme"]);
    expect(seen["/basic"]).toEqual([undefined, `Basic ${btoa("ann:secret")}`, "acme"]);
    expect(seen["/bearer"]).toEqual([undefined, "Bearer token-1", "acme"]);
  });

  it("keeps the pact's credentials for a 401, and for a 403 that no state causes", async () => {
    const security = [{ bearer: [] }];
    const components = { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } };
    const api = apiOf("guarded", { "/a": answers("a", "a", { security }) }, { components });
    const request = { method: "GET", path: "/a", headers: { Authorization: "Bearer nobody" } };
    const forbidden = [{ name: "the fault status", params: { status: 403 } }];
    const interactions = [
      { description: "401", request, response: { status: 401 } },
      { description: "403", providerStates: forbidden, request, response: { status: 403 } },
      { description: "no 403", request, response: { status: 403 } },
    ];
    const { interactions: verified } = await verifyOnMock(pactOf("guarded", interactions), [api], {
      profile: "platform",
    });

    expect(verified.map(({ description, outcome, answer }) => [description, outcome, answer?.slice(0, 3)])).toEqual([
      ["401", "passed", "401"],
      ["403", "passed", "403"],
      ["no 403", "failed", "401"],
    ]);
  });
});

describe("an API that shares a path with another one", () => {
  it("is selected by the name of the provider", async () => {
    const [alpha, beta] = [
      apiOf("alpha", { "/ping": answers("a", "a") }),
      apiOf("beta", { "/ping": answers("b", "b") }),
    ];
    const request = { method: "GET", path: "/ping" };
    const expecting = (member: string) => [
      {
        description: member,
        request,
        response: {
          status: 200,
          headers: json,
          body: { [member]: "x" },
          matchingRules: { body: { $: { matchers: [{ match: "type" }] } } },
        },
      },
    ];
    for (const [provider, member] of [
      ["alpha", "a"],
      ["The beta", "b"],
      ["other", "a"],
    ] as const)
      expect(outcomes(await verifyOnMock(pactOf(provider, expecting(member)), [alpha, beta]))).toEqual([
        [member, "passed"],
      ]);
  });
});

describe("the reported response", () => {
  it("is the response to the interaction, and absent if Pact sends no request", async () => {
    const api = apiOf("states", {
      "/things": takes("addThing", "application/json", { type: "object" }),
      "/word": answers("readWord", "word"),
    });
    const interaction = {
      description: "a word",
      providerStates: [{ name: "addThing was called" }],
      request: { method: "GET", path: "/word" },
      response: { status: 200 },
    };
    const unreadable = { "$.body": { match: "type" }, body: { $: { matchers: [{ match: "type" }] } } };
    const unread = { ...interaction, response: { status: 200, body: {}, matchingRules: unreadable } };
    const { interactions } = await verifyOnMock(pactOf("states", [interaction, unread]), [api]);

    expect(interactions.map(({ answer }) => answer?.slice(0, 7))).toEqual(['200 {"w', undefined]);
    expect(interactions[1]?.mismatches[0]?.message).toMatch(/^Failed to load pact/);
  });
});

describe("a message", () => {
  it("without a name is the event that its provider states cause", async () => {
    const happens = (name: string) => ({ name: `the event ${name} happens`, params: { a: 1 } });
    const message = (description: string, names: readonly string[]) => ({
      description,
      providerStates: names.map(happens),
      contents: { payload: { a: 1 } },
    });
    await using mock = await startMock();
    const file = pactOf(
      "platform",
      [],
      [message("one", ["order.paid"]), message("two", ["order.paid", "order.sent"]), message("none", [])],
    );
    const [one, two, none] = (await verify(file, await loadPlatform(), { target: mock.url })).interactions;

    expect(one?.outcome).toBe("passed");
    expect(two?.reason).toContain("the states cause order.paid, order.sent");
    expect(none?.reason).toContain('the message has no "name", and its states cause none');
  });

  it("is skipped if no webhook can be created", async () => {
    const api = apiOf("own", { "/word": answers("readWord", "word") });
    const { interactions } = await verifyOnMock(pactOf("own", [], [{ description: "a", contents: {} }]), [api]);

    expect(interactions.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["skipped", "the contracts have no operation webhooks/createWebhook, which a delivery needs"],
    ]);
  });
});
