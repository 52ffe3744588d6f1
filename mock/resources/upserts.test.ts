import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();

const alias = { type: "object", properties: { id: { type: "string" }, target: { type: "string" } } };
const content = { content: { "application/json": { schema: alias } } };
const shown = { description: "", ...content };
const none = { description: "" };
const idParameter = { name: "id", in: "path", required: true, schema: { type: "string" } };

async function serving(item: JsonObject, collection: JsonObject = {}): Promise<Platform> {
  const read = { get: { responses: { "200": shown, "404": none } } };
  const remove = { delete: { responses: { "204": none, "404": none } } };
  const paths = { "/aliases": collection, "/aliases/{id}": { parameters: [idParameter], ...read, ...remove, ...item } };
  return platformServing([await scratch.load({ paths })]);
}

describe("an upsert", () => {
  it.each<[string, JsonObject]>([
    ["PUT", { summary: "Create or update an alias", responses: { "200": shown, "404": none } }],
    ["PUT", { operationId: "upsertAlias", responses: { "200": shown, "4XX": none } }],
    ["PUT", { operationId: "createOrUpdateAlias", responses: { "200": shown, default: none } }],
    ["PUT", { responses: { "200": shown, "201": shown, "4XX": none } }],
    ["PUT", { summary: "Add an alias", responses: { "200": shown, "404": none } }],
    ["POST", { summary: "Create an alias", responses: { "200": shown, "404": none } }],
    ["PATCH", { responses: { "200": shown, "201": shown, "404": none } }],
    ["PATCH", { description: "If the alias does not exist, it is created.", responses: { "200": shown } }],
  ])("creates, changes, and creates again after a deletion: %s %j", async (method, texts) => {
    const platform = await serving({ [method.toLowerCase()]: { requestBody: content, ...texts } });
    const put = (target: string) => ask(platform, `${method} /aliases/a`, { body: { target } });
    const target = async () => (await ask(platform, "GET /aliases/a")).value.target;

    expect((await ask(platform, "GET /aliases/a")).status).toBe(404);
    const created = Object.hasOwn(texts["responses"] as JsonObject, "201") ? 201 : 200;
    expect((await put("one")).status).toBe(created);
    expect(await target()).toBe("one");
    expect((await put("two")).status).toBe(200);
    expect(await target()).toBe("two");
    expect((await ask(platform, "DELETE /aliases/a")).status).toBe(204);
    expect((await ask(platform, "GET /aliases/a")).status).toBe(404);
    expect((await put("three")).status).toBe(created);
    expect(await target()).toBe("three");
  });

  it.each<[string, JsonObject, number]>([
    ["Sets an alias", { "204": none }, 204],
    ["Save the alias", { "200": shown }, 200],
    ["Sets up an alias", { "204": none }, 400],
    ["Save a new alias", { "200": shown }, 400],
    ["Sets an alias", { "200": shown, "409": none }, 409],
    ["Add an alias", { "200": shown }, 400],
  ])("is a POST whose text says that it sets an item: %s %j", async (summary, responses, status) => {
    const platform = await serving({}, { post: { summary, requestBody: content, responses } });
    const set = (target: string) => ask(platform, "POST /aliases", { body: { id: "a", target } });

    expect((await set("one")).status).toBeLessThan(300);
    expect((await set("two")).status).toBe(status);
    expect((await ask(platform, "GET /aliases/a")).value.target).toBe(status < 300 ? "two" : "one");
  });

  it("is no update of an item that another operation creates", async () => {
    const create = { post: { requestBody: content, responses: { "201": shown } } };
    const change = { put: { requestBody: content, responses: { "200": shown, default: none } } };
    const platform = await serving(change, create);

    expect((await ask(platform, "PUT /aliases/a", { body: { target: "one" } })).status).toBe(404);
  });

  it("brings an item back that nothing else creates", async () => {
    const platform = await serving({ put: { requestBody: content, responses: { "200": shown, "404": none } } });
    await ask(platform, "DELETE /aliases/a");

    expect((await ask(platform, "PUT /aliases/a", { body: { target: "one" } })).status).toBe(200);
    expect((await ask(platform, "GET /aliases/a")).value.target).toBe("one");
  });

  it("by POST changes the item that the body names", async () => {
    const responses = { "200": shown, "201": shown };
    const platform = await serving({}, { post: { summary: "Create or update", requestBody: content, responses } });
    const post = (target: string) => ask(platform, "POST /aliases", { body: { id: "a", target } });

    expect((await post("one")).status).toBe(201);
    expect((await post("two")).status).toBe(200);
    expect((await ask(platform, "GET /aliases/a")).value).toEqual({ id: "a", target: "two" });
  });

  it("by POST at the path of an item refuses one that exists, where a conflict is documented", async () => {
    const responses = { "201": shown, "409": none };
    const statuses = async (summary: string) => {
      const platform = await serving({ post: { summary, requestBody: content, responses } });
      const post = async () => (await ask(platform, "POST /aliases/a", { body: { target: "one" } })).status;
      const found = [await post(), await post()];
      await ask(platform, "DELETE /aliases/a");
      return [...found, await post()];
    };

    expect(await statuses("Create an alias")).toEqual([201, 409, 201]);
    expect(await statuses("Create or update an alias")).toEqual([201, 201, 201]);
  });
});
