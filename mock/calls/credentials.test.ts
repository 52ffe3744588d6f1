import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

describe("a request without credentials", () => {
  it.each([
    [
      "library",
      "GET /books",
      /send the header "Authorization: Bearer …"; any value is accepted, and mock-acme acts for "acme"$/,
      'Bearer realm="mock"',
    ],
    ["forms-basic", "GET /messages/x", /send HTTP Basic with the token as the user/, 'Basic realm="mock"'],
    [
      "query-key",
      "GET /cities/Rome",
      /send the query "appid", or the header "X-App-Id", or the cookie "app"; any value/,
      keyChallenges(["query", "appid"], ["header", "X-App-Id"], ["cookie", "app"]),
    ],
    [
      "query-key",
      "GET /both",
      /send the query "appid" and the header "X-App-Id"; any value/,
      keyChallenges(["query", "appid"], ["header", "X-App-Id"]),
    ],
  ])("to %s is refused with 401 and a hint: %s", async (name, line, hint, challenge) => {
    const refused = await ask(await platformOf(name), line, { token: "" });

    expect(refused.status).toBe(401);
    expect(messageOf(refused.value)).toMatch(/^The request carries no credentials: /);
    expect(messageOf(refused.value)).toMatch(hint);
    expect(refused.headers["www-authenticate"]).toBe(challenge);
  });

  it("is accepted if the operation requires no credentials", async () => {
    expect((await ask(await platformOf("query-key"), "GET /open", { token: "" })).status).toBe(204);
    expect((await ask(await platformOf("identifiers"), "POST /numbers", { token: "", body: {} })).status).toBe(201);
  });
});

describe("a token", () => {
  it.each([
    ["library", "GET /books", { authorization: "Bearer mock-acme" }],
    ["library", "GET /books", { authorization: "bEARER  mock-acme " }],
    ["forms-basic", "GET /messages/SM00000000", { authorization: `basic ${btoa("mock-acme:any:password")}` }],
    ["forms-basic", "GET /messages/SM00000000", { authorization: `Basic ${btoa("mock-acme:")}` }],
    ["query-key", "GET /cities/Rome?units=metric&appid=mock-acme", {}],
    ["query-key", "GET /cities/Rome", { "x-app-id": "mock-acme" }],
    ["query-key", "GET /cities/Rome", { cookie: "a=b; app=mock-acme; c=d" }],
    ["query-key", "GET /both?appid=mock-acme", { "x-app-id": "mock-acme" }],
  ])("is accepted in the place that the contract documents: %s %s %o", async (name, line, headers) => {
    expect((await ask(await platformOf(name), line, { token: "", headers })).status).not.toBe(401);
  });

  it.each([
    ["library", "GET /books", { authorization: "Basic mock-acme" }],
    ["library", "GET /books?token=mock-acme", {}],
    ["forms-basic", "GET /messages/x", { authorization: "Bearer mock-acme" }],
    ["query-key", "GET /both?appid=mock-acme", {}],
  ])("is refused in any other place: %s %s %o", async (name, line, headers) => {
    expect((await ask(await platformOf(name), line, { token: "", headers })).status).toBe(401);
  });
});

/** Challenges for API keys in the given places. */
function keyChallenges(...keys: readonly (readonly [place: string, name: string])[]): string {
  return keys.map(([place, name]) => `ApiKey realm="mock", in="${place}", name="${name}"`).join(", ");
}

function messageOf(value: { detail?: string; message?: string; errors: [{ message: string }] }): string {
  return value.detail ?? value.message ?? value.errors[0].message;
}
