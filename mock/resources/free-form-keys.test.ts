import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const object = { type: "object" };

function servingDocuments(parameter: string, item: JsonObject) {
  const answer = (schema: JsonObject): JsonObject => ({
    description: "It.",
    content: { "application/json": { schema } },
  });
  const body = { required: true, content: { "application/json": { schema: item } } };
  const responses = { "200": answer(item) };
  const contract = compileInMemory({
    paths: {
      "/documents": {
        get: { responses: { "200": answer({ type: "array", items: item }) } },
        post: { requestBody: body, responses: { "201": answer(item) } },
      },
      [`/documents/{${parameter}}`]: {
        parameters: [{ name: parameter, in: "path", required: true, schema: { type: "string" } }],
        get: { responses },
        put: { requestBody: body, responses },
        delete: { responses: { "204": { description: "Gone." } } },
      },
    },
  });
  return platformServing([contract]);
}

describe("an item of free form", () => {
  it.each<[string, string, JsonObject]>([
    ["documentId", "id", object],
    ["id", "id", { type: "object", additionalProperties: true }],
    ["document", "id", object],
    ["sku", "sku", { type: "object", additionalProperties: { type: "string" } }],
    ["document_uuid", "uuid", { allOf: [object] }],
  ])("named by {%s} has its key in %s", async (parameter, key, item) => {
    const platform = servingDocuments(parameter, item);
    const given = await ask(platform, "POST /documents", { body: { [key]: "124", name: "Stark" } });
    const made = await ask(platform, "POST /documents", { body: { name: "no key" } });

    expect(given.value).toEqual({ [key]: "124", name: "Stark" });
    expect((await ask(platform, "GET /documents/124")).value).toEqual(given.value);
    expect(made.value).toEqual({ name: "no key", [key]: expect.any(String) });
    expect((await ask(platform, `GET /documents/${made.value[key]}`)).value).toEqual(made.value);
    expect((await ask(platform, "GET /documents")).value).toEqual([given.value, made.value]);
  });

  it("keeps its key when it is replaced, and is not replaced by another with its key", async () => {
    const platform = servingDocuments("id", object);
    await ask(platform, "POST /documents", { body: { id: "a", name: "first" } });
    const again = await ask(platform, "POST /documents", { body: { id: "a", name: "second" } });

    expect(again.status).toBe(400);
    expect((await ask(platform, "PUT /documents/a", { body: { name: "third" } })).value).toEqual({
      id: "a",
      name: "third",
    });
  });

  it.each<[string, JsonObject]>([
    ["has no other members", { type: "object", additionalProperties: false }],
    ["has numbers only", { type: "object", additionalProperties: { type: "integer" } }],
    ["has members by a pattern", { type: "object", patternProperties: { "^x-": true }, additionalProperties: false }],
  ])("gets no key where it %s", async (_, item) => {
    const platform = servingDocuments("id", item);

    expect((await ask(platform, "POST /documents", { body: {} })).value).toEqual({});
  });
});
