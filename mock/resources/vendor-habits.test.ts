import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();

const text = { type: "string" };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "Fine.", ...jsonBody(schema) } });
const missing = { "404": { description: "Missing." } };
const idParameter = { name: "id", in: "path", required: true, schema: text };

async function serving(paths: JsonObject): Promise<Platform> {
  return platformServing([await scratch.load({ paths })]);
}

describe("names of members in another case", () => {
  const message = { type: "object", properties: { sid: text, body: text, date_sent: text } };

  it("stores a form's members under the names of the response", async () => {
    const platform = await serving({
      "/messages": {
        post: {
          requestBody: {
            content: {
              "application/x-www-form-urlencoded": { schema: { properties: { Body: text, DateSent: text } } },
            },
          },
          responses: { "201": { description: "Created.", ...jsonBody(message) } },
        },
      },
      "/messages/{id}": { get: { parameters: [idParameter], responses: { ...fine(message), ...missing } } },
    });
    const created = await ask(platform, "POST /messages", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "Body=Hi&DateSent=today",
    });

    expect(created.value).toMatchObject({ body: "Hi", date_sent: "today" });
    expect((await ask(platform, `GET /messages/${created.value.sid}`)).value).toMatchObject({ body: "Hi" });
  });
});

describe("PUT", () => {
  const task = {
    type: "object",
    properties: { id: { ...text, readOnly: true }, name: text, done: { type: "boolean" } },
  };
  const operations = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
    "/tasks": {
      post: { requestBody: jsonBody(task), responses: { "201": { description: "Created.", ...jsonBody(task) } } },
    },
    "/tasks/{id}": {
      parameters: [idParameter],
      get: { responses: { ...fine(task), ...missing } },
      put: { requestBody: jsonBody(schema), responses: { ...fine(task), ...missing } },
      ...more,
    },
  });
  const changed = async (paths: JsonObject): Promise<unknown> => {
    const platform = await serving(paths);
    const { id } = (await ask(platform, "POST /tasks", { body: { name: "Milk", done: false } })).value;
    return (await ask(platform, `PUT /tasks/${id}`, { body: { done: true } })).value.name;
  };

  it("changes the named members only, where the contract requires none of them and has no PATCH", async () => {
    expect(await changed(operations(task))).toBe("Milk");
  });

  it("replaces the item where the contract requires members, or has a PATCH", async () => {
    expect(await changed(operations({ ...task, required: ["done"] }))).toBeUndefined();
    const patch = { requestBody: jsonBody(task), responses: { ...fine(task), ...missing } };
    expect(await changed(operations(task, { patch }))).toBeUndefined();
  });
});

describe("a deletion", () => {
  it("says that the item is deleted", async () => {
    const result = {
      type: "object",
      required: ["id", "deleted"],
      properties: { id: text, deleted: { type: "boolean" } },
    };
    const file = { type: "object", properties: { id: text } };
    const platform = await serving({
      "/files": { post: { responses: { "201": { description: "Created.", ...jsonBody(file) } } } },
      "/files/{id}": {
        parameters: [idParameter],
        get: { responses: { ...fine(file), ...missing } },
        delete: { responses: { ...fine(result), ...missing } },
      },
    });
    const { id } = (await ask(platform, "POST /files")).value;

    expect((await ask(platform, `DELETE /files/${id}`)).value).toEqual({ id, deleted: true });
  });
});

describe("a creation whose response is not the item", () => {
  const pet = { type: "object", properties: { id: { type: "integer" }, name: text } };
  const creating = (schema: JsonObject): JsonObject => ({
    "/pets": {
      post: { requestBody: jsonBody(pet), responses: { "201": { description: "Created.", ...jsonBody(schema) } } },
    },
    "/pets/{id}": {
      get: { parameters: [{ ...idParameter, schema: { type: "integer" } }], responses: { ...fine(pet), ...missing } },
    },
  });

  it.each([
    ["integer", "number"],
    ["string", "string"],
  ])("responds with the id where the response is of type %s", async (type, got) => {
    const platform = await serving(creating({ type }));
    const { value } = await ask(platform, "POST /pets", { body: { name: "Rex" } });

    expect(typeof value).toBe(got);
    expect((await ask(platform, `GET /pets/${value}`)).value).toMatchObject({ name: "Rex" });
  });

  it("responds with a list where the response is one", async () => {
    const platform = await serving(creating({ type: "array", items: text }));

    expect((await ask(platform, "POST /pets", { body: { name: "Rex" } })).value).toBeInstanceOf(Array);
  });
});

describe("items that are created below a parent and read at a path of their own", () => {
  const playlist = { type: "object", required: ["id"], properties: { id: text, name: text } };
  const sent = { type: "object", properties: { name: text } };
  const list = { type: "object", properties: { items: { type: "array", items: playlist } } };
  const paths = {
    "/users/{user_id}/playlists": {
      parameters: [{ ...idParameter, name: "user_id" }],
      get: { responses: fine(list) },
      post: {
        requestBody: jsonBody(sent),
        responses: { "201": { description: "Created.", ...jsonBody(playlist) } },
      },
    },
    "/playlists/{id}": {
      parameters: [idParameter],
      get: { responses: { ...fine(playlist), ...missing } },
      put: { requestBody: jsonBody(sent), responses: { ...fine(playlist), ...missing } },
    },
  };

  it("are read at it, and listed below their own parent, after a change as well", async () => {
    const platform = await serving(paths);
    const { id } = (await ask(platform, "POST /users/ann/playlists", { body: { name: "Jazz" } })).value;
    await ask(platform, "POST /users/bob/playlists", { body: { name: "Rock" } });

    expect((await ask(platform, `GET /playlists/${id}`)).value).toMatchObject({ name: "Jazz" });
    await ask(platform, `PUT /playlists/${id}`, { body: { name: "Blues" } });
    const names = async (user: string): Promise<unknown> =>
      (await ask(platform, `GET /users/${user}/playlists`)).value.items.map(({ name }: { name: string }) => name);
    expect([await names("ann"), await names("bob")]).toEqual([["Blues"], ["Rock"]]);
  });
});

describe("a trailing slash", () => {
  it("is optional in a request, unless the document has both paths", async () => {
    const page = (name: string): JsonObject => ({ get: { responses: fine({ const: name }) } });
    const platform = await serving({
      "/pages/": page("pages"),
      "/users": page("users"),
      "/a": page("a"),
      "/a/": page("b"),
      "/books": page("books"),
      "/books/{id}": { parameters: [idParameter], ...page("book") },
    });
    const values = ["/pages", "/pages/", "/users/", "/a", "/a/"].map(
      async (path) => (await ask(platform, `GET ${path}`)).value,
    );

    expect(await Promise.all(values)).toEqual(["pages", "pages", "users", "a", "b"]);
    expect((await ask(platform, "GET /pages//")).status).toBe(404);
    expect((await ask(platform, "GET /books/")).status).toBe(404);
  });
});

describe("a refusal whose documented body has no place for the reason", () => {
  it("has the reason in a header", async () => {
    const failure = { type: "object", properties: { ok: { const: false } }, required: ["ok"] };
    const platform = await serving({
      "/post": {
        post: {
          requestBody: { required: true, ...jsonBody({ type: "object", required: ["text"], properties: { text } }) },
          responses: { ...fine({}), "400": { description: "Bad.", ...jsonBody(failure) } },
        },
      },
    });
    const { value, headers } = await ask(platform, "POST /post", { body: { text: 1 } });

    expect(value).toEqual({ ok: false });
    expect(headers["concord-refusal"]).toMatch(/body \/text: expected a string/);
  });
});

describe("an action with the item inside of its response", () => {
  it("responds with the values of the request", async () => {
    const channel = { type: "object", required: ["id", "name"], properties: { id: text, name: text } };
    const platform = await serving({
      "/channels.create": {
        post: {
          requestBody: jsonBody({ type: "object", properties: { name: text } }),
          responses: fine({
            type: "object",
            required: ["ok", "channel"],
            properties: { ok: { const: true }, channel },
          }),
        },
      },
    });

    expect((await ask(platform, "POST /channels.create", { body: { name: "general" } })).value).toMatchObject({
      ok: true,
      channel: { name: "general" },
    });
  });
});

describe("a PUT whose response is not an object", () => {
  it.each([
    ["an array", { type: "array", items: text }],
    ["a text", text],
  ])("responds with %s, also the second time", async (_, schema) => {
    const platform = await serving({
      "/mappings/{id}": { put: { parameters: [idParameter], responses: fine(schema) } },
    });

    for (const _ of [1, 2]) {
      const { status, value } = await ask(platform, "PUT /mappings/a");
      expect(status).toBe(200);
      expect(Array.isArray(value) ? "array" : typeof value).toBe(schema.type);
    }
  });
});
