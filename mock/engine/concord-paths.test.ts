import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask, ownPlatform, platformServing } from "../../test/support/mock/ask.ts";

const list = { get: operationAnswering({ type: "array", items: { type: "string" } }) };
const shop = (paths: Readonly<Record<string, object>> = { "/things": list }) =>
  platformServing([compileInMemory({ paths } as never)]);
const plain = { token: "" };

describe("GET /", () => {
  it("leads to the description of the mock", async () => {
    const { status, headers } = await ask(shop(), "GET /", plain);
    expect([status, headers["location"]]).toEqual([302, "/_concord"]);
  });

  it.each(["/", "/{name}"])("is the operation %s of a contract, if there is one", async (path) => {
    const request = path === "/" ? "GET /" : "GET /openapi.json";
    const { status, value } = await ask(shop({ [path]: list }), request, plain);
    expect([status, Array.isArray(value)]).toEqual([200, true]);
  });
});

describe("GET /_concord", () => {
  it("lists what the mock serves, each path with its purpose", async () => {
    const platform = shop();
    const { value } = await ask(platform, "GET /_concord", plain);
    expect(value).toMatchObject({ concord: "mock", operations: 1 });
    for (const path of Object.keys(value.links))
      expect([path, (await ask(platform, `GET ${path}`, { headers: { "concord-control": "1" } })).status]).toEqual([
        path,
        200,
      ]);
  });

  it("is a page for a browser", async () => {
    const { text, headers } = await ask(shop(), "GET /_concord", { ...plain, headers: { accept: "text/html,*/*" } });
    expect(headers["content-type"]).toMatch("text/html");
    expect(text).toContain('href="/_concord/reference"');
  });
});

describe("documents", () => {
  it("are served for a user's own document, the only one also at /openapi.json", async () => {
    const platform = shop();
    const { value } = await ask(platform, "GET /_concord", plain);
    expect(value.documents).toHaveLength(1);
    for (const path of ["/openapi.json", value.documents[0]])
      expect((await ask(platform, `GET ${path}`, plain)).value).toMatchObject({ paths: { "/things": {} } });
  });

  it("are not served for the contracts of a profile", async () => {
    const platform = await ownPlatform();
    expect((await ask(platform, "GET /_concord", plain)).value.documents).toEqual([]);
    expect((await ask(platform, "GET /openapi.json", plain)).status).toBe(404);
  });
});
