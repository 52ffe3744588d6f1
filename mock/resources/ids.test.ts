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

  it.each<[string, string, JsonSchema]>([
    ["a fixed set", "/groups/{kind}/{id}/members", { type: "string", enum: ["open", "closed"] }],
    ["one value", "/groups/{kind}/summary", { type: "string", const: "open" }],
    [
      "a pattern beside the item's parameter",
      "/groups/{kind}/{id}/tags",
      { type: "string", pattern: "^(open|closed)$" },
    ],
    ["a length beside the item's parameter", "/groups/{kind}/{id}/notes", { type: "string", maxLength: 1 }],
  ])("is not restricted by a path about other things: %s", async (_, path, schema) => {
    const string = { type: "string" };
    const contract = groupsWith(string, string, { path, parameters: { kind: schema, id: string } });
    const platform = platformServing([contract]);
    for (const name of ["a", "b", "c"])
      expect((await ask(platform, "POST /groups", { body: { name } })).value.id).toMatch(/^group_[0-9a-f]{12}$/);
  });

  it("is restricted by a path below the item", async () => {
    const string = { type: "string" };
    const below = { path: "/groups/{group}/members", parameters: { group: { ...string, pattern: "^g_[a-z0-9]{8}$" } } };
    const platform = platformServing([groupsWith(string, string, below)]);

    expect((await ask(platform, "POST /groups", { body: { name: "a" } })).value.id).toMatch(/^g_[a-z0-9]{8}$/);
  });
});

const sent = { type: "object", properties: { name: { type: "string" } } };

interface OtherPath {
  readonly path: string;
  readonly parameters: Readonly<Record<string, JsonSchema>>;
}

function groupsWith(inPath: JsonSchema, inItem: JsonSchema, other?: OtherPath) {
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
      ...(other && { [other.path]: { post: actionWith(other) } }),
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

function actionWith({ path, parameters }: OtherPath): JsonObject {
  const inPath = Object.entries(parameters).filter(([name]) => path.includes(`{${name}}`));
  return {
    parameters: inPath.map(([name, schema]) => ({ name, in: "path", required: true, schema })),
    responses: { "204": { description: "Done." } },
  };
}
