import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAccepting, operationAnswering } from "../../test/support/contracts/scratch.ts";
import { type RequestOptions, ask, platformServing } from "../../test/support/mock/ask.ts";
import type { TenantFrom, TenantRequest } from "./tenant-source.ts";

const thing = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const shopParameter = { name: "shop", in: "path", required: true, schema: { type: "string" } };

function serve(tenantFrom: TenantFrom) {
  const list = operationAnswering({ type: "array", items: thing });
  const created = { "201": (operationAnswering(thing)["responses"] as JsonObject)["200"] as Json };
  const create = { ...operationAccepting(thing), responses: created };
  const document = {
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths: {
      "/things": { get: list, post: create },
      "/shops/{shop}/things": { parameters: [shopParameter], get: list, post: create },
      "/open": { get: { ...list, security: [] } },
    },
  };
  return platformServing([compileInMemory(document as never)], { tenantFrom });
}

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

/** Organizations that one request creates. */
async function organizationsWith(tenantFrom: TenantFrom, line: string, options: RequestOptions = {}): Promise<string> {
  const platform = serve(tenantFrom);
  const body = line.startsWith("POST") ? { body: { name: "x" } } : {};
  const { status } = await ask(platform, line, { token: "mock-fallback", ...body, ...options });
  return status < 300 ? (await platform.organizations()).join() : String(status);
}

describe("tenantFrom", () => {
  it.each<[string, string, RequestOptions, string | RegExp]>([
    ["header:X-Tenant", "POST /things", { headers: { "x-tenant": "acme" } }, "acme"],
    ["header:X-Tenant", "POST /things", {}, "fallback"],
    ["header:X-Tenant", "POST /things", { headers: { "x-tenant": "" } }, "fallback"],
    ["header:X-Tenant", "POST /things", { headers: { "x-tenant": "acme" }, token: "" }, "401"],
    ["query:tenant", "POST /things?tenant=acme", {}, "acme"],
    ["query:tenant", "POST /things", {}, "fallback"],
    ["cookie:tenant", "POST /things", { headers: { cookie: "a=b; tenant=acme" } }, "acme"],
    ["path:shop", "POST /shops/acme/things", {}, "acme"],
    ["path:shop", "POST /things", {}, "fallback"],
    ["claim:sub", "POST /things", { token: jwt({ sub: "acme" }) }, "acme"],
    ["claim:org.id", "POST /things", { token: jwt({ org: { id: 7 } }) }, "7"],
    ["claim:https://a.b/org", "POST /things", { token: jwt({ "https://a.b/org": "acme" }) }, "acme"],
    ["claim:sub", "POST /things", {}, "fallback"],
    ["claim:sub", "POST /things", { token: "mock-a.b.c" }, /^key-/],
    ["claim:toString", "POST /things", { token: `${jwt({})}` }, /^key-/],
  ])("%s chooses the organization of %s %o", async (from, line, options, expected) => {
    expect(await organizationsWith(from, line, options)).toMatch(
      typeof expected === "string" ? new RegExp(`^${expected}$`) : expected,
    );
  });

  it("replaces a value that no organization can have by a hash of it", async () => {
    const of = (sub: string) => organizationsWith("claim:sub", "POST /things", { token: jwt({ sub }) });

    expect(await of("auth0|1")).toMatch(/^tenant-[0-9a-f]{16}$/);
    expect(await of("auth0|1")).not.toBe(await of("auth0|2"));
  });

  it.each([
    ["header:Authorization", { authorization: "Bearer s3cretOfTheClient" }],
    ["header:X-Api-Key", { "x-api-key": "s3cretOfTheClient" }],
    ["cookie:access_token", { cookie: "access_token=s3cretOfTheClient" }],
  ])("shows no secret of %s", async (from, headers) => {
    expect(await organizationsWith(from, "POST /things", { headers })).toMatch(/^tenant-[0-9a-f]{16}$/);
  });

  it("may be a function of the request", async () => {
    const seen: TenantRequest[] = [];
    const from = (request: TenantRequest) => {
      seen.push(request);
      return request.headers["x-region"] && `${request.path["shop"]}-${request.headers["x-region"]}`;
    };
    const line = "POST /shops/a%62c/things?x=1";

    expect(await organizationsWith(from, line, { headers: { "x-region": "eu" } })).toBe("abc-eu");
    expect(seen[0]).toMatchObject({ method: "POST", url: "/shops/a%62c/things?x=1", path: { shop: "abc" } });
    expect(await organizationsWith(from, line)).toBe("fallback");
    expect(await organizationsWith(() => null, line)).toBe("fallback");
  });

  it.each([
    [
      "that throws",
      () => {
        throw new Error("no region");
      },
      "no region",
    ],
    ["that returns a promise", (async () => "acme") as never, "it must be a text, not object"],
  ])("reports a function %s as an error of the mock", async (_, from, reason) => {
    const { status, text } = await ask(serve(from), "GET /things");

    expect(status).toBe(500);
    expect(text).toContain(reason);
  });

  it("applies to requests that are refused, and to operations without security", async () => {
    const platform = serve("header:X-Tenant");
    const headers = { "x-tenant": "acme" };
    await ask(platform, "GET /things", { token: "", headers });
    await ask(platform, "GET /nowhere", { token: "", headers });
    await ask(platform, "GET /open", { token: "", headers });

    expect(
      platform
        .organization("acme")
        .journal.entries()
        .map(({ status }) => status),
    ).toEqual([401, 404, 200]);
  });

  it.each([
    ["tenant", "it must be header:NAME, query:NAME, cookie:NAME, path:NAME or claim:NAME, such as header:X-Tenant"],
    ["heder:X", 'such as header:X-Tenant; the nearest is "header"'],
    ["header:", "the name of the header is missing, as in header:tenant"],
    ["header:X Tenant", 'no header can have the name "X Tenant"'],
    ["cookie:a;b", 'no cookie can have the name "a;b"'],
    ["path:shopp", 'no path has the parameter "shopp"; the nearest is "shop"'],
    ["constructor:x", "it must be header:NAME"],
  ])("rejects %j", (from, reason) => {
    expect(() => serve(from)).toThrow(`Cannot choose tenants from "${from}": `);
    expect(() => serve(from)).toThrow(reason);
  });
});
