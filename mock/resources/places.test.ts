import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();
const text = { type: "string" };
const crate = object({ id: text, label: text, name: text, seal: object({ code: text }) });
const crates = { type: "array", items: crate };

describe("a resource whose paths end with verbs", () => {
  it("is created, read, listed, changed and deleted", async () => {
    const platform = await serving({
      "POST /crate/create": { shows: crate, sends: object({ label: text }) },
      "GET /crate/get": { shows: crate, query: ["id"] },
      "GET /crate/list": { shows: crates },
      "POST /crate/update": { shows: crate, sends: crate },
      "POST /crate/delete": { query: ["id"] },
    });
    const { id } = (await ask(platform, "POST /crate/create", { body: { label: "glass" } })).value;

    expect((await ask(platform, `GET /crate/get?id=${id}`)).value).toMatchObject({ id, label: "glass" });
    await ask(platform, "POST /crate/update", { body: { id, label: "tin" } });
    expect((await ask(platform, "GET /crate/list")).value).toEqual([{ id, label: "tin" }]);
    await ask(platform, `POST /crate/delete?id=${id}`);
    expect((await ask(platform, "GET /crate/list")).value).toEqual([]);
    expect((await ask(platform, `GET /crate/get?id=${id}`)).status).toBe(404);
  });
});

describe("a list that is a map of its items by key", () => {
  it.each<[string, Json]>([
    ["as the whole body", { type: "object", additionalProperties: crate }],
    ["of references", { type: "object", additionalProperties: { allOf: [crate] } }],
  ])("has what was created %s", async (_, map) => {
    const platform = await serving({
      "GET /crates": { shows: map },
      "PUT /crates/{id}": { shows: crate, sends: object({ label: text }) },
      "GET /crates/{id}": { shows: crate },
      "DELETE /crates/{id}": {},
    });
    await ask(platform, "PUT /crates/a", { body: { label: "glass" } });
    await ask(platform, "PUT /crates/b", { body: { label: "tin" } });
    await ask(platform, "DELETE /crates/a");

    expect((await ask(platform, "GET /crates")).value).toEqual({ b: { id: "b", label: "tin" } });
  });
});

describe("an item below another one", () => {
  it.each(["id", "crateId"])("has the key of the item above, which the path has as {%s}", async (parameter) => {
    const note = object({ id: text, crateId: text, message: text });
    const platform = await serving({
      "POST /crates": { shows: crate, sends: object({ label: text }) },
      [`GET /crates/{${parameter}}`]: { shows: crate },
      [`GET /crates/{${parameter}}/notes`]: { shows: { type: "array", items: note } },
      [`POST /crates/{${parameter}}/notes`]: { shows: note, sends: object({ message: text }) },
    });
    const { value: above } = await ask(platform, "POST /crates", { body: { label: "glass" } });
    const { id } = above as { id: string };

    expect(await ask(platform, `POST /crates/${id}/notes`, { body: { message: "Fragile" } })).toMatchObject({
      value: { crateId: id, message: "Fragile" },
    });
  });
});

describe("a list whose items have members that only the list shows", () => {
  it("has what was created, also where it may be a list of texts", async () => {
    const listed = { ...crate, required: ["href"], properties: { id: text, label: text, href: text } };
    const platform = await serving({
      "GET /crates": {
        shows: {
          anyOf: [
            { type: "array", items: text },
            { type: "array", items: listed },
          ],
        },
      },
      "POST /crates": { shows: crate, sends: object({ label: text }) },
      "GET /crates/{id}": { shows: crate },
    });
    const { id } = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;

    expect((await ask(platform, "GET /crates")).value).toMatchObject([{ id, label: "glass" }]);
  });
});

describe("an item below another one that its members name", () => {
  it.each<[string, Json, boolean]>([
    ["is required", object({ id: text, label: text, depot: text }, ["depot"]), true],
    ["says that it is a key", object({ id: text, depot: { type: "string", description: "ID of the depot" } }), true],
    ["may be a name", object({ id: text, depot: { type: "string", description: "The depot's sign" } }), false],
  ])("shows its key where the member %s", async (_, shown, isSet) => {
    const platform = await serving({
      "POST /dps/{depot_id}/crates": { shows: shown, sends: object({ label: text }) },
      "GET /crates/{id}": { shows: shown },
      "DELETE /crates/{id}": {},
    });
    const { value } = await ask(platform, "POST /dps/d7/crates", { body: { label: "glass" } });

    expect(value["depot"]).toBe(isSet ? "d7" : undefined);
  });
});

describe("a resource whose paths repeat the noun of one item", () => {
  it.each([
    ["with the key in the path", "/crates/crate/{id}", (id: Json) => `/crates/crate/${id}`, []],
    ["with the key in the query", "/crates/crate", (id: Json) => `/crates/crate?crate=${id}`, ["crate"]],
  ])("is read, changed and deleted %s", async (_, path, at, query) => {
    const platform = await serving({
      "GET /crates": { shows: crates },
      "POST /crates": { shows: crate, sends: object({ label: text, name: text }) },
      [`GET ${path}`]: { shows: crate, query },
      [`PATCH ${path}`]: { shows: crate, sends: object({ label: text }), query },
      [`DELETE ${path}`]: { query },
    });
    const { id } = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;
    const { id: kept } = (await ask(platform, "POST /crates", { body: { label: "cork", name: "Cork" } })).value;

    expect((await ask(platform, `GET ${at(id)}`)).value).toMatchObject({ id, label: "glass" });
    if (query.length > 0) expect((await ask(platform, "GET /crates/crate?crate=Cork")).status).toBe(200);
    await ask(platform, `PATCH ${at(id)}`, { body: { label: "tin" } });
    expect((await ask(platform, "GET /crates")).value).toMatchObject([{ label: "tin" }, { label: "cork" }]);
    await ask(platform, `DELETE ${at(id)}`);
    expect((await ask(platform, "GET /crates")).value).toMatchObject([{ id: kept }]);
    expect((await ask(platform, `GET ${at(id)}`)).status).toBe(404);
  });
});

describe.each([
  ["number", "/crates({id})", (id: Json) => `/crates(${id})`],
  ["text", "/crates('{id}')", (id: Json) => `/crates('${id}')`],
  ["member", "/crates(id='{id}')", (id: Json) => `/crates(id='${id}')`],
])("a key in parentheses, as a %s", (_, path, at) => {
  it("names the item that is read, changed and deleted", async () => {
    const platform = await serving({
      "GET /crates": { shows: crates },
      "POST /crates": { shows: crate, sends: object({ label: text }) },
      [`GET ${path}`]: { shows: crate },
      [`PATCH ${path}`]: { shows: crate, sends: object({ label: text }) },
      [`DELETE ${path}`]: {},
    });
    const { id = null } = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;
    await ask(platform, `PATCH ${at(id)}`, { body: { label: "tin" } });

    expect((await ask(platform, `GET ${at(id)}`)).value).toEqual({ id, label: "tin" });
    expect((await ask(platform, "GET /crates")).value).toEqual([{ id, label: "tin" }]);
    await ask(platform, `DELETE ${at(id)}`);
    expect((await ask(platform, `GET ${at(id)}`)).status).toBe(404);
  });
});

describe("a key in the query", () => {
  it("names the item that is changed and deleted", async () => {
    const platform = await serving({
      "GET /crates": { shows: crates },
      "POST /crates": { shows: crate, sends: crate },
      "PUT /crates": { shows: crate, sends: crate, query: ["id"] },
      "DELETE /crates": { query: ["id"] },
    });
    const { id } = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;
    const { id: other } = (await ask(platform, "POST /crates", { body: { label: "cork" } })).value;
    await ask(platform, `PUT /crates?id=${id}`, { body: { label: "tin" } });
    await ask(platform, `DELETE /crates?id=${other}`);

    expect((await ask(platform, "GET /crates")).value).toEqual([{ id, label: "tin" }]);
  });

  it("is a name that a client chooses", async () => {
    const shelf = object({ Name: text, Kind: text });
    const platform = await serving({
      "GET /shelves": { shows: { type: "array", items: shelf } },
      "POST /shelves": { query: ["name"], sends: object({ Kind: text }) },
      "DELETE /shelves": { query: ["name"] },
    });
    await ask(platform, "POST /shelves?name=tall", { body: { Kind: "oak" } });
    await ask(platform, "POST /shelves?name=low");
    await ask(platform, "DELETE /shelves?name=low");

    expect((await ask(platform, "GET /shelves")).value).toEqual([{ Name: "tall", Kind: "oak" }]);
  });
});

describe("a part of an item", () => {
  it.each<[string, Json, Json, JsonObject]>([
    ["PUT /crates/{id}/label", object({ value: text }), { value: "tin" }, { label: "tin" }],
    ["POST /crates/{id}/seal", object({ code: text }), { code: "x1" }, { seal: { code: "x1" } }],
    ["PUT /crates/{id}/mark", object({ label: text }), { label: "zinc" }, { label: "zinc" }],
  ])("is changed by %s", async (name, sends, body, expected) => {
    const platform = await serving({
      "POST /crates": { shows: crate, sends: object({ label: text }) },
      "GET /crates/{id}": { shows: crate },
      [name]: { sends },
    });
    const { id } = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;
    await ask(platform, name.replace("{id}", String(id)), { body });

    expect((await ask(platform, `GET /crates/${id}`)).value).toMatchObject(expected);
  });
});

describe("several items in one request", () => {
  const item = { "GET /crates": { shows: object({ items: crates }) }, "DELETE /crates/{id}": {} };
  const map = object({ crates: { type: "object", additionalProperties: crate } });

  it.each<[string, Readonly<Record<string, Stated>>]>([
    ["only it creates them", {}],
    ["another operation creates them too", { "POST /crates": { sends: crate, shows: crate } }],
  ])("are created and changed where the text says so, and %s", async (_, others) => {
    const name = "PUT /crates";
    const platform = await serving({
      ...item,
      ...others,
      [name]: { sends: object({ items: crates }), summary: "Add or edit crates" },
    });
    await ask(platform, name, { body: { items: [{ id: "a", label: "glass" }] } });
    await ask(platform, name, {
      body: {
        items: [
          { id: "a", label: "tin" },
          { id: "b", label: "cork" },
        ],
      },
    });

    expect((await ask(platform, "GET /crates")).value).toEqual({
      items: [
        { id: "a", label: "tin" },
        { id: "b", label: "cork" },
      ],
    });
  });

  it("are missing where the text does not say so", async () => {
    const create = { "POST /crates": { sends: crate, shows: crate } };
    const platform = await serving({
      ...item,
      ...create,
      "PUT /crates": { sends: object({ items: crates }), missing: true },
    });

    expect((await ask(platform, "PUT /crates", { body: { items: [{ id: "a", label: "tin" }] } })).status).toBe(404);
  });

  it("are sent and shown in a map by key", async () => {
    const platform = await serving({
      ...item,
      "POST /crates": { sends: map, shows: map, summary: "Create or update crates" },
    });
    const sent = { crates: { a: { label: "glass" } } };

    expect((await ask(platform, "POST /crates", { body: sent })).value).toMatchObject({
      crates: { a: { id: "a", label: "glass" } },
    });
    expect((await ask(platform, "GET /crates")).value).toMatchObject({ items: [{ id: "a", label: "glass" }] });
  });
});

it("lists the ids of a collection at a word of its own", async () => {
  const platform = await serving({
    "POST /crates": { shows: crate, sends: object({ label: text }) },
    "GET /crates/{id}": { shows: crate },
    "GET /crates/ids": { shows: { type: "array", items: text } },
  });
  const { id } = (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;

  expect((await ask(platform, "GET /crates/ids")).value).toEqual([id]);
});

function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, required };
}

interface Stated {
  readonly shows?: Json;
  readonly sends?: Json;
  readonly query?: readonly string[];
  readonly summary?: string;
  /** True to document 404. */
  readonly missing?: boolean;
}

async function serving(operations: Readonly<Record<string, Stated>>): Promise<Platform> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, { shows, sends, query = [], summary = "", missing = false }] of Object.entries(operations)) {
    const [method, path] = name.split(" ") as [string, string];
    const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
    const inPath = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: text }] : [];
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters: [...inPath, ...query.map((each) => ({ name: each, in: "query", schema: text }))],
      ...(sends !== undefined && { requestBody: content(sends) }),
      summary,
      responses: {
        "200": { description: "", ...(shows !== undefined && content(shows)) },
        ...(missing && { "404": { description: "" } }),
      },
    };
  }
  return platformServing([await scratch.load({ paths })]);
}
