import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, noon, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const iso = new Date(noon).toISOString();
const seconds = noon / 1000;

function servingNotes(
  properties: JsonObject,
  { sent = {}, example }: { sent?: JsonObject; example?: JsonObject } = {},
) {
  const schema = { type: "object", properties: { id: text, text, ...properties } };
  const content = { "application/json": { schema, ...(example && { example }) } };
  const answer = { description: "It.", content };
  const body = { content: { "application/json": { schema: { type: "object", properties: { text, ...sent } } } } };
  const contract = compileInMemory({
    paths: {
      "/notes": { post: { requestBody: body, responses: { "201": answer } } },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: { "200": answer } },
        put: { requestBody: body, responses: { "200": answer } },
      },
    },
  });
  return platformServing([contract]);
}

describe("the time of creation", () => {
  it.each<[string, JsonObject, unknown]>([
    ["created_at", { type: "string", description: "When it was created, in RFC 3339 format." }, iso],
    ["createdAt", text, iso],
    ["create_time", { type: ["string", "null"] }, iso],
    ["dateCreated", { type: "string", format: "date-time" }, iso],
    ["created", { type: "string", example: "2020-01-01T00:00:00Z" }, iso],
    ["created", { type: "integer", description: "Unix timestamp of the creation" }, seconds],
    ["created_at", { type: "integer" }, seconds],
    ["created", { type: "integer", example: 1_600_000_000 }, seconds],
    ["createdAt", { type: "number", example: 1_600_000_000_000 }, noon],
    ["createdAt", { type: "number", description: "Time in milliseconds" }, noon],
    ["created_at_ms", { type: "integer" }, noon],
  ])("is in %s: %j", async (name, schema, time) => {
    const { value } = await ask(servingNotes({ [name]: schema }), "POST /notes", { body: { text: "a" } });

    expect(value[name]).toBe(time);
  });

  it.each<[string, JsonObject]>([
    ["created", { type: "integer", description: "Number of records" }],
    ["created", { type: "integer", example: 3 }],
    ["created", text],
    ["created", { type: "boolean" }],
    ["created_on", { type: "string", enum: ["web", "app"] }],
    ["created_at", { type: "string", example: "Berlin" }],
    ["modified", { type: "integer" }],
  ])("is not in %s: %j", async (name, schema) => {
    const { value } = await ask(servingNotes({ [name]: schema }), "POST /notes", { body: { text: "a" } });

    expect(value).not.toHaveProperty(name);
  });

  it("is in milliseconds where the documented example of the item is", async () => {
    const example = { id: "a", text: "b", created_at: 1_600_000_000_000 };
    const platform = servingNotes({ created_at: { type: "integer" } }, { example });

    expect((await ask(platform, "POST /notes", { body: { text: "a" } })).value.created_at).toBe(noon);
  });

  it("stays what the client sent where a request has it, and what it was when the item is replaced", async () => {
    const properties = { created_at: { type: "integer" }, create_time: text };
    const platform = servingNotes(properties, { sent: { created_at: { type: "integer" } } });
    const { value } = await ask(platform, "POST /notes", { body: { text: "a", created_at: 5 } });

    expect(value).toMatchObject({ created_at: 5, create_time: iso });
    const replaced = await ask(platform, `PUT /notes/${value.id}`, { body: { text: "b", created_at: 6 } });
    expect(replaced.value).toMatchObject({ text: "b", create_time: iso });
  });
});
