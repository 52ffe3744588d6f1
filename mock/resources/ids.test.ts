import { describe, expect, it } from "vitest";
import type { JsonObject, JsonSchema } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

describe("a generated id", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a string", { type: "string" }, { type: "integer" }],
    ["a string of digits", { type: "string", pattern: "^\\d+$" }, { type: "integer" }],
    ["a string", { type: "string" }, { type: ["integer", "null"] }],
    ["an integer", { type: "integer" }, { type: "integer" }],
  ])("is a number where the path has %s %j and the item %j", async (_, inPath, inItem) => {
    const platform = platformServing([groupsWith(inPath, inItem)]);
    const ids = [
      (await ask(platform, "POST /groups", { body: { name: "a" } })).value.id,
      (await ask(platform, "POST /groups", { body: { name: "b" } })).value.id,
    ];

    expect(ids).toEqual([1, 2]);
    expect((await ask(platform, "GET /groups/2")).value).toEqual({ id: 2, name: "b" });
    expect((await ask(platform, "GET /groups/3")).status).toBe(404);
  });

  it("keeps the form of the path where no number fits it", async () => {
    const platform = platformServing([groupsWith({ type: "string", pattern: "^g_[a-z0-9]{8}$" }, { type: "string" })]);

    expect((await ask(platform, "POST /groups", { body: { name: "a" } })).value.id).toMatch(/^g_[a-z0-9]{8}$/);
  });
});

const sent = { type: "object", properties: { name: { type: "string" } } };

function groupsWith(inPath: JsonSchema, inItem: JsonSchema) {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Group" } } };
  const answer = { description: "It.", content };
  return compileInMemory({
    paths: {
      "/groups": {
        post: { requestBody: { content: { "application/json": { schema: sent } } }, responses: { "201": answer } },
      },
      "/groups/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: inPath }],
        get: { responses: { "200": answer, "404": { description: "None." } } },
      },
    },
    components: {
      schemas: {
        Group: {
          type: "object",
          required: ["id", "name"],
          properties: { id: inItem, name: { type: "string" } },
        },
      },
    },
  });
}
