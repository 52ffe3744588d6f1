import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Platform } from "../index.ts";

describe("a JSON patch in a body of other JSON", () => {
  const one = { type: "object", properties: { op: { type: "string" }, path: { type: "string" }, value: {} } };
  const many = { type: "array", items: one };
  const content = (mediaType: string, schema: JsonObject): JsonObject => ({ content: { [mediaType]: { schema } } });
  const note = {
    type: "object",
    properties: {
      id: { type: "string" },
      title: { type: "string" },
      view: { type: "object", properties: { zoom: { type: "integer" } } },
      tags: { type: "array", items: { type: "string" } },
    },
  };
  const serving = (change: JsonObject, description = ""): Platform =>
    platformServing([
      compileInMemory({
        paths: {
          "/notes": {
            post: {
              requestBody: content("application/json", note),
              responses: { "200": { description: "", ...content("application/json", note) } },
            },
          },
          "/notes/{id}": {
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            get: { responses: { "200": { description: "", ...content("application/json", note) } } },
            patch: {
              description,
              requestBody: change,
              responses: { "200": { description: "", ...content("application/json", note) } },
            },
          },
        },
      }),
    ]);
  const changed = async (platform: Platform, body: Json, before: JsonObject = {}): Promise<JsonObject> => {
    const { id } = (await ask(platform, "POST /notes", { body: { title: "A", ...before } })).value;
    expect((await ask(platform, `PATCH /notes/${id}`, { body })).status).toBe(200);
    const { id: _, ...value } = (await ask(platform, `GET /notes/${id}`)).value;
    return value;
  };

  it.each<[string, Json, JsonObject]>([
    ["replaces", [{ op: "replace", path: "/title", value: "B" }], { title: "B" }],
    [
      "sets an absent member",
      [{ op: "replace", path: "/view", value: { zoom: 2 } }],
      { title: "A", view: { zoom: 2 } },
    ],
    [
      "sets a member of an absent one",
      [{ op: "add", path: "/view/zoom", value: 2 }],
      { title: "A", view: { zoom: 2 } },
    ],
    ["appends to an absent list", [{ op: "add", path: "/tags/-", value: "x" }], { title: "A", tags: ["x"] }],
  ])("%s", async (_, patches, expected) => {
    expect(await changed(serving(content("application/json", many)), patches)).toEqual(expected);
    const inMember = { type: "object", properties: { comment: { type: "string" }, patch: many } };
    const body = { comment: "Why", patch: patches };
    expect(await changed(serving(content("application/json", inMember)), body)).toEqual(expected);
  });

  it("is a merge where the text says so", async () => {
    const before = { view: { zoom: 2 }, tags: ["x"] };
    const body = { view: {}, title: "B" };
    const platform = serving(content("application/json", note), "Nested objects are merged recursively.");

    expect(await changed(platform, body, before)).toEqual({ title: "B", ...before });
    expect(await changed(serving(content("application/json", note)), body, before)).toMatchObject({ view: {} });
  });
});

describe("a PATCH of JSON:API", () => {
  it("keeps the attributes that it does not send, and takes JSON by its general name", async () => {
    const attributes = { type: "object", properties: { email: { type: "string" }, name: { type: "string" } } };
    const data = { type: "object", properties: { type: { type: "string" }, id: { type: "string" }, attributes } };
    const body = { content: { "application/vnd.api+json": { schema: { type: "object", properties: { data } } } } };
    const fine = { "200": { description: "", ...body } };
    const platform = platformServing([
      compileInMemory({
        paths: {
          "/people": { post: { requestBody: body, responses: fine } },
          "/people/{id}": {
            parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            get: { responses: fine },
            patch: { requestBody: body, responses: fine },
          },
        },
      }),
    ]);
    const made = await ask(platform, "POST /people", {
      body: { data: { type: "p", attributes: { email: "a@b.co" } } },
    });
    const { id } = made.value.data;
    const change = { data: { type: "p", id, attributes: { name: "Ada" } } };
    expect((await ask(platform, `PATCH /people/${id}`, { body: change })).status).toBe(200);

    expect((await ask(platform, `GET /people/${id}`)).value.data.attributes).toEqual({ email: "a@b.co", name: "Ada" });
  });
});
