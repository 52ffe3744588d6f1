import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };

interface Shown {
  readonly schema: JsonObject;
  readonly example: Json;
  /** Other members of the request. */
  readonly sent?: JsonObject;
}

async function create(name: string, { schema, example, sent = {} }: Shown): Promise<JsonObject> {
  const item = { type: "object", properties: { id: text, origin: text, [name]: schema } };
  const content = { "application/json": { schema: item, example: { id: "abc", origin: "b", [name]: example } } };
  const request = { "application/json": { schema: { type: "object", properties: { origin: text, ...sent } } } };
  const answer = { description: "It.", content };
  const contract = compileInMemory({
    paths: {
      "/uploads": { post: { requestBody: { content: request }, responses: { "201": answer } } },
      "/uploads/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: { "200": answer } },
      },
    },
  });
  const platform = platformServing([contract]);
  const made = (await ask(platform, "POST /uploads", { body: { origin: "*" } })).value;
  expect(made.origin).toBe("*");
  expect((await ask(platform, `GET /uploads/${made.id}`)).value).toEqual(made);
  return made;
}

describe("a member of a new item that only the server sets", () => {
  it.each<[string, JsonObject, Json]>([
    ["status", { type: "string", enum: ["waiting", "done"] }, "waiting"],
    ["version", { type: "integer" }, 1],
    ["stream_key", text, "sk-1"],
    ["enabled", { type: "boolean" }, true],
    ["new_asset", { type: "object", properties: { policy: text } }, { policy: "public" }],
    ["deleted_at", { type: ["string", "null"] }, null],
    ["comments_count", { type: "integer" }, 0],
    ["is_deleted", { type: "boolean" }, false],
  ])("has the value of the documented example: %s", async (name, schema, example) => {
    expect((await create(name, { schema, example }))[name]).toEqual(example);
  });

  it("has its own id where the example has one", async () => {
    const url = await create("upload_url", { schema: text, example: "https://storage.example/abc?x=1" });
    expect(url["upload_url"]).toBe(`https://storage.example/${String(url["id"])}?x=1`);
    const other = await create("_id", { schema: text, example: "abc" });
    expect(other["_id"]).toBe(other["id"]);
    const uuid = { type: "string", format: "uuid" };
    const example = "6ba7b810-9dad-41d1-80b4-00c04fd430c8";
    expect((await create("uuid", { schema: uuid, example }))["uuid"]).toMatch(
      /^(?!6ba7b810)[0-9a-f]{8}-[0-9a-f-]{27}$/,
    );
  });

  it.each<[string, JsonObject, Json]>([
    ["customer_id", text, "cus_1"],
    ["ownerId", text, "usr_1"],
    ["display_name", text, "Ada"],
    ["comments_count", { type: "integer" }, 3],
    ["errors", { type: "array", items: text }, ["wrong"]],
    ["deleted_at", text, "2020-01-01T00:00:00Z"],
    ["published", text, "2020-01-01T00:00:00Z"],
    ["owner", { type: "object", properties: { id: text } }, { id: "usr_1" }],
  ])("is omitted where it is about other items or a later state: %s", async (name, schema, example) => {
    expect(await create(name, { schema, example })).not.toHaveProperty(name);
  });

  it("is left to the client where a request has it", async () => {
    const schema = { type: "string", enum: ["waiting", "done"] };

    expect(await create("status", { schema, example: "done", sent: { status: schema } })).not.toHaveProperty("status");
  });
});

describe("a credential that is readOnly", () => {
  const readOnly = { ...text, readOnly: true };

  it.each(["token", "secret", "api_key", "accessToken", "client_secret"])("is made with its item: %s", async (name) => {
    const [one, other] = [await createWithout(name, readOnly), await createWithout(name, readOnly)];
    expect(one[name]).toEqual(expect.any(String));
    expect(one[name]).not.toBe(one["id"]);
    expect(one[name]).not.toBe(other[name]);
  });

  it.each<[string, JsonObject]>([
    ["token", text],
    ["next_page_token_hint", readOnly],
    ["label", readOnly],
  ])("is no other member: %s as %j", async (name, schema) => {
    expect(await createWithout(name, schema)).not.toHaveProperty(name);
  });

  let count = 0;

  /** An item whose contract has no example. */
  async function createWithout(name: string, schema: JsonObject): Promise<JsonObject> {
    return (await crates(name, schema))(`c${++count}`);
  }

  async function crates(name: string, schema: JsonObject) {
    const item = { type: "object", properties: { id: text, [name]: schema } };
    const content = { "application/json": { schema: item } };
    const answer = { description: "It.", content };
    const paths = {
      "/crates": { post: { requestBody: { content }, responses: { "201": answer } } },
      "/crates/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: { "200": answer } },
      },
    };
    const platform = platformServing([compileInMemory({ paths })]);
    return async (id: string) => (await ask(platform, "POST /crates", { body: { id } })).value as JsonObject;
  }
});

describe("an own key of items beside the key of their path", () => {
  const number = { type: "integer" };

  async function createCrate(own: string, schema: JsonObject, sent: JsonObject = {}) {
    const shown = { type: "object", properties: { label: text, crateId: text, [own]: schema } };
    const request = { type: "object", properties: { label: text, ...sent } };
    const content = (of: JsonObject): JsonObject => ({ content: { "application/json": { schema: of } } });
    const answer = { description: "It.", ...content(shown) };
    const contract = compileInMemory({
      paths: {
        "/crates": { post: { requestBody: content(request), responses: { "201": answer } } },
        "/crates/{crateId}": {
          parameters: [{ name: "crateId", in: "path", required: true, schema: text }],
          get: { responses: { "200": answer } },
        },
      },
    });
    const platform = platformServing([contract]);
    const [one, other] = [await made(), await made()];
    return { one, other, read: async (key: Json) => (await ask(platform, `GET /crates/${String(key)}`)).value };

    async function made(): Promise<JsonObject> {
      return (await ask(platform, "POST /crates", { body: { label: "glass" } })).value;
    }
  }

  it.each<[string, JsonObject]>([
    ["id", text],
    ["_id", text],
    ["id", number],
    ["uuid", { type: "string", format: "uuid" }],
    ["uuid", { type: "string", format: "uuid", readOnly: true }],
    ["gid", text],
  ])("is made by the server: %s as %j", async (name, schema) => {
    const { one, other, read } = await createCrate(name, schema);
    expect(one[name]).toBeDefined();
    expect(one[name]).not.toEqual(other[name]);
    expect(await read(one["crateId"] as Json)).toEqual(one);
  });

  it.each([
    ["id", text],
    ["id", number],
  ])("names the item in its path as well: %s as %j", async (name, schema) => {
    const { one, read } = await createCrate(name, schema);
    expect(await read(one[name] as Json)).toEqual(one);
  });

  it("is not made where clients can send it, or where it is the key of another item", async () => {
    expect((await createCrate("uuid", text, { uuid: text })).one).not.toHaveProperty("uuid");
    expect((await createCrate("depot_id", text)).one).not.toHaveProperty("depot_id");
  });
});
