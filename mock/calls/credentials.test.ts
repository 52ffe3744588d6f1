import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { organizationOf } from "./credentials.ts";

describe("organizationOf()", () => {
  it("reads the name out of a token, whatever follows the colon", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/);
    fc.assert(
      fc.property(name, fc.string(), (organization, rest) => {
        expect(organizationOf(`org_${organization}`)).toBe(organization);
        expect(organizationOf(`org_${organization}:${rest}`)).toBe(organization);
      }),
    );
  });

  it.each(["", "acme", "org_", "org_:x", "org_-acme", "org_a b", "xorg_acme", "Bearer org_acme", "org_acme\n"])(
    "finds none in %j",
    (token) => {
      expect(organizationOf(token)).toBeUndefined();
    },
  );
});

describe("a request without credentials", () => {
  it.each([
    ["library", "GET /books", /send the header "Authorization: Bearer …" with a token such as org_acme$/, "Bearer"],
    ["forms-basic", "GET /messages/x", /send HTTP Basic with the token as the user/, 'Basic realm="mock"'],
    ["query-key", "GET /cities/Rome", /send the query "appid" with a token/, "Bearer"],
    ["query-key", "GET /both", /send the query "appid" and the header "X-App-Id" with a token/, "Bearer"],
  ])("to %s is refused with 401 and a hint: %s", async (name, line, hint, challenge) => {
    const refused = await ask(await platformOf(name), line, { token: "" });

    expect(refused.status).toBe(401);
    expect(messageOf(refused.value)).toMatch(/^The request carries no credentials: /);
    expect(messageOf(refused.value)).toMatch(hint);
    expect(refused.headers["www-authenticate"]).toBe(challenge);
  });

  it("is not refused where none are needed", async () => {
    expect((await ask(await platformOf("query-key"), "GET /open", { token: "" })).status).toBe(204);
    expect((await ask(await platformOf("identifiers"), "POST /numbers", { token: "", body: {} })).status).toBe(201);
  });
});

describe("a token that names no organization", () => {
  it.each([
    ["library", "GET /books", { authorization: "Bearer secret" }],
    ["library", "GET /books", { authorization: "bearer org_" }],
    ["forms-basic", "GET /messages/x", { authorization: `Basic ${btoa("secret:x")}` }],
    ["query-key", "GET /cities/Rome?appid=secret", {}],
    ["query-key", "GET /cities/Rome", { "x-app-id": "secret" }],
    ["query-key", "GET /cities/Rome", { cookie: "app=secret" }],
  ])("is refused with 401 and its form: %s %s %o", async (name, line, headers) => {
    const refused = await ask(await platformOf(name), line, { token: "", headers });

    expect(refused.status).toBe(401);
    expect(messageOf(refused.value)).toMatch(/names no organization: it must read org_<name> or org_<name>:<anything>/);
  });
});

describe("a token", () => {
  it.each([
    ["library", "GET /books", { authorization: "Bearer org_acme" }],
    ["library", "GET /books", { authorization: "bEARER  org_acme:ci " }],
    ["forms-basic", "GET /messages/SM00000000", { authorization: `basic ${btoa("org_acme:any:password")}` }],
    ["forms-basic", "GET /messages/SM00000000", { authorization: `Basic ${btoa("org_acme")}` }],
    ["query-key", "GET /cities/Rome?units=metric&appid=org_acme", {}],
    ["query-key", "GET /cities/Rome", { "x-app-id": "org_acme" }],
    ["query-key", "GET /cities/Rome", { cookie: "a=b; app=org_acme; c=d" }],
    ["query-key", "GET /both?appid=org_acme", { "x-app-id": "org_acme" }],
  ])("is taken where the contract says: %s %s %o", async (name, line, headers) => {
    expect((await ask(await platformOf(name), line, { token: "", headers })).status).not.toBe(401);
  });

  it.each([
    ["library", "GET /books", { authorization: "Basic org_acme" }],
    ["library", "GET /books?token=org_acme", {}],
    ["forms-basic", "GET /messages/x", { authorization: "Bearer org_acme" }],
    ["query-key", "GET /both?appid=org_acme", {}],
  ])("is not taken elsewhere: %s %s %o", async (name, line, headers) => {
    expect((await ask(await platformOf(name), line, { token: "", headers })).status).toBe(401);
  });
});

function messageOf(value: { detail?: string; message?: string; errors: [{ message: string }] }): string {
  return value.detail ?? value.message ?? value.errors[0].message;
}
