import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

const scratch = createScratch();

const text = { type: "string" };
const jsonBody = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const fine = (schema: JsonObject): JsonObject => ({ "200": { description: "", ...jsonBody(schema) } });
const idParameter = { name: "id", in: "path", required: true, schema: text };

interface Schemas {
  readonly sent: JsonObject;
  readonly shown: JsonObject;
  readonly listed?: JsonObject;
  readonly wrapper?: string;
}

/** A platform for documents with one member of objects. */
async function withDetails({ sent, shown, listed = shown, wrapper }: Schemas): Promise<Platform> {
  const itemOf = (details: JsonObject): JsonObject => ({
    type: "object",
    properties: { id: text, name: text, details },
  });
  const bodyOf = (details: JsonObject): JsonObject =>
    wrapper === undefined ? itemOf(details) : { type: "object", properties: { [wrapper]: itemOf(details) } };
  const paths = {
    "/cards": {
      post: { requestBody: jsonBody(bodyOf(sent)), responses: fine(bodyOf(shown)) },
      get: { responses: fine({ type: "array", items: itemOf(listed) }) },
    },
    "/cards/{id}": { parameters: [idParameter], get: { responses: fine(bodyOf(shown)) } },
  };
  return platformServing([await scratch.load({ paths })]);
}

const named = { type: "object", properties: { code: text } };
const both = { type: "object", properties: { code: text, more: text } };
const deep = { type: "object", properties: { code: named } };
const closed = { ...named, additionalProperties: false };

describe("members of nested objects that a response does not name", () => {
  it.each<[string, Schemas, Json, Json]>([
    ["are kept in a map with a placeholder", { sent: named, shown: named }, { en: "Winter" }, { en: "Winter" }],
    ["are left out beside named ones", { sent: named, shown: named }, { code: "a", en: "b" }, { code: "a" }],
    ["are kept at any depth", { sent: deep, shown: deep }, { code: { en: "b" } }, { code: { en: "b" } }],
    [
      "are kept in lists",
      { sent: { type: "array", items: both }, shown: { type: "array", items: named } },
      [{ more: "b" }],
      [{ more: "b" }],
    ],
    ["are kept where the request names them", { sent: both, shown: named }, { more: "b" }, { more: "b" }],
    ["are left out of a closed object", { sent: both, shown: closed }, { code: "a", more: "b" }, { code: "a" }],
    ["are left out if they are secrets", { sent: named, shown: named }, { code: "a", password: "b" }, { code: "a" }],
    [
      "are left out if they are writeOnly",
      { sent: both, shown: { type: "object", properties: { code: text, more: { ...text, writeOnly: true } } } },
      { code: "a", more: "b" },
      { code: "a" },
    ],
  ])("%s", async (_, schemas, sent, shown) => {
    for (const wrapper of [undefined, "card"]) {
      const platform = await withDetails({ ...schemas, ...(wrapper !== undefined && { wrapper }) });
      const body = { name: "A", details: sent };
      const made = await ask(platform, "POST /cards", { body: wrapper === undefined ? body : { [wrapper]: body } });
      const item = wrapper === undefined ? made.value : made.value[wrapper];

      expect(item.details).toEqual(shown);
      expect((await ask(platform, `GET /cards/${item.id}`)).value).toEqual(made.value);
      expect((await ask(platform, "GET /cards")).value[0].details).toEqual(shown);
    }
  });

  it("are left out of a summary that omits what the whole item names", async () => {
    const platform = await withDetails({ sent: both, shown: both, listed: named });
    await ask(platform, "POST /cards", { body: { name: "A", details: { code: "a", more: "b" } } });

    expect((await ask(platform, "GET /cards")).value[0].details).toEqual({ code: "a" });
  });

  it("are left out at the top of the item", async () => {
    const platform = await withDetails({ sent: named, shown: named });
    expect((await ask(platform, "POST /cards", { body: { name: "A", other: "b" } })).value).not.toHaveProperty("other");
  });
});

describe("members in the query of an operation without a body", () => {
  const tag = {
    type: "object",
    properties: { id: { ...text, readOnly: true }, name: text, size: { type: "integer" } },
  };
  const query = (...names: string[]): JsonObject[] =>
    names.map((name) => ({ name, in: "query", schema: name === "size" ? { type: "integer" } : text }));
  const serving = async (): Promise<Platform> =>
    platformServing([
      await scratch.load({
        paths: {
          "/tags": { post: { parameters: query("Name", "size", "fields"), responses: fine(tag) } },
          "/tags/{id}": {
            parameters: [idParameter],
            get: { responses: { ...fine(tag), "404": { description: "" } } },
            put: { parameters: query("name"), responses: { ...fine(tag), "404": { description: "" } } },
            post: { parameters: query("size"), responses: { ...fine(tag), "404": { description: "" } } },
          },
        },
      }),
    ]);

  it("are those of the item", async () => {
    const platform = await serving();
    const { id } = (await ask(platform, "POST /tags?Name=new&size=3&fields=name")).value;

    expect((await ask(platform, `GET /tags/${id}`)).value).toEqual({ id, name: "new", size: 3 });
    expect((await ask(platform, `POST /tags/${id}?size=4`)).value).toEqual({ id, name: "new", size: 4 });
    expect((await ask(platform, `PUT /tags/${id}?name=old`)).value.name).toBe("old");
  });
});
