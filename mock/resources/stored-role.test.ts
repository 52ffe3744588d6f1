import { describe, expect, it } from "vitest";
import type { Contract, Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const json = (schema: Json) => ({ content: { "application/json": { schema } } });

/** Paths of a collection and of a collection below its items, both with members named after the API. */
function pathsOf(member: string, items = "/items"): Record<string, JsonObject> {
  const schema = {
    type: "object",
    properties: { id: { type: "string" }, [member]: { type: "string" } },
    required: [member],
  };
  const one = (status: string) => ({ responses: { [status]: { description: "One.", ...json(schema) } } });
  const body = { requestBody: json({ ...schema, required: [] }) };
  const many = { responses: { "200": { description: "All.", ...json({ type: "array", items: schema }) } } };
  const parameters: JsonObject[] = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  return {
    [items]: { get: many, post: { ...body, ...one("201") } },
    [`${items}/{id}`]: { parameters, get: one("200") },
    [`${items}/{id}/notes`]: { parameters, get: many, post: { ...body, ...one("201") } },
    [`${items}/{id}/notes/{note_id}`]: {
      parameters: [...parameters, { ...parameters[0], name: "note_id" }],
      get: one("200"),
    },
    "/settings": { get: one("200"), put: { ...body, ...one("200") } },
  };
}

function contractOf(api: string, paths: JsonObject, more: JsonObject = {}): Contract {
  const made = compileInMemory({ paths, ...more });
  const operations = made.operations.map((operation) => ({ ...operation, api }));
  return { ...made, api, operations, routes: operations };
}

const alpha = contractOf("alpha", pathsOf("alpha"));
const beta = contractOf("beta", pathsOf("beta"));

describe("two APIs with the same paths", () => {
  it.each([
    ["/items", []],
    ["/items/1/notes", ["/items", "/beta/items"]],
  ])("store separate items at %s", async (path, above) => {
    const platform = platformServing([alpha, beta]);
    for (const each of above) await ask(platform, `POST ${each}`, { body: { id: "1" } });
    await ask(platform, `POST ${path}`, { body: { alpha: "one" } });
    const before = await ask(platform, `GET /beta${path}`);
    const made = await ask(platform, `POST /beta${path}`, { body: { beta: "two" } });

    expect(before.value).toEqual([]);
    expect(made).toMatchObject({ status: 201, value: { beta: "two" } });
    expect((await ask(platform, `GET ${path}`)).value).toEqual([expect.objectContaining({ alpha: "one" })]);
    expect((await ask(platform, `GET /beta${path}`)).value).toEqual([made.value]);
    expect(Object.keys((await platform.organization("acme").state()).collections)).toEqual([
      ...above,
      path,
      `/beta${path}`,
    ]);
  });

  it("store separate singletons", async () => {
    const platform = platformServing([alpha, beta]);
    await ask(platform, "PUT /settings", { body: { alpha: "one" } });
    await ask(platform, "PUT /beta/settings", { body: { beta: "two" } });

    expect((await ask(platform, "GET /settings")).value).toMatchObject({ alpha: "one" });
    expect((await ask(platform, "GET /beta/settings")).value).toMatchObject({ beta: "two" });
  });

  it("store separate items if the base paths of their servers differ", async () => {
    const [one, other] = [alpha, beta].map((contract) => ({ ...contract, basePaths: [`/${contract.api}-base`] }));
    const platform = platformServing([one as Contract, other as Contract]);
    await ask(platform, "POST /alpha-base/items", { body: { alpha: "one" } });

    expect((await ask(platform, "GET /items")).value).toHaveLength(1);
    expect((await ask(platform, "GET /beta-base/items")).value).toEqual([]);
  });
});

describe("a path that only one API has", () => {
  it("stores items without the prefix of the API, even if the API shares other paths", async () => {
    const more = contractOf("more", { ...pathsOf("more", "/others"), ...pathsOf("more") });
    const platform = platformServing([alpha, more]);
    await ask(platform, "POST /others", { body: {} });

    expect(Object.keys((await platform.organization("acme").state()).collections)).toEqual(["/others"]);
  });

  it("shares its items with operations of another API that has other methods or paths", async () => {
    const { "/items": items, "/items/{id}": item, ...rest } = pathsOf("alpha");
    const writer = contractOf("writer", {
      "/items": items as JsonObject,
      "/settings": rest["/settings"] as JsonObject,
    });
    const reader = contractOf("reader", {
      "/items/{id}": item as JsonObject,
      "/settings": rest["/settings"] as JsonObject,
    });
    const platform = platformServing([writer, reader]);
    const { value } = await ask(platform, "POST /items", { body: { alpha: "one" } });

    expect(Object.keys((await platform.organization("acme").state()).collections)).toEqual(["/items"]);
    expect((await ask(platform, `GET /items/${String(value["id"])}`)).value).toEqual(value);
  });

  it("shares its items between two documents of the same API", async () => {
    const [one, other] = ["/v1", "/v2"].map((base) => ({ ...alpha, basePaths: [base] }));
    const platform = platformServing([one as Contract, other as Contract]);
    const { value } = await ask(platform, "POST /v1/items", { body: { alpha: "one" } });

    expect((await ask(platform, "GET /v2/items")).value).toEqual([value]);
  });
});
