import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering, operationAccepting } from "../../test/support/contracts/scratch.ts";
import { ask, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { type Platform, harOf } from "../index.ts";
import { defaultMock } from "./default-profile.ts";

const { organizationOf, tokenOf } = defaultMock.credentials;

describe("organizationOf()", () => {
  it("returns the organization that a token names", () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/);
    fc.assert(
      fc.property(name, fc.string({ minLength: 1 }), (organization, other) => {
        expect(organizationOf([tokenOf(organization)])).toBe(organization);
        expect(organizationOf([`x${other}`, tokenOf(organization)])).toBe(organization);
      }),
    );
  });

  it("returns a hash for any other credential, which the name does not contain", () => {
    const secret = fc.string({ minLength: 4 }).filter((text) => !text.startsWith("mock-"));
    fc.assert(
      fc.property(secret, secret, (one, other) => {
        expect(organizationOf([one])).toMatch(/^key-[0-9a-f]{16}$/);
        expect(organizationOf([one])).toBe(organizationOf([one]));
        if (one !== other) expect(organizationOf([one])).not.toBe(organizationOf([other]));
        expect(organizationOf([one, other])).not.toBe(organizationOf([one]));
      }),
    );
  });

  it.each(["mock-", "mock-a b", "mock--x", "Mock-acme", "org_acme", `mock-${"x".repeat(101)}`])(
    "treats %j as an arbitrary credential",
    (token) => {
      expect(organizationOf([token])).toMatch(/^key-/);
    },
  );

  it("refuses an empty credential", () => expect(organizationOf([""])).toBeUndefined());
});

const thing = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const schemes: JsonObject = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  digest: { type: "http", scheme: "digest" },
  oauth: { type: "oauth2", flows: {} },
  header: { type: "apiKey", in: "header", name: "X-Shop" },
  query: { type: "apiKey", in: "query", name: "k" },
  cookie: { type: "apiKey", in: "cookie", name: "s" },
  authorization: { type: "apiKey", in: "header", name: "Authorization" },
};

/** Platform of a shop whose only security scheme is the given one. */
function shopWith(scheme: string) {
  const security = [{ [scheme]: [] }];
  const create = {
    ...operationAccepting(thing),
    responses: { "201": (operationAnswering(thing)["responses"] as JsonObject)["200"] },
    security,
  };
  return compileInMemory({
    components: { securitySchemes: schemes },
    paths: { "/things": { get: { ...operationAnswering({ type: "array", items: thing }), security }, post: create } },
  } as never);
}

/** All texts in which a mock shows its organizations: states, journals, archives and logs. */
async function allShownOf(platform: Platform): Promise<string> {
  const names = await platform.organizations();
  const organizations = names.map((name) => platform.organization(name));
  const entries = organizations.flatMap(({ journal }) => journal.entries());
  const states = await Promise.all(organizations.map((each) => each.state()));
  return JSON.stringify([names, states, entries, harOf(entries), await platform.metrics()]);
}

describe("allShownOf()", () => {
  it("finds a secret that a client stores", async () => {
    const platform = platformServing([shopWith("bearer")]);
    await ask(platform, "POST /things", { body: { name: "s3cret" } });

    expect(await allShownOf(platform)).toContain("s3cret");
  });
});

/** Challenges of schemes other than bearer tokens. */
const challenges: Readonly<Record<string, RegExp>> = {
  basic: /^Basic realm="mock"$/,
  digest: /^Digest realm="mock", nonce="mock", qop="auth"$/,
  header: /^ApiKey realm="mock", in="header", name="X-Shop"$/,
  query: /^ApiKey realm="mock", in="query", name="k"$/,
  cookie: /^ApiKey realm="mock", in="cookie", name="s"$/,
  authorization: /^ApiKey realm="mock", in="header", name="Authorization"$/,
};

type Sent = { readonly headers: Readonly<Record<string, string>>; readonly query?: string };

const kinds: readonly [string, (secret: string) => Sent][] = [
  ["bearer", (secret) => ({ headers: { authorization: `Bearer ${secret}` } })],
  ["basic", (secret) => ({ headers: { authorization: `Basic ${btoa(`${secret}:x`)}` } })],
  ["basic", (secret) => ({ headers: { authorization: `Basic ${btoa(`:${secret}`)}` } })],
  ["digest", (secret) => ({ headers: { authorization: `Digest username="${secret}", response="0"` } })],
  ["oauth", (secret) => ({ headers: { authorization: `bearer ${secret}` } })],
  ["header", (secret) => ({ headers: { "x-shop": secret } })],
  ["query", (secret) => ({ headers: {}, query: `?k=${secret}` })],
  ["cookie", (secret) => ({ headers: { cookie: `theme=dark; s=${secret}` } })],
  ["authorization", (secret) => ({ headers: { authorization: `Bot ${secret}` } })],
  ["authorization", (secret) => ({ headers: { authorization: secret } })],
];

describe.each(kinds)("a credential of the scheme %s", (scheme, of) => {
  const secrets = ["s3cretOfTheFirst", "s3cretOfTheSecond"] as const;

  it("is accepted in any form, and each has an organization of its own", async () => {
    const platform = platformServing([shopWith(scheme)]);
    const call = async (method: string, secret: string) => {
      const { headers, query = "" } = of(secret);
      const body = method === "POST" ? { body: { name: secret === secrets[0] ? "first" : "second" } } : {};
      return ask(platform, `${method} /things${query}`, { token: "", headers, ...body });
    };
    for (const secret of secrets) expect((await call("POST", secret)).status).toBe(201);

    expect((await call("GET", secrets[0])).value).toMatchObject([{ name: "first" }]);
    expect((await call("GET", secrets[1])).value).toMatchObject([{ name: "second" }]);
    expect(await platform.organizations()).toHaveLength(2);
  });

  it("appears in no state, journal, archive or log", async () => {
    const observed: unknown[] = [];
    const platform = platformServing([shopWith(scheme)], {
      observe: (...args) => void observed.push(args),
    });
    const { headers, query = "" } = of(secrets[0]);
    await ask(platform, `POST /things${query}`, { token: "", headers, body: { name: "one" } });
    await ask(platform, `GET /things${query}`, { token: "", headers });
    const shown = `${await allShownOf(platform)} ${JSON.stringify(observed)}`;

    expect(shown).toContain("/things");
    expect(observed).toHaveLength(2);
    expect(shown).not.toContain(secrets[0]);
    expect(shown).not.toContain(btoa(`${secrets[0]}:x`));
    expect(shown).not.toContain(btoa(`:${secrets[0]}`));
  });

  it("selects the organization that a token names", async () => {
    const platform = platformServing([shopWith(scheme)]);
    const { headers, query = "" } = of(platform.organization("acme").token);
    await ask(platform, `POST /things${query}`, { token: "", headers, body: {} });

    expect(await platform.organizations()).toEqual(["acme"]);
  });

  it("is required where the document requires it", async () => {
    const { status, headers } = await ask(platformServing([shopWith(scheme)]), "GET /things", { token: "" });

    expect(status).toBe(401);
    expect(headers["www-authenticate"]).toMatch(challenges[scheme] ?? /^Bearer realm="mock"$/);
  });
});

describe("credentials of two schemes that are required together", () => {
  it("select one organization for each pair", async () => {
    const platform = await platformOf("query-key");
    const call = (query: string, header: string) =>
      ask(platform, `GET /both?appid=${query}`, { token: "", headers: { "x-app-id": header } });
    for (const [query, header] of [
      ["a", "1"],
      ["a", "2"],
      ["b", "1"],
      ["a", "1"],
    ] as const)
      expect((await call(query, header)).status).not.toBe(401);

    expect(await platform.organizations()).toHaveLength(3);
  });
});

describe("generated values", () => {
  it("are flags that are off, and states in which things work, with another profile the first ones", async () => {
    const schema = {
      type: "object",
      required: ["id", "status", "livemode", "is_active"],
      properties: {
        id: { type: "string" },
        status: { enum: ["failed", "pending", "succeeded"] },
        livemode: { type: "boolean" },
        is_active: { type: "boolean" },
      },
    };
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    const contract = compileInMemory({
      paths: { "/charges/{id}": { get: { ...operationAnswering(schema), parameters } } },
    });
    const [usual, others] = await Promise.all(
      [defaultMock, { ...defaultMock, usualValues: false }].map(async (profile) => {
        const { value } = await ask(platformServing([contract], { profile }), "GET /charges/c1");
        return value as JsonObject;
      }),
    );

    expect(usual).toEqual({ id: "c1", status: "succeeded", livemode: false, is_active: true });
    expect(others).toEqual({ id: "c1", status: "failed", livemode: true, is_active: true });
  });
});
