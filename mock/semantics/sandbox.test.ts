import { fetch as undiciFetch } from "undici";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Mock } from "../index.ts";
import { startMock } from "../../api/mock.ts";
import { withSandbox } from "./sandbox.ts";

const scratch = createScratch();

const types = [
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "text/xml",
  "application/xml",
  "text/xsl",
  "text/javascript",
  "application/pdf",
  "application/octet-stream",
  "text/plain",
  "message/rfc822",
  "x-unknown/x-unknown",
  "application/x-json",
];

const content = Object.fromEntries([...types, "image/*"].map((type) => [type, {}]));
const failure = { "text/html": { schema: { type: "string" } } };
const contract = await scratch.load({
  paths: {
    "/page": {
      put: { operationId: "putPage", requestBody: { content }, responses: { "204": { description: "Kept." } } },
      get: {
        operationId: "getPage",
        responses: { "200": { description: "The page.", content }, "404": { description: "None.", content: failure } },
      },
    },
    "/items/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", maxLength: 3 } }],
      get: {
        operationId: "getItem",
        responses: {
          "200": {
            description: "The item.",
            content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } },
          },
          "400": { description: "No.", content: failure },
          "404": { description: "None.", content: { "application/xml": {} } },
        },
      },
    },
    "/text": {
      get: {
        operationId: "getText",
        responses: { "200": { description: "Text.", content: { "text/html": { example: "<script>1</script>" } } } },
      },
    },
  },
});

const sandbox = ["sandbox; default-src 'none'", "nosniff"];

describe("a response other than JSON", () => {
  it.each(types)("has the sandbox policy for %s, in each transport", async (type) => {
    await using mock = await startMock({ contracts: [contract] });
    const put = await mock.fetch("/page", {
      method: "PUT",
      headers: { "content-type": type },
      body: "<script>1</script>",
    });
    expect(put.status).toBe(204);
    const answers = await answersOf(mock, "/page");

    expect(answers.map(({ headers }) => headers.get("content-type"))).toEqual([type, type, type]);
    expect(answers.map(policyOf)).toEqual([sandbox, sandbox, sandbox]);
  });

  it.each(["/page", "/items/much-too-long", "/items/abc", "/text"])(
    "has the sandbox policy as a refusal or an example as well (%s)",
    async (path) => {
      await using mock = await startMock({ contracts: [contract] });
      for (const headers of [{}, { prefer: "code=404" }, { prefer: "dynamic=true" }]) {
        const answer = await mock.fetch(path, { headers });
        if (/json/.test(answer.headers.get("content-type") ?? "json")) continue;
        expect([path, ...policyOf(answer)]).toEqual([path, ...sandbox]);
      }
      expect(policyOf(await mock.fetch("/text", { method: "HEAD" }))).toEqual(sandbox);
    },
  );

  it.each([
    "application/json, text/html",
    "text/html, application/json",
    "text/html+json",
    "application/json\ttext/html",
    "application/json; charset=utf-7",
  ])("has the sandbox policy unless its whole content type is JSON, such as %s", (type) => {
    const { headers } = withSandbox({ status: 200, headers: { "content-type": type }, body: Buffer.from("<") });

    expect(policyOf({ headers: new Headers(headers) })).toEqual(sandbox);
  });

  it("has the sandbox policy without a content type", () => {
    const untyped = { status: 200, headers: {}, body: Buffer.from("<script>") };

    expect(policyOf({ headers: new Headers(withSandbox(untyped).headers) })).toEqual(sandbox);
    expect(withSandbox({ ...untyped, status: 204, body: Buffer.from("") }).headers).toEqual({});
  });
});

describe("JSON", () => {
  it("has no sandbox policy", async () => {
    await using mock = await startMock({ contracts: [contract] });

    expect(policyOf(await mock.fetch("/items/abc", { headers: { prefer: "code=200" } }))).toEqual([null, null]);
    expect(policyOf(await mock.fetch("/nothing"))).toEqual([null, null]);
    for (const type of ["application/problem+json", "application/vnd.a.b-c+json", "application/json;charset=UTF-8"]) {
      const answer = { status: 200, headers: { "content-type": type }, body: Buffer.from("{}") };
      expect(withSandbox(answer)).toBe(answer);
    }
  });
});

describe("a page of the mock itself", () => {
  it("has the sandbox policy or a separate policy", async () => {
    await using mock = await startMock({ contracts: [contract] });
    const acme = "/_concord/organizations/acme";
    for (const path of [
      "",
      "/health",
      "/ready",
      "/metrics",
      "/organizations",
      "/nothing",
      `/reference/${contract.api}.json`,
    ])
      expect([path, ...policyOf(await mock.fetch(`/_concord${path}`))]).toEqual([path, ...sandbox]);
    for (const path of ["/journal", "/journal/har", "/state", "/deliveries"])
      expect([path, ...policyOf(await mock.fetch(acme + path))]).toEqual([path, ...sandbox]);
    const page = await mock.fetch("/_concord/reference");
    expect(policyOf(page)).toEqual([expect.stringMatching(/^default-src 'none'; script-src 'self'/), "nosniff"]);
  });
});

/** Response to a path in each transport. */
async function answersOf({ fetch: within, url, dispatcher }: Mock, path: string): Promise<{ headers: Headers }[]> {
  const dispatched = await undiciFetch(url + path, { dispatcher });
  return [await within(path), await fetch(url + path), { headers: new Headers([...dispatched.headers]) }];
}

function policyOf({ headers }: { readonly headers: Headers }): (string | null)[] {
  return [headers.get("content-security-policy"), headers.get("x-content-type-options")];
}
