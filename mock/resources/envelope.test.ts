import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const text = { type: "string" };
const pool = { type: "object", properties: { id: text, name: text } };

function servingEnvelope(envelope: JsonObject) {
  const answer = {
    description: "It.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/E" } } },
  };
  const sent = { content: { "application/json": { schema: { type: "object", properties: { name: text } } } } };
  const contract = compileInMemory({
    paths: {
      "/pools": { post: { requestBody: sent, responses: { "200": answer } } },
      "/pools/{pool_id}": {
        parameters: [{ name: "pool_id", in: "path", required: true, schema: text }],
        get: { responses: { "200": answer } },
        patch: { requestBody: sent, responses: { "200": answer } },
      },
    },
    components: { schemas: { E: envelope } },
  });
  return platformServing([contract]);
}

describe("a required member beside the item", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a flag", { success: { type: "boolean" } }, { success: true }],
    ["a fixed text", { status: { type: "string", const: "ok" } }, { status: "ok" }],
    ["a list", { errors: { type: "array", items: text } }, { errors: [] }],
    ["an object", { meta: { type: "object" } }, { meta: {} }],
  ])("is in what create, read and change answer with one schema: %s", async (_, properties, beside) => {
    const envelope = {
      type: "object",
      required: [...Object.keys(properties), "result"],
      properties: { ...properties, result: pool },
    };
    const platform = servingEnvelope(envelope);
    const made = await ask(platform, "POST /pools", { body: { name: "p" } });
    const { id } = made.value.result;

    expect(made.value).toEqual({ ...beside, result: { id, name: "p" } });
    expect((await ask(platform, `GET /pools/${id}`)).value).toEqual({ ...beside, result: { id, name: "p" } });
    const changed = await ask(platform, `PATCH /pools/${id}`, { body: { name: "q" } });
    expect(changed.value).toEqual({ ...beside, result: { id, name: "q" } });
  });
});
