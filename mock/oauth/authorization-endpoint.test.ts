import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask, ownPlatform, platformServing } from "../../test/support/mock/ask.ts";

function shop() {
  const urls = { authorizationUrl: "https://login.example.com/oauth/authorize", scopes: {} };
  const flows = { authorizationCode: { ...urls, tokenUrl: "https://login.example.com/oauth/token" }, implicit: urls };
  const document = {
    security: [{ oauth: [] }],
    components: { securitySchemes: { oauth: { type: "oauth2", flows } } },
    paths: {
      "/things": { get: operationAnswering({ type: "array", items: {} }) },
      "/oauth/authorize": { get: { ...operationAnswering({ const: "page" }), security: [] } },
    },
  };
  return platformServing([compileInMemory(document as never)]);
}

const redirect_uri = "http://localhost:3000/callback?from=login";
const request = { response_type: "code", client_id: "mock-acme", redirect_uri, state: "a b" };

const authorize = (parameters: Readonly<Record<string, string>>, path = "/oauth/authorize") =>
  ask(shop(), `GET ${path}?${new URLSearchParams(parameters)}`, { token: "" });

describe("an authorization request", () => {
  it.each(["/oauth/authorize", "/_concord/oauth/authorize"])(
    "at %s redirects with a code and the state",
    async (path) => {
      const { status, headers } = await authorize(request, path);

      expect([status, headers["location"], headers["cache-control"]]).toEqual([
        302,
        "http://localhost:3000/callback?from=login&code=mock-code&state=a+b",
        "no-store",
      ]);
    },
  );

  it("redirects with a token in the fragment, which selects the organization of the client", async () => {
    const platform = shop();
    const query = new URLSearchParams({ ...request, response_type: "token", scope: "read" });
    const { headers } = await ask(platform, `GET /oauth/authorize?${query}`, { token: "" });
    const { search, hash } = new URL(headers["location"] as string);
    const answer = new URLSearchParams(hash.slice(1));
    const listed = await ask(platform, "GET /things", { token: answer.get("access_token") ?? "" });

    expect(search).toBe("?from=login");
    expect(Object.fromEntries(answer)).toMatchObject({
      token_type: "Bearer",
      expires_in: "3600",
      scope: "read",
      state: "a b",
    });
    expect([listed.status, await platform.organizations()]).toEqual([200, ["acme"]]);
  });

  it("redirects with an error for another response type", async () => {
    const { headers } = await authorize({ ...request, response_type: "id_token" });

    expect(headers["location"]).toContain("error=unsupported_response_type&state=a+b");
  });

  it("redirects with an error for a client that names no organization, if the profile requires that", async () => {
    const query = new URLSearchParams({ ...request, response_type: "token" });
    const { headers } = await ask(await ownPlatform(), `GET /_concord/oauth/authorize?${query}`, { token: "" });

    expect(headers["location"]).toContain("#error=unauthorized_client");
  });

  it.each([
    ["has no redirect", { redirect_uri: "" }],
    ["has a relative redirect", { redirect_uri: "/callback" }],
    ["redirects to another machine", { redirect_uri: "https://app.example.com/callback" }],
    ["redirects to a name that only begins as a local one", { redirect_uri: "http://localhost.example.com/" }],
    ["redirects to a script", { redirect_uri: "javascript:alert(1)" }],
    ["has no client", { client_id: "" }],
  ])("is refused without a redirect if it %s", async (_, change) => {
    const { status, headers, value } = await authorize({ ...request, ...change });

    expect([status, headers["location"], value.error]).toEqual([400, undefined, "invalid_request"]);
  });

  it("leaves other requests to the operation of the document", async () => {
    expect((await ask(shop(), "GET /oauth/authorize", { token: "" })).value).toBe("page");
  });

  it("is refused with 405 for another method", async () => {
    expect((await ask(shop(), "POST /_concord/oauth/authorize", { token: "" })).status).toBe(405);
  });
});
