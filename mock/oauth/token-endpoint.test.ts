import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAccepting, operationAnswering } from "../../test/support/contracts/scratch.ts";
import { type ParsedResponse, ask, ownPlatform, platformServing } from "../../test/support/mock/ask.ts";
import { type Platform, type PlatformOptions, harOf } from "../index.ts";

const thing = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };

const flows: JsonObject = {
  clientCredentials: { tokenUrl: "https://auth.example.com/login/token", scopes: { read: "", write: "" } },
  password: { tokenUrl: "/password/token", scopes: {} },
  authorizationCode: { authorizationUrl: "/authorize", tokenUrl: "code/token", refreshUrl: "code/refresh", scopes: {} },
  implicit: { authorizationUrl: "/authorize", scopes: {} },
};

/** Platform of a document with OAuth, whose server is below "/v1". */
function shop(options: Partial<PlatformOptions> = {}, paths: JsonObject = {}): Platform {
  const created = { "201": (operationAnswering(thing)["responses"] as JsonObject)["200"] as Json };
  const document = {
    servers: [{ url: "https://api.example.com/v1" }],
    security: [{ oauth: [] }],
    components: {
      securitySchemes: {
        oauth: { type: "oauth2", flows },
        openId: {
          type: "openIdConnect",
          openIdConnectUrl: "https://auth.example.com/.well-known/openid-configuration",
        },
      },
    },
    paths: {
      "/things": {
        get: operationAnswering({ type: "array", items: thing }),
        post: { ...operationAccepting(thing), responses: created },
      },
      ...paths,
    },
  };
  return platformServing([compileInMemory(document as never)], options);
}

const TOKEN = "/_concord/oauth/token";

type Parameters = Readonly<Record<string, string>> | readonly (readonly [string, string])[] | string;

/** Sends a form to a token endpoint. */
function request(
  platform: Platform,
  form: Parameters,
  { path = TOKEN, headers = {} }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<ParsedResponse> {
  return ask(platform, `POST ${path}`, {
    token: "",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: String(new URLSearchParams(form as never)),
  });
}

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
const credentialsOf = (id: string) => ({ grant_type: "client_credentials", client_id: id, client_secret: "s" });

/** Creates a thing with a token. */
function create(platform: Platform, token: string, name: string): Promise<ParsedResponse> {
  return ask(platform, "POST /things", { token, body: { name } });
}

/** Names of the things that a token reads, or the status of a refusal. */
async function namesOf(platform: Platform, token: string): Promise<unknown> {
  const { status, value } = await ask(platform, "GET /things", { token });
  return status === 200 ? (value as { name: string }[]).map(({ name }) => name) : status;
}

describe("a token for client credentials", () => {
  it.each(["/login/token", TOKEN])("is issued at %s", async (path) => {
    const answered = await request(
      shop(),
      { grant_type: "client_credentials", scope: "read write" },
      { path, headers: basic("app", "s3cret") },
    );

    expect(answered).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json", "cache-control": "no-store", pragma: "no-cache" },
    });
    expect(answered.value).toEqual({
      access_token: expect.any(String) as string,
      token_type: "Bearer",
      expires_in: 3600,
      scope: "read write",
    });
  });

  it("selects the organization of the client, also after it is renewed", async () => {
    const platform = shop();
    const tokenOf = async (client: string) =>
      (await request(platform, credentialsOf(client))).value.access_token as string;
    await create(platform, await tokenOf("one"), "first");
    await create(platform, await tokenOf("two"), "second");
    platform.clock.advance(1000);

    expect(await namesOf(platform, await tokenOf("one"))).toEqual(["first"]);
    expect(await namesOf(platform, await tokenOf("two"))).toEqual(["second"]);
    expect(await platform.organizations()).toHaveLength(2);
  });

  it("selects the organization that the client names", async () => {
    const platform = shop();
    await create(platform, (await request(platform, credentialsOf("mock-acme"))).value.access_token, "mine");

    expect(await platform.organizations()).toEqual(["acme"]);
  });

  it("is valid in a mock that starts again with the same seed, and in no other", async () => {
    const token = (await request(shop(), credentialsOf("mock-acme"))).value.access_token as string;
    const organizationIn = async (seed: string) => {
      const platform = shop({ seed });
      await create(platform, token, "x");
      return platform.organizations();
    };

    expect(await organizationIn("concord")).toEqual(["acme"]);
    expect(await organizationIn("other")).toEqual([expect.stringMatching(/^key-/)]);
  });

  it("is an arbitrary credential if its contents are changed", async () => {
    const platform = shop();
    const token = (await request(platform, credentialsOf("mock-acme"))).value.access_token as string;
    const [header, , signature] = token.split(".");
    const claims = Buffer.from(JSON.stringify({ sub: "mock-other", iat: 0, exp: 1 })).toString("base64url");
    await create(platform, `${header}.${claims}.${signature}`, "x");

    expect(await platform.organizations()).toEqual(["acme", expect.stringMatching(/^key-/)]);
  });
});

describe("an expired token", () => {
  it("is refused with 401, by the clock of its organization", async () => {
    const platform = shop();
    const [one, two] = await Promise.all(
      ["mock-one", "mock-two"].map(
        async (id) => (await request(platform, credentialsOf(id))).value.access_token as string,
      ),
    );
    platform.organization("one").clock.advance(3_599_999);
    expect(await namesOf(platform, one as string)).toEqual([]);
    platform.organization("one").clock.advance(1);
    const refused = await ask(platform, "GET /things", { token: one });

    expect(refused.status).toBe(401);
    expect(refused.headers["www-authenticate"]).toBe(
      'Bearer realm="mock", error="invalid_token", error_description="The access token expired"',
    );
    expect(await namesOf(platform, two as string)).toEqual([]);
  });

  it("can be replaced by a new one, which begins at the time of the organization", async () => {
    const platform = shop();
    platform.organization("one").clock.advance(10_000_000);
    const token = (await request(platform, credentialsOf("mock-one"))).value.access_token as string;

    expect(await namesOf(platform, token)).toEqual([]);
    platform.organization("one").clock.advance(3_600_000);
    expect(await namesOf(platform, token)).toBe(401);
  });
});

describe("the other grants", () => {
  it.each<[string, string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ["password", "/password/token", { username: "mock-acme", password: "p" }, {}],
    ["password", "/password/token", { username: "mock-acme", password: "p" }, basic("app", "secret")],
    ["authorization_code", "/v1/code/token", { code: "any", client_id: "mock-acme", code_verifier: "v" }, {}],
    ["authorization_code", "/code/token", { code: "any" }, basic("mock-acme", "secret")],
    ["authorization_code", "/code/token", { code: "any", client_id: "mock-acme" }, basic("mock-acme", "secret")],
  ])("%s at %s selects the organization of the user or client: %o %o", async (grant_type, path, form, headers) => {
    const platform = shop();
    const { value } = await request(platform, { grant_type, ...form }, { path, headers });
    await create(platform, value.access_token, "mine");

    expect(await platform.organizations()).toEqual(["acme"]);
    expect(value.refresh_token).toEqual(expect.any(String));
  });

  it("refresh a token, with its scope or less", async () => {
    const platform = shop();
    const first = await request(platform, {
      grant_type: "authorization_code",
      code: "c",
      client_id: "mock-acme",
      scope: "a b",
    });
    platform.clock.advance(4_000_000);
    const refresh = (more: Readonly<Record<string, string>>) =>
      request(
        platform,
        { grant_type: "refresh_token", refresh_token: first.value.refresh_token, ...more },
        { path: "/code/refresh" },
      );

    expect(await namesOf(platform, first.value.access_token)).toBe(401);
    const renewed = await refresh({});
    expect(renewed.value).toMatchObject({ scope: "a b" });
    await create(platform, renewed.value.access_token, "mine");
    expect(await platform.organizations()).toEqual(["acme"]);
    expect((await refresh({ client_id: "mock-acme", scope: "b" })).value).toMatchObject({ scope: "b" });
    expect((await refresh({ scope: "c" })).value).toMatchObject({ error: "invalid_scope" });
    expect((await refresh({ client_id: "other" })).value).toMatchObject({ error: "invalid_grant" });
    platform.clock.advance(30 * 24 * 3_600_000);
    expect((await refresh({})).value).toMatchObject({ error: "invalid_grant" });
  });

  it("accept a signed assertion of the client in place of a secret", async () => {
    const platform = shop();
    const claims = Buffer.from(JSON.stringify({ sub: "mock-acme" })).toString("base64url");
    const { value } = await request(platform, {
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: `e30.${claims}.s`,
    });
    await create(platform, value.access_token, "mine");

    expect(await platform.organizations()).toEqual(["acme"]);
  });
});

describe("a token request", () => {
  const grant = { grant_type: "client_credentials" };
  it.each<[string, Parameters, Readonly<Record<string, string>>, number, string]>([
    ["has no client", grant, {}, 401, "invalid_client"],
    ["has no secret", { ...grant, client_id: "a" }, {}, 401, "invalid_client"],
    ["has a secret without a client", { ...grant, client_secret: "a" }, {}, 401, "invalid_client"],
    ["has an empty secret", { ...grant, client_id: "a", client_secret: "" }, {}, 401, "invalid_client"],
    ["has malformed HTTP Basic", grant, { authorization: "Basic a:b" }, 401, "invalid_client"],
    ["has HTTP Basic without a client", grant, basic("", "s"), 401, "invalid_client"],
    ["has another scheme", grant, { authorization: "Bearer x" }, 401, "invalid_client"],
    ["has a malformed assertion", { ...grant, client_assertion: "x" }, {}, 401, "invalid_client"],
    ["has two secrets", { ...grant, client_secret: "s" }, basic("a", "s"), 400, "invalid_request"],
    ["has two clients", { ...grant, client_id: "b" }, basic("a", "s"), 400, "invalid_request"],
    ["has no grant type", {}, basic("a", "s"), 400, "invalid_request"],
    ["has an unknown grant type", { grant_type: "implicit" }, basic("a", "s"), 400, "unsupported_grant_type"],
    [
      "has a parameter twice",
      [...Object.entries(grant), ["scope", "a"], ["scope", "b"]],
      basic("a", "s"),
      400,
      "invalid_request",
    ],
    ["has a malformed scope", { ...grant, scope: "a  b" }, basic("a", "s"), 400, "invalid_scope"],
    ["has no password", { grant_type: "password", username: "a" }, {}, 400, "invalid_request"],
    ["has no code", { grant_type: "authorization_code", client_id: "a" }, {}, 400, "invalid_request"],
    ["has a code without a client", { grant_type: "authorization_code", code: "c" }, {}, 401, "invalid_client"],
    ["has an unknown refresh token", { grant_type: "refresh_token", refresh_token: "x" }, {}, 400, "invalid_grant"],
    ["is JSON", "{}", { "content-type": "application/json" }, 400, "invalid_request"],
  ])("is refused if it %s", async (_, form, headers, status, error) => {
    const refused = await request(shop(), form, { headers });

    expect([refused.status, refused.value]).toEqual([
      status,
      { error, error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) as string },
    ]);
    expect(refused.headers["cache-control"]).toBe("no-store");
    expect(refused.headers["www-authenticate"]).toBe(status === 401 ? 'Basic realm="mock"' : undefined);
  });

  it("with any header and body gets a token or an error", async () => {
    const platform = shop();
    const names = [
      "grant_type",
      "client_id",
      "client_secret",
      "client_assertion",
      "scope",
      "code",
      "refresh_token",
      "username",
      "password",
      "",
    ];
    const pair = fc.tuple(
      fc.constantFrom(...names),
      fc.oneof(
        fc.string(),
        fc.constantFrom("refresh_token", "client_credentials", "password", "authorization_code", "e30.W10."),
      ),
    );
    const header = fc.oneof(
      fc.string(),
      fc.base64String().map((text) => `Basic ${text}`),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pair), header, async (pairs, authorization) => {
        const { status, value } = await request(platform, pairs, {
          headers: authorization === undefined ? {} : { authorization },
        });
        expect([200, 400, 401]).toContain(status);
        expect(value).toHaveProperty(status === 200 ? "access_token" : "error");
      }),
    );
  });

  it("is refused at a path of the document whose flows do not include the grant", async () => {
    const form = { grant_type: "password", username: "u", password: "p" };
    const refused = await request(shop(), form, { path: "/login/token", headers: basic("a", "s") });

    expect([refused.status, refused.value.error]).toEqual([400, "unsupported_grant_type"]);
  });

  it("is refused with 405 if it is no POST", async () => {
    const refused = await ask(shop(), `GET ${TOKEN}`, { token: "" });

    expect([refused.status, refused.headers["allow"]]).toEqual([405, "POST"]);
  });

  it("is refused with the reason if it is JSON, unless the document describes an operation there", async () => {
    const send = (platform: Platform, path: string) => ask(platform, `POST ${path}`, { token: "x", body: {} });
    const described = shop({}, { "/code/token": { post: operationAnswering({ const: "documented" }) } });

    expect((await send(shop(), "/code/token")).value).toMatchObject({ error: "invalid_request" });
    const general = shop({}, { "/{group}/{name}": { post: operationAnswering({ const: "documented" }) } });
    for (const platform of [described, general])
      for (const path of ["/code/token", "/v1/code/token"])
        expect((await send(platform, path)).value).toBe("documented");
  });

  it("has precedence over an operation that the document describes, which serves other bodies", async () => {
    const platform = shop({}, { "/login/token": { post: operationAnswering({ const: "documented" }) } });

    expect((await request(platform, credentialsOf("a"), { path: "/login/token" })).value).toHaveProperty("expires_in");
    expect((await ask(platform, "POST /login/token", { token: "x" })).value).toBe("documented");
  });

  it("may come from a page of another origin, unless that is forbidden", async () => {
    const origin = { origin: "https://app.example.com" };
    const allowed = await request(shop(), credentialsOf("a"), { headers: origin });
    const preflight = await ask(shop(), `OPTIONS ${TOKEN}`, {
      token: "",
      headers: { ...origin, "access-control-request-method": "POST" },
    });
    const forbidden = await request(shop({ cors: false }), credentialsOf("a"), { headers: origin });

    expect(allowed.headers["access-control-allow-origin"]).toBe("https://app.example.com");
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([204, "POST"]);
    expect(forbidden.headers["access-control-allow-origin"]).toBeUndefined();
  });

  it("needs a client that names an organization, if the profile requires that", async () => {
    const platform = await ownPlatform();

    expect((await request(platform, credentialsOf("other"))).value).toMatchObject({ error: "invalid_client" });
    expect((await request(platform, credentialsOf("org_acme"))).status).toBe(200);
  });
});

describe("the metadata of the token endpoint", () => {
  it.each(["/.well-known/openid-configuration", "/_concord/oauth/.well-known/openid-configuration"])(
    "at %s names the endpoint of this mock",
    async (path) => {
      const platform = shop();
      const { value } = await ask(platform, `GET ${path}`, { token: "", headers: { host: "127.0.0.1:4010" } });

      expect(value).toMatchObject({
        issuer: "http://127.0.0.1:4010/_concord/oauth",
        token_endpoint: "http://127.0.0.1:4010/_concord/oauth/token",
        grant_types_supported: ["client_credentials", "password", "authorization_code", "refresh_token"],
      });
    },
  );
});

describe("secrets of token requests", () => {
  it("appear in no state, journal, archive, metric or log", async () => {
    const observed: unknown[] = [];
    const platform = shop({ observe: (...args) => void observed.push(args) });
    const secrets = ["s3cretOfTheClient", "s3cretOfTheUser"];
    const issued = await Promise.all([
      request(
        platform,
        { grant_type: "client_credentials" },
        { path: "/login/token", headers: basic("app", "s3cretOfTheClient") },
      ),
      request(platform, { grant_type: "password", username: "u", password: "s3cretOfTheUser" }),
    ]);
    for (const { value } of issued) {
      secrets.push(value.access_token as string, (value.access_token as string).split(".")[2] as string);
      await create(platform, value.access_token, "visible");
    }
    await request(platform, { grant_type: "client_credentials", client_secret: "s3cretOfTheClient" });
    const organizations = (await platform.organizations()).map((name) => platform.organization(name));
    const entries = organizations.flatMap(({ journal }) => journal.entries());
    const states = await Promise.all(organizations.map((each) => each.state()));
    const shown = JSON.stringify([states, entries, harOf(entries), await platform.metrics(), observed]);

    expect(shown).toContain("visible");
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    expect(shown).not.toContain(btoa("app:s3cretOfTheClient"));
  });
});
