import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, fixture, platformServing } from "../../../test/support/mock/ask.ts";
import { platformMock } from "../mock.ts";
import { readTokenOrganization } from "./credentials.ts";

describe("readTokenOrganization()", () => {
  it("returns the organization name in a token, and ignores the text after the colon", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/);
    fc.assert(
      fc.property(name, fc.string(), (organization, rest) => {
        expect(readTokenOrganization(`org_${organization}`)).toBe(organization);
        expect(readTokenOrganization(`org_${organization}:${rest}`)).toBe(organization);
      }),
    );
  });

  it.each([
    "",
    "acme",
    "org_",
    "org_:x",
    "org_-acme",
    "org_a b",
    "xorg_acme",
    "Bearer org_acme",
    "org_acme\n",
    `org_${"x".repeat(101)}`,
  ])("returns no organization for %j", (token) => {
    expect(readTokenOrganization(token)).toBeUndefined();
  });
});

async function refusalOf(name: string, line: string, headers: Readonly<Record<string, string>>) {
  const platform = platformServing([await fixture(name)], { profile: platformMock });
  const { status, value } = await ask(platform, line, { token: "", headers });
  return { status, message: value.detail ?? value.message ?? value.errors[0].message };
}

describe("a token that names no organization", () => {
  it.each([
    ["library", "GET /books", { authorization: "Bearer secret" }],
    ["library", "GET /books", { authorization: "bearer org_" }],
    ["forms-basic", "GET /messages/x", { authorization: `Basic ${btoa("secret:x")}` }],
    ["query-key", "GET /cities/Rome?appid=secret", {}],
    ["query-key", "GET /cities/Rome", { "x-app-id": "secret" }],
    ["query-key", "GET /cities/Rome", { cookie: "app=secret" }],
  ])("is refused with 401 and a description of valid tokens: %s %s %o", async (name, line, headers) => {
    expect(await refusalOf(name, line, headers as Record<string, string>)).toEqual({
      status: 401,
      message: expect.stringContaining("names no organization: it must read org_<name> or org_<name>:<anything>"),
    });
  });
});

describe("a request without credentials", () => {
  it("is refused with 401 and a description of valid tokens", async () => {
    expect(await refusalOf("library", "GET /books", {})).toEqual({
      status: 401,
      message: expect.stringMatching(/send the header "Authorization: Bearer …" with a token such as org_acme$/),
    });
  });
});

describe("a token of an organization", () => {
  it.each(["Bearer org_acme", "bEARER  org_acme:ci "])("selects that organization: %s", async (authorization) => {
    const platform = platformServing([await fixture("library")], { profile: platformMock });
    await ask(platform, "POST /books", { token: "", headers: { authorization }, body: { title: "Emma" } });

    expect(await platform.organizations()).toEqual(["acme"]);
  });
});
