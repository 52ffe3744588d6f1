import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, fixture, platformOf } from "../../test/support/mock/ask.ts";
import { type Platform } from "../index.ts";
import { startMock } from "../../api/mock.ts";

const origin = "https://app.example";
const asking = {
  origin,
  "access-control-request-method": "PUT",
  "access-control-request-headers": "authorization,x-a",
};

describe("a request with an origin", () => {
  it("gets a response that its page may read", async () => {
    const { status, headers } = await ask(await platformOf("semantics"), "PUT /articles/a", {
      headers: { origin },
      body: {},
    });

    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-credentials": "true",
      vary: "Origin",
    });
    expect(headers["access-control-expose-headers"]?.split(", ").toSorted()).toEqual(["etag"]);
  });

  it.each<[string, string, string | undefined, number]>([
    ["carries no token", "GET /books", "", 401],
    ["is refused", "GET /books?limit=many", undefined, 400],
    ["finds nothing", "GET /books/none", undefined, 404],
    ["has no path", "GET /none", undefined, 404],
    ["has another method", "PATCH /books", undefined, 405],
    ["only asks for the options", "OPTIONS /books", "", 204],
    ["is one for the head", "HEAD /books", undefined, 200],
  ])("may be read when it %s", async (_, line, token, status) => {
    const told = await ask(await platformOf("library"), line, {
      headers: { origin },
      ...(token !== undefined && { token }),
    });

    expect(told.status).toBe(status);
    expect(told.headers["access-control-allow-origin"]).toBe(origin);
  });

  it("gets a readable response if the server refuses it before the platform sees it", async () => {
    const contracts = [await fixture("library")];
    await using mock = await startMock({ contracts });
    await using closed = await startMock({ contracts, cors: false });
    const [open, shut] = await Promise.all(
      [mock, closed].map(({ url }) =>
        fetch(url, { method: "POST", headers: { origin }, body: new Uint8Array(10 * 1024 * 1024 + 1) }),
      ),
    );

    expect([open?.status, shut?.status]).toEqual([413, 413]);
    expect(open?.headers.get("access-control-allow-origin")).toBe(origin);
    expect(shut?.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("gets the same body and the same other headers", async () => {
    const plain = await ask(await platformOf("library"), "GET /books");
    const { headers, ...rest } = await ask(await platformOf("library"), "GET /books", { headers: { origin } });
    const own = Object.entries(headers).filter(([name]) => name !== "vary" && !name.startsWith("access-control-"));

    expect({ ...rest, headers: Object.fromEntries(own) }).toEqual(plain);
    expect(Object.keys(plain.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

describe("a preflight", () => {
  it("is granted without a token, on every path", async () => {
    const platform = await platformOf("library");
    for (const path of ["/books", "/books/b1", "/none"]) {
      const told = await ask(platform, `OPTIONS ${path}`, { token: "", headers: asking });
      expect(told).toMatchObject({
        status: 204,
        text: "",
        headers: {
          "access-control-allow-origin": origin,
          "access-control-allow-credentials": "true",
          "access-control-allow-methods": "PUT",
          "access-control-allow-headers": "authorization,x-a",
          vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
        },
      });
    }
  });

  it("is an ordinary request without an origin", async () => {
    const { origin: _, ...headers } = asking;
    const told = await ask(await platformOf("library"), "OPTIONS /books", { token: "", headers });

    expect([told.status, told.headers["allow"]]).toEqual([204, "GET, HEAD, POST"]);
  });
});

describe("cors: false", () => {
  it("sends no CORS headers", async () => {
    const platform = await platformOf("library", { cors: false });
    const told = [
      await ask(platform, "GET /books", { headers: { origin } }),
      await ask(platform, "OPTIONS /books", { token: "", headers: asking }),
    ];

    expect(told.map(({ headers }) => corsIn(headers))).toEqual([[], []]);
  });
});

describe("the control API", () => {
  const from = async (platform: Platform, method: string, headers: Record<string, string>): Promise<ParsedResponse> => {
    const sent = { host: "127.0.0.1:4010", "concord-control": "1", ...headers };
    const told = await platform.handle({ method, url: "/_concord/worlds", headers: sent, peer: "127.0.0.1" });
    return { ...told, text: "", value: undefined };
  };

  it.each<[string, Record<string, string>, number]>([
    ["this machine", {}, 201],
    ["a page of another origin", { origin }, 403],
    ["a page in a frame of no origin", { origin: "null" }, 403],
    [
      "a page whose host name was made to resolve to this machine",
      { origin: "http://evil.example:4010", host: "evil.example:4010" },
      403,
    ],
    ["the same page, in a browser that sends no Origin", { host: "evil.example:4010" }, 403],
    ["a page of another server on this machine", { origin: "http://localhost:5173" }, 403],
    ["a page of the mock itself", { origin: "http://127.0.0.1:4010" }, 201],
  ])("accepts or refuses a request by its origin: %s", async (_, headers, status) => {
    const told = await from(await platformOf("library"), "POST", headers);

    expect([told.status, corsIn(told.headers)]).toEqual([status, []]);
  });

  it("grants no preflight", async () => {
    for (const page of [origin, "http://localhost:5173"]) {
      const told = await from(await platformOf("library"), "OPTIONS", { ...asking, origin: page });
      expect(told.status).toBeGreaterThanOrEqual(400);
      expect(corsIn(told.headers)).toEqual([]);
    }
  });
});

function corsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith("access-control-"));
}
