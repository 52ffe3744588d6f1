import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import {
  type RequestOptions,
  type ParsedResponse,
  ask,
  platformOf,
  platformServing,
} from "../../test/support/mock/ask.ts";
import { type Platform, createSqliteStore } from "../index.ts";

let platform: Platform;
let etag: string;
beforeEach(async () => {
  platform = await platformOf("semantics");
  etag = (await put({ title: "A" })).headers["etag"] as string;
});

describe("a documented ETag", () => {
  it("is sent with reads and with writes", async () => {
    const read = await get();
    const created = await ask(platform, "POST /articles", { body: { title: "B" } });

    expect(read.headers["etag"]).toBe(etag);
    expect((await get()).headers["etag"]).toBe(etag);
    expect((await ask(platform, `GET ${created.headers["location"]}`)).headers["etag"]).toBe(created.headers["etag"]);
    expect((await ask(platform, "HEAD /articles/a")).headers["etag"]).toBe(etag);
  });

  it("changes with the resource, and stays the same after a write without a change", async () => {
    const changed = (await put({ title: "B" })).headers["etag"];

    expect(changed).not.toBe(etag);
    expect((await put({ title: "B" })).headers["etag"]).toBe(changed);
  });

  it("is sent with lists", async () => {
    const list = await ask(platform, "GET /articles");
    const known = { "if-none-match": list.headers["etag"] as string };

    expect((await ask(platform, "GET /articles", { headers: known })).status).toBe(304);
    await put({ title: "B" });
    expect((await ask(platform, "GET /articles", { headers: known })).status).toBe(200);
  });

  it("is the same in a fork and after a restore", async () => {
    await platform.organization("acme").fork("copy");

    expect((await get({ token: "mock-copy" })).headers["etag"]).toBe(etag);
  });

  it("is not sent if the contract does not document it", async () => {
    const library = await platformOf("library");
    const { headers } = await ask(library, "POST /books", { body: { title: "A" } });
    const known = { "if-none-match": "*", "if-match": '"other"' };
    const location = String(headers["location"]);

    expect(headers).not.toHaveProperty("etag");
    expect((await ask(library, `GET ${location}`, { headers: known })).status).toBe(200);
    expect((await ask(library, `PATCH ${location}`, { headers: known, body: { title: "B" } })).status).toBe(200);
  });
});

describe("If-None-Match", () => {
  it.each([
    ["the tag", () => etag, 304],
    ["the weak tag", () => `W/${etag}`, 304],
    ["several", () => `"other", ${etag}`, 304],
    ["any", () => "*", 304],
    ["another", () => '"other"', 200],
    ["what is no tag", () => etag.slice(1, -1), 200],
  ])("responds to a read with If-None-Match: %s", async (_, named, status) => {
    for (const line of ["GET /articles/a", "HEAD /articles/a"]) {
      const told = await ask(platform, line, { headers: { "if-none-match": named() } });
      expect([told.status, told.headers["etag"]]).toEqual([status, etag]);
      if (status === 304) expect(told.text).toBe("");
      if (status === 304) expect(told.headers).not.toHaveProperty("content-length");
    }
  });

  it("is ignored by a read that does not document 304", async () => {
    const shown = await ask(platform, "GET /imprint");
    const again = await ask(platform, "GET /imprint", {
      headers: { "if-none-match": shown.headers["etag"] as string },
    });

    expect(again).toEqual(shown);
    expect(again.status).toBe(200);
  });

  it("lets a client create a missing resource once", async () => {
    const asked: RequestOptions = { headers: { "if-none-match": "*" }, body: { title: "new" } };

    expect((await ask(platform, "PUT /articles/new", asked)).status).toBe(200);
    expect((await ask(platform, "PUT /articles/new", asked)).status).toBe(412);
  });
});

describe("If-Match", () => {
  it.each([
    ["the tag", () => etag, 200],
    ["several", () => `"other", ${etag}`, 200],
    ["any", () => "*", 200],
    ["the weak tag", () => `W/${etag}`, 412],
    ["another", () => '"other"', 412],
    ["what is no tag", () => etag.slice(1, -1), 412],
  ])("responds to a write with If-Match: %s", async (_, named, status) => {
    const told = await put({ title: "B" }, { "if-match": named() });

    expect(told.status).toBe(status);
    expect((await get()).value.title).toBe(status === 200 ? "B" : "A");
    if (status === 412)
      expect(told.value.detail).toBe(`The article "a" has the ETag ${etag}, which If-Match does not contain`);
  });

  it("applies to a deletion that does not document it itself", async () => {
    const remove = (named: string): Promise<ParsedResponse> =>
      ask(platform, "DELETE /articles/a", { headers: { "if-match": named } });

    expect((await remove('"other"')).status).toBe(412);
    expect((await remove(etag)).status).toBe(204);
  });

  it("prevents the creation of a missing resource", async () => {
    const told = await ask(platform, "PUT /articles/new", { headers: { "if-match": "*" }, body: {} });

    expect([told.status, told.value.detail]).toEqual([
      412,
      'The article "new" does not exist, which If-Match does not contain',
    ]);
    expect((await ask(platform, "GET /articles/new")).status).toBe(404);
  });

  it("is checked after other reasons to refuse", async () => {
    const headers = { "if-match": '"other"' };

    expect((await ask(platform, "PATCH /articles/none", { headers, body: {} })).status).toBe(404);
    expect((await ask(platform, "PATCH /articles/a", { headers, body: { words: "many" } })).status).toBe(400);
  });

  it("is required if 428 is documented", async () => {
    const patch = (headers: Record<string, string>): Promise<ParsedResponse> =>
      ask(platform, "PATCH /articles/a", { headers, body: { words: 3 } });

    expect(await patch({})).toMatchObject({ status: 428, value: { detail: expect.stringContaining(etag) } });
    expect((await patch({ "if-match": etag })).status).toBe(200);
    expect((await ask(platform, "PATCH /articles/none", { body: {} })).status).toBe(404);
  });

  it("matches the example that represents a resource that is not stored", async () => {
    const shown = await ask(platform, "GET /imprint");
    const patch = (named: string | undefined): Promise<ParsedResponse> =>
      ask(platform, "PATCH /imprint", { headers: { "if-match": String(named) }, body: { publisher: "B" } });

    expect((await patch('"other"')).status).toBe(412);
    const changed = await patch(shown.headers["etag"]);
    expect(changed.status).toBe(200);
    expect((await patch(shown.headers["etag"])).status).toBe(412);
    expect((await patch(changed.headers["etag"])).status).toBe(200);
  });

  it("works after a restart with a store in a file", async () => {
    using store = createSqliteStore(":memory:");
    const first = await platformOf("semantics", { store });
    const { headers } = await ask(first, "PUT /articles/a", { body: { title: "A" } });
    const second = await platformOf("semantics", { store });
    const patch = { headers: { "if-match": headers["etag"] as string }, body: { title: "B" } };

    expect((await ask(second, "PATCH /articles/a", patch)).status).toBe(200);
    expect((await ask(second, "PATCH /articles/a", patch)).status).toBe(412);
  });
});

function get(asked: RequestOptions = {}): Promise<ParsedResponse> {
  return ask(platform, "GET /articles/a", asked);
}

function put(body: { title: string }, headers: Record<string, string> = {}): Promise<ParsedResponse> {
  return ask(platform, "PUT /articles/a", { headers, body });
}

describe("a documented 428", () => {
  const text = { type: "string" };
  const project = { type: "object", properties: { id: text, name: text } };
  const body = { content: { "application/json": { schema: project } } };
  const shown = { "200": { description: "It.", ...body } };
  const etagHeader = { ETag: { schema: text } };
  const ifMatch = { name: "If-Match", in: "header", schema: text };

  it.each<[string, number, { description?: string; read?: JsonObject; write?: JsonObject }]>([
    ["another reason", 200, { description: "The owner has no add-on for protection." }],
    ["no reason", 200, {}],
    ["a limit of the plan", 200, { description: "Precondition required: upgrade first." }],
    ["a reason that names If-Match", 428, { description: "The If-Match header is missing." }],
    ["an ETag of what is read", 428, { read: { "200": { ...shown["200"], headers: etagHeader } } }],
    ["If-Match as a parameter", 428, { write: { parameters: [ifMatch] } }],
  ])("requires If-Match only where clients know of it: %s is %i", async (_, status, { description, read, write }) => {
    const contract = compileInMemory({
      paths: {
        "/projects": { post: { requestBody: body, responses: { "201": { ...shown["200"] } } } },
        "/projects/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          get: { responses: read ?? shown },
          patch: {
            ...write,
            requestBody: body,
            responses: { ...shown, "428": { description: description ?? "Required." } },
          },
        },
      },
    });
    const serving = platformServing([contract]);
    const { id } = (await ask(serving, "POST /projects", { body: { id: "a" } })).value;

    expect((await ask(serving, `PATCH /projects/${id}`, { body: { name: "b" } })).status).toBe(status);
  });
});
