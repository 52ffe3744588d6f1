import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering, operationAccepting } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const item = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const schemes: JsonObject = {
  authorization: { type: "apiKey", in: "header", name: "Authorization" },
  lowercase: { type: "apiKey", in: "header", name: "authorization" },
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  token: { type: "http", scheme: "Token" },
  digest: { type: "http", scheme: "digest" },
  oauth: { type: "oauth2", flows: {} },
  openId: { type: "openIdConnect", openIdConnectUrl: "https://example.com" },
  tls: { type: "mutualTLS" },
};

function platformWith(security: Json) {
  const list = { ...operationAnswering({ type: "array", items: item }), security };
  const create = {
    ...operationAccepting(item),
    responses: { "201": (operationAnswering(item)["responses"] as JsonObject)["200"] as Json },
  };
  const contract = compileInMemory({
    components: { securitySchemes: schemes },
    paths: { "/things": { get: list, post: { ...create, security } } },
  });
  return platformServing([contract]);
}

const any = (...names: string[]): Json => names.map((name) => ({ [name]: [] }));

async function organizationWith(security: Json, headers: Readonly<Record<string, string>>, query = "") {
  const platform = platformWith(security);
  const { status } = await ask(platform, `POST /things${query}`, { token: "", headers, body: { name: "first" } });
  const [name, another] = await platform.organizations();
  expect(another).toBeUndefined();
  return status === 201 ? (name ?? "public") : status;
}

describe("an apiKey scheme in the header Authorization", () => {
  it.each([
    "Bearer abc.def",
    "Bot MTk4.Cl2FMQ",
    "Token xyz",
    "ghp_raw",
    "GenieKey a b",
    "Token token=abc",
    "Basic YTpi",
  ])("accepts %j, and gives it a separate state", async (authorization) => {
    const platform = platformWith(any("authorization"));
    const made = await ask(platform, "POST /things", { token: "", headers: { authorization }, body: { name: "own" } });
    const listed = async (other: string): Promise<unknown> =>
      (await ask(platform, "GET /things", { token: "", headers: { authorization: other } })).value;

    expect(made.status).toBe(201);
    expect(await listed(authorization)).toMatchObject([{ name: "own" }]);
    expect(await listed("Bearer another")).toEqual([]);
    // The name of an organization is shown in many places, so it must not contain the secret.
    expect((await platform.organizations()).join()).not.toContain(authorization.split(" ").at(-1));
  });

  it.each(["Bearer mock-acme", "Bot mock-acme", "mock-acme", "token mock-acme", `Basic ${btoa("mock-acme:x")}`])(
    "selects the organization that %j names",
    async (authorization) => {
      expect(await organizationWith(any("authorization"), { authorization })).toBe("acme");
      expect(await organizationWith(any("lowercase"), { authorization })).toBe("acme");
    },
  );

  it("identifies the sender of signed requests by the key, not by the signature", async () => {
    const signed = (signature: string): string =>
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260105/us-east-1/s3/aws4_request, Signature=${signature}`;
    const organization = (signature: string) =>
      organizationWith(any("authorization"), { authorization: signed(signature) });

    expect(await organization("abc")).toBe(await organization("def"));
  });

  it.each([[{}], [{ authorization: "" }], [{ authorization: "Bearer " }]])("refuses %o", async (headers) => {
    expect(await organizationWith(any("authorization"), headers as Record<string, string>)).toBe(401);
  });
});

describe("every other scheme", () => {
  it.each<[string, Json, Readonly<Record<string, string>>, string, string | number]>([
    ["a header", any("header"), { "x-api-key": "mock-acme" }, "", "acme"],
    ["a query", any("query"), {}, "?key=mock-acme", "acme"],
    ["a cookie", any("cookie"), { cookie: "session=mock-acme" }, "", "acme"],
    ["bearer", any("bearer"), { authorization: "Bearer mock-acme" }, "", "acme"],
    ["basic", any("basic"), { authorization: `Basic ${btoa("mock-acme:x")}` }, "", "acme"],
    ["an unusual scheme", any("token"), { authorization: "Token mock-acme" }, "", "acme"],
    ["an unusual scheme in other letters", any("token"), { authorization: "token mock-acme" }, "", "acme"],
    ["digest", any("digest"), { authorization: 'Digest username="mock-acme", nonce="x", response="y"' }, "", "acme"],
    ["another scheme than the documented one", any("token"), { authorization: "Basic mock-acme" }, "", 401],
    ["oauth2", any("oauth"), { authorization: "Bearer mock-acme" }, "", "acme"],
    ["openIdConnect", any("openId"), { authorization: "Bearer mock-acme" }, "", "acme"],
    ["mutualTLS, which no request shows", any("tls"), {}, "", "public"],
    ["mutualTLS with a token", [{ tls: [], bearer: [] }], { authorization: "Bearer mock-acme" }, "", "acme"],
    ["mutualTLS with a token that lacks", [{ tls: [], bearer: [] }], {}, "", 401],
    ["one of two", any("authorization", "query"), {}, "?key=mock-acme", "acme"],
    ["one of two, the other way", any("query", "authorization"), { authorization: "Bot mock-acme" }, "", "acme"],
    ["no security", [], {}, "", "public"],
    ["optional credentials that lack", [{}, { header: [] }], {}, "", "public"],
    ["optional credentials, named last", [{ header: [] }, {}], { "x-api-key": "mock-acme" }, "", "acme"],
    ["optional credentials, named first", [{}, { header: [] }], { "x-api-key": "mock-acme" }, "", "acme"],
  ])("selects an organization: %s", async (_, security, headers, query, expected) => {
    expect(await organizationWith(security, headers, query)).toBe(expected);
  });

  it("is named in the WWW-Authenticate header of a refusal", async () => {
    const { headers, value } = await ask(platformWith(any("token")), "GET /things", { token: "" });

    expect(headers["www-authenticate"]).toBe('Token realm="mock"');
    expect(value.detail).toContain('"Authorization: Token …"');
  });
});

describe("a scheme that the document does not describe", () => {
  it.each<[string, Readonly<Record<string, string>>, unknown]>([
    ["the cookie of another scheme", { cookie: "session=mock-acme" }, "acme"],
    ["a bearer token", { authorization: "Bearer mock-acme" }, "acme"],
    ["another header", { "x-other": "mock-acme" }, 401],
    ["no credentials", {}, 401],
  ])("is given with %s: %j leads to %j", async (_, headers, expected) => {
    expect(await organizationWith(any("*"), headers)).toBe(expected);
  });
});
