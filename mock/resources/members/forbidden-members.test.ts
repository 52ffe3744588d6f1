import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const item = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "string" },
    name: { type: "string" },
    note: { type: "string" },
    updated_at: { type: "string", format: "date-time" },
  },
};
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
const untyped = { content: { "application/json": { schema: { type: "object" } } } };
const ok = { description: "An item", content: { "application/json": { schema: item } } };
const paths = {
  "/items": { post: { requestBody: untyped, responses: { 201: ok } } },
  "/items/{id}": {
    parameters,
    get: { responses: { 200: ok } },
    patch: { requestBody: untyped, responses: { 200: ok, 422: { description: "Wrong" } } },
  },
};

describe("a request without a schema", () => {
  it("is refused without changes if the schema of the item forbids its members", async () => {
    const platform = platformServing([compileInMemory({ paths })]);
    await ask(platform, "POST /items", { body: { id: "i1", name: "Ada" } });
    const refused = await ask(platform, "PATCH /items/i1", { body: { name: 5, note: "x" } });

    expect([refused.status, refused.value.violations]).toEqual([
      422,
      [{ in: "body", pointer: "/name", expected: "a string", got: "5" }],
    ]);
    expect((await ask(platform, "GET /items/i1")).value).not.toHaveProperty("note");
    expect((await ask(platform, "POST /items", { body: { name: [] } })).status).toBe(400);
  });

  it.each([{ note: null }, { id: 7, updated_at: 5 }, { other: 5 }, { name: "Grace" }])(
    "succeeds if the schema of the item allows its members: %j",
    async (body) => {
      const platform = platformServing([compileInMemory({ paths })]);
      await ask(platform, "POST /items", { body: { id: "i1", name: "Ada", note: "y" } });

      expect((await ask(platform, "PATCH /items/i1", { body })).status).toBe(200);
    },
  );
});
