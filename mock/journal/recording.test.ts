import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { ask, noon, ownPlatform, platformOf } from "../../test/support/mock/ask.ts";
import { createMemoryStore } from "../state/memory.ts";
import { harOf } from "./har.ts";

const secret = "hunter2-top-secret";

describe("the journal of an organization", () => {
  it("has each request, its outcome and its time by the organization's clock", async () => {
    const platform = await ownPlatform({ strictAssumed: true, stopwatch: counter() });
    platform.organization("acme").clock.advance(1000);
    await ask(platform, "PUT /v1/entity/schemas/contact", { body: {} });
    await ask(platform, "PUT /v1/entity/schemas/contact?base_version=9", { body: {} });
    await ask(platform, "PUT /v1/entity/schemas/contact?base_version=x", { body: {} });
    await ask(platform, "GET /v9/entity/schemas");
    await ask(platform, "PATCH /v1/entity/schemas/contact");
    const entries = platform.organization("acme").journal.entries();

    expect(
      entries.map(({ number, verdict, status, basis, operation }) => [number, verdict, status, basis, operation]),
    ).toEqual([
      [1, "answered", 200, "stated", "putSchema"],
      [2, "refused", 409, "stated", "putSchema"],
      [3, "refused", 400, "assumed", "putSchema"],
      [4, "unmatched", 404, "assumed", undefined],
      [5, "unmatched", 405, "assumed", undefined],
    ]);
    expect(entries[0]).toMatchObject({
      time: new Date(noon + 1000).toISOString(),
      method: "PUT",
      url: "/v1/entity/schemas/contact",
      api: "entity",
      name: "PUT /v1/entity/schemas/{slug}",
      durationMs: 1,
      request: { headers: { authorization: "Bearer ***" }, body: {}, bytes: 2 },
      response: { body: { slug: "contact", version: 1 } },
    });
    expect(entries[1]?.reason).toContain("version 9 is refused");
    expect(entries[2]?.violations).toMatchObject([{ in: "query", pointer: "/base_version", got: '"x"' }]);
    expect(entries[3]?.reason).toContain('No operation has the path "/v9/entity/schemas"');
  });

  it("is separate for each organization, each fork and requests without a token, and a reset clears it", async () => {
    const platform = await platformOf("library");
    await ask(platform, "GET /books");
    await ask(platform, "GET /books", { token: "mock-globex" });
    await ask(platform, "GET /books", { token: "" });
    await platform.organization("acme").fork("acme-fork");
    const counts = (): number[] =>
      ["acme", "globex", "public", "acme-fork"].map((name) => platform.organization(name).journal.count());

    expect(counts()).toEqual([1, 1, 1, 0]);
    await platform.organization("acme").reset();
    expect(counts()).toEqual([0, 1, 1, 0]);
  });

  it("omits requests to the control API", async () => {
    const platform = await platformOf("library");
    for (const path of ["/_concord", "/_concord/organizations", "/_concord/nothing"])
      await ask(platform, `GET ${path}`);

    expect(platform.organization("acme").journal.count()).toBe(0);
  });

  it("has at most the configured length", async () => {
    const platform = await platformOf("library", { journalLimit: 2 });
    for (let count = 0; count < 3; count++) await ask(platform, "GET /books");

    expect(platform.organization("acme").journal.count()).toBe(2);
    await expect(platformOf("library", { journalLimit: -1 })).rejects.toThrow('Cannot keep "-1" exchanges');
  });

  it("shows an error of the mock", async () => {
    const list = () => Promise.reject(new Error("The disk is full"));
    const platform = await platformOf("library", { store: { ...createMemoryStore(), list } });
    await ask(platform, "GET /books");

    expect(platform.organization("acme").journal.entries()).toMatchObject([
      { verdict: "failed", status: 500, operation: "listBooks", reason: "The disk is full" },
    ]);
  });

  it("passes an error with its stack to observers, without secrets", async () => {
    const observedExchanges: unknown[] = [];
    const platform = await platformOf("library", {
      observe: (observed) => observedExchanges.push(observed),
      stopwatch: () => Math.PI * observedExchanges.length,
      behaviours: [
        {
          id: "loud",
          operations: ["createBook"],
          handle({ request, input }) {
            throw new Error(`${request.url} ${JSON.stringify([request.headers, input.body])}`, {
              cause: new Error(`caused by ${secret}`),
            });
          },
        },
      ],
    });
    const url = `/books?api_key=${secret}-one&limit=1`;
    const body = { title: "Emma", password: secret, list: [{ client_secret: `${secret}-two` }] };
    await ask(platform, `POST ${url}`, { body, token: `mock-acme:${secret}` });
    await ask(platform, "GET /books");

    expect(observedExchanges).toMatchObject([
      {
        verdict: "failed",
        durationMs: 0,
        reason: expect.stringMatching(/The behaviour "loud" failed at POST \/books: .*limit=1.*Emma/) as string,
        stack: expect.stringMatching(
          /\n {4}at .*\nCaused by: Error: .*\nCaused by: Error: caused by \*\*\*\n/s,
        ) as string,
      },
      { verdict: "answered", durationMs: 0 },
    ]);
    expect(observedExchanges[1]).not.toHaveProperty("stack");
    expect(JSON.stringify(observedExchanges)).not.toContain(secret);
  });

  it("has the ids of the faults", async () => {
    const platform = await platformOf("library", {
      faults: [
        { id: "status", status: 503 },
        { id: "latency", milliseconds: 5 },
      ],
    });
    await ask(platform, "GET /books");

    expect(platform.organization("acme").journal.entries()).toMatchObject([
      { verdict: "refused", status: 503, faults: ["latency", "status"], reason: expect.any(String) },
    ]);
  });

  it("can be queried by each name of an operation", async () => {
    const platform = await platformOf("library");
    await ask(platform, "GET /books");
    const count = (operation: string): number => platform.organization("acme").journal.count({ operation });

    expect(["listBooks", "library/listBooks", "GET /books", "getBook"].map(count)).toEqual([1, 1, 1, 0]);
    expect(() => count("other/listBooks")).toThrow('the nearest is "library/listBooks"');
  });
});

describe("secrets", () => {
  const webhook = (authentication: JsonObject): JsonObject => ({
    url: "https://receiver.example",
    event_types: ["entity.created"],
    endpoint_authentication: authentication,
  });
  const type = (mediaType: string) => ({ "content-type": mediaType });

  it.each<[string, string, Parameters<typeof ask>[2]]>([
    ["the token", "GET /v1/webhooks", { token: `org_acme:${secret}` }],
    ["a cookie", "GET /v1/webhooks", { headers: { cookie: `session=${secret}` } }],
    ["a key in a header", "GET /v1/webhooks", { headers: { "x-api-key": secret } }],
    ["a key in the query", `GET /v1/webhooks?api_key=${secret}&access_token=${secret}`, {}],
    ["a key whose name is encoded", `GET /v1/webhooks?api%5Fkey=${secret}`, {}],
    ["a key on a path that is none", `GET /v9/nothing?token=${secret}`, {}],
    ["a signing secret in the path", `GET /v1/webhooks/whsec_${secret}`, {}],
    ["a writeOnly member", "POST /v1/webhooks", { body: webhook({ type: "api_key", value: secret }) }],
    ["one that is refused", "POST /v1/webhooks", { body: webhook({ type: "api_key", value: { secret } }) }],
    ["one in alternatives that do not fit", "POST /v1/webhooks", { body: webhook({ type: "basic", value: secret }) }],
    [
      "a member by its name",
      "POST /v1/webhooks",
      { body: { ...webhook({ type: "api_key", value: "x" }), password: secret } },
    ],
    ["one in JSON that is none", "POST /v1/webhooks", { body: Buffer.from(`{"value": "${secret}", nonsense`) }],
    ["one in JSON without an end", "POST /v1/webhooks", { body: Buffer.from(`{"password":"${secret}`) }],
    [
      "one in a list without an end",
      "POST /v1/webhooks",
      { body: Buffer.from(`{"a":1,"client_secret":["${secret}", "b`) },
    ],
    [
      "one in a long body",
      "POST /v1/webhooks",
      { body: { ...webhook({ type: "api_key", value: secret }), name: "n".repeat(20_000) } },
    ],
    [
      "one in a form",
      "POST /v1/webhooks",
      { body: Buffer.from(`a=1&password=${secret}`), headers: type("application/x-www-form-urlencoded") },
    ],
  ])("do not show: %s", async (_, line, asked) => {
    const platform = await ownPlatform();
    await ask(platform, line, asked);
    const entries = [
      ...platform.organization("acme").journal.entries(),
      ...platform.organization("public").journal.entries(),
    ];

    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).not.toContain(secret);
    expect(JSON.stringify(harOf(entries))).not.toContain(secret);
    expect(JSON.stringify(entries)).toContain("***");
  });

  it("are masked in responses, too: the signing secret that is shown once", async () => {
    const platform = await ownPlatform();
    const observedExchanges = await ask(platform, "POST /v1/webhooks", {
      body: webhook({ type: "api_key", value: "x" }),
    });
    const [entry] = platform.organization("acme").journal.entries();

    expect(observedExchanges.value.signing_secret).toMatch(/^whsec_/);
    expect(JSON.stringify(entry)).not.toContain(observedExchanges.value.signing_secret);
    expect(entry?.response.body).toMatchObject({ id: observedExchanges.value.id, signing_secret: "***" });
  });

  it("are the only values that are masked", async () => {
    const platform = await ownPlatform();
    await ask(platform, "POST /v1/webhooks?page_token=p2", {
      body: { ...webhook({ type: "api_key", value: "x" }), name: "Token of love" },
    });
    const [entry] = platform.organization("acme").journal.entries();

    expect(entry?.url).toBe("/v1/webhooks?page_token=p2");
    expect(entry?.request.body).toMatchObject({ name: "Token of love", event_types: ["entity.created"] });
  });
});

describe("toHar()", () => {
  it("is an HTTP Archive", async () => {
    const platform = await platformOf("library", { stopwatch: counter() });
    await ask(platform, "POST /books?a=1&b=%20", { body: { title: "Emma" }, headers: { host: "mock.test" } });
    const har = harOf(platform.organization("acme").journal.entries());

    expect(har).toMatchObject({ log: { version: "1.2", creator: { name: "concord" } } });
    expect(har["log"]).toMatchObject({
      entries: [
        {
          startedDateTime: "2026-01-05T12:00:00.000Z",
          time: 1,
          request: {
            method: "POST",
            url: "http://mock.test/books?a=1&b=%20",
            queryString: [
              { name: "a", value: "1" },
              { name: "b", value: " " },
            ],
            postData: { mimeType: "application/json", text: '{"title":"Emma"}' },
            bodySize: 16,
          },
          response: { status: 201, statusText: "Created", redirectURL: expect.stringContaining("/books/") },
          cache: {},
          timings: { send: 0, wait: 1, receive: 0 },
          _concord: { number: 1, verdict: "answered", operation: "library/createBook" },
        },
      ],
    });
  });
});

describe("the text of a body in an HTTP Archive", () => {
  it.each([
    ["application/json", '{"title": "Emma",', '{"title": "Emma",'],
    ["application/json", '"a text"', '"a text"'],
    ["application/json", '{"title":"Emma"}', '{"title":"Emma"}'],
    ["text/plain", "a text", "a text"],
    ["", "no JSON", "no JSON"],
  ])("is the received text: %s %s", async (type, sent, text) => {
    const platform = await platformOf("library");
    const headers: Record<string, string> = {
      authorization: "Bearer mock-acme",
      ...(type !== "" && { "content-type": type }),
    };
    await platform.handle({ method: "POST", url: "/books", headers, body: Buffer.from(sent) });

    expect(harOf(platform.organization("acme").journal.entries())).toMatchObject({
      log: { entries: [{ request: { postData: { text } } }] },
    });
  });

  it("is empty without a body", async () => {
    const platform = await platformOf("library");
    const { value } = await ask(platform, "POST /books", { body: { title: "Emma" } });
    await ask(platform, `DELETE /books/${value.id}`);

    expect(harOf(platform.organization("acme").journal.entries({ method: "DELETE" }))).toMatchObject({
      log: { entries: [{ response: { content: { size: 0, text: "" } } }] },
    });
  });
});

/** Stopwatch that shows the number of times it was read. */
function counter(): () => number {
  let time = 0;
  return () => time++;
}
