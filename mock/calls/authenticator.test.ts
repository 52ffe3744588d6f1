import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAccepting, operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const thing = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const schemes: JsonObject = {
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
  odd: { type: "apiKey", in: "query", name: 'a"b' },
};

/** Document with a path whose operations have the given security. Its 401 is documented with a body of its own. */
function documentWith(security: Json): JsonObject {
  const unauthorized = {
    description: "No credentials",
    content: {
      "application/json": {
        schema: { type: "object", properties: { ok: { const: false }, message: { type: "string" } }, required: ["ok"] },
      },
    },
  };
  const listed = operationAnswering({ type: "array", items: thing });
  const created = { "201": (operationAnswering(thing)["responses"] as JsonObject)["200"] as Json };
  return {
    components: { securitySchemes: schemes },
    paths: {
      "/things": {
        get: { ...listed, responses: { ...(listed["responses"] as JsonObject), "401": unauthorized }, security },
        post: { ...operationAccepting(thing), responses: created, security: [{ key: [] }, { basic: [] }] },
      },
    },
  };
}

const serve = (security: Json) => platformServing([compileInMemory(documentWith(security) as never)]);
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const both: Json = [{ bearer: [], key: [] }];
const either: Json = [{ bearer: [] }, { key: [] }, { basic: [] }];
const optional: Json = [{}, { basic: [] }];

describe("security of an operation", () => {
  it.each<[string, Json, Readonly<Record<string, string>>, number]>([
    ["two schemes together", both, { ...bearer("a"), "x-key": "b" }, 200],
    ["the first of two schemes", both, bearer("a"), 401],
    ["the second of two schemes", both, { "x-key": "b" }, 401],
    ["an empty value of two", both, { ...bearer("a"), "x-key": "" }, 401],
    ["the first alternative", either, bearer("a"), 200],
    ["the second alternative", either, { "x-key": "b" }, 200],
    ["the last alternative", either, basic("a:b"), 200],
    ["an alternative beside a malformed one", either, { authorization: "Basic !", "x-key": "b" }, 200],
    ["no alternative", either, {}, 401],
    ["another scheme", either, { authorization: "Digest username=a" }, 401],
    ["optional credentials", optional, basic("a:b"), 200],
    ["optional credentials that are absent", optional, {}, 200],
    ["optional credentials of another scheme", optional, bearer("a"), 200],
    ["optional credentials that are malformed", optional, { authorization: "Basic !" }, 401],
    ["malformed credentials without security", [], { authorization: "Basic !" }, 200],
  ])("applies to %s", async (_, security, headers, status) => {
    expect((await ask(serve(security), "GET /things", { token: "", headers })).status).toBe(status);
  });

  it("is described in a 401 by a challenge for each scheme, and by the documented body", async () => {
    const refused = await ask(serve([{ basic: [], key: [] }, { odd: [] }, { basic: [] }]), "GET /things", {
      token: "",
    });

    expect(refused.headers["www-authenticate"]).toBe(
      String.raw`Basic realm="mock", ApiKey realm="mock", in="header", name="X-Key", ApiKey realm="mock", in="query", name="a\"b"`,
    );
    expect(refused.headers["content-type"]).toBe("application/json");
    expect(refused.value).toEqual({
      ok: false,
      message: expect.stringMatching(
        / send HTTP Basic .* and the header "X-Key", or the query "a"b", or HTTP Basic/,
      ) as string,
    });
  });
});

describe("a documented 401 without a schema", () => {
  it("has the body of its example", async () => {
    const document = documentWith([{ basic: [] }]);
    const { get } = (document["paths"] as JsonObject)["/things"] as JsonObject;
    const example = { error: { type: "login_required" } };
    const responses = { "401": { description: "No", content: { "application/json": { example } } } };
    const operation = {
      ...(get as JsonObject),
      responses: { ...((get as JsonObject)["responses"] as JsonObject), ...responses },
    };
    const contract = compileInMemory({ ...document, paths: { "/things": { get: operation } } } as never);
    const refused = await ask(platformServing([contract]), "GET /things", { token: "" });

    expect([refused.status, refused.value]).toEqual([401, example]);
  });
});

describe("malformed credentials", () => {
  it.each([
    ["Basic", "HTTP Basic has no user name and password"],
    ["Basic ", "HTTP Basic has no user name and password"],
    ["Basic user:password", "this is not base64"],
    ["Basic abcde", "this is not base64"],
    [`Basic ${btoa("user")}`, "this contains no colon"],
    ["Bearer Bearer x", "The bearer token contains white space"],
  ])("are refused with the reason: %j", async (authorization, reason) => {
    const platform = serve(either);
    const refused = await ask(platform, "GET /things", { token: "", headers: { authorization } });

    expect(await platform.organizations()).toEqual([]);
    expect(refused.status).toBe(401);
    expect((refused.value as { message: string }).message).toMatch(/^The credentials are malformed: /);
    expect((refused.value as { message: string }).message).toContain(reason);
  });
});

describe("HTTP Basic", () => {
  it("identifies the caller by the part before the first colon", async () => {
    const platform = serve([{ basic: [] }]);
    for (const pair of ["mock-acme:", "mock-acme:password", "mock-acme:pass:word", ":mock-acme"])
      expect((await ask(platform, "GET /things", { token: "", headers: basic(pair) })).status).toBe(200);

    expect(await platform.organizations()).toEqual(["acme"]);
  });
});

describe("an operation without security", () => {
  const sent = [{ "x-key": "k3y" }, basic("user:password")];

  it.each(sent)("reads with %o what other operations created with it", async (headers) => {
    const platform = serve([]);
    await ask(platform, "POST /things", { token: "", headers, body: { name: "mine" } });

    expect((await ask(platform, "GET /things", { token: "", headers })).value).toMatchObject([{ name: "mine" }]);
    expect((await ask(platform, "GET /things", { token: "" })).value).toEqual([]);
  });

  it.each([...sent, bearer("t0ken"), { authorization: "token t0ken" }])(
    "keeps what %o creates apart, if no operation has security",
    async (headers) => {
      const { components, paths } = documentWith([]);
      const { get, post } = (paths as JsonObject)["/things"] as JsonObject;
      const open = { components, paths: { "/things": { get, post: { ...(post as JsonObject), security: [] } } } };
      const platform = platformServing([compileInMemory(open as never)]);
      await ask(platform, "POST /things", { token: "", headers, body: { name: "mine" } });

      expect((await ask(platform, "GET /things", { token: "", headers })).value).toMatchObject([{ name: "mine" }]);
      expect(await platform.organizations()).toEqual([expect.stringMatching(/^key-/)]);
    },
  );
});
