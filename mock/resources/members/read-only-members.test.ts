import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const kind = (name: string): JsonObject => ({ type: "string", enum: [name] });
const branch = (name: string, content: JsonObject): JsonObject => ({
  type: "object",
  required: ["type"],
  properties: { id: text, type: kind(name), content },
});
const readOnly = { ...text, readOnly: true };

async function create(schema: JsonObject, body: JsonObject): Promise<JsonObject> {
  const answer = { description: "It.", content: { "application/json": { schema } } };
  const contract = compileInMemory({
    paths: {
      "/records": {
        post: { requestBody: { content: { "application/json": { schema } } }, responses: { "201": answer } },
      },
      "/records/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: text }],
        get: { responses: { "200": answer } },
      },
    },
  });
  const platform = platformServing([contract]);
  const { value } = await ask(platform, "POST /records", { body });
  expect((await ask(platform, `GET /records/${value.id}`)).value).toEqual(value);
  return value;
}

describe("a member that is readOnly in one branch of a union", () => {
  it.each(["oneOf", "anyOf"])("is kept where the item means another branch, and else dropped: %s", async (keyword) => {
    const schema = { [keyword]: [branch("A", text), branch("CAA", readOnly), branch("MX", text)] };

    expect(await create(schema, { type: "A", content: "203.0.113.7" })).toMatchObject({ content: "203.0.113.7" });
    expect(await create(schema, { type: "MX", content: "mx.example" })).toMatchObject({ content: "mx.example" });
    expect(await create(schema, { type: "CAA", content: "x" })).not.toHaveProperty("content");
  });

  it("is dropped where all branches, or a part beside the union, mark it", async () => {
    const all = { oneOf: [branch("A", readOnly), branch("CAA", readOnly)] };
    const beside = { allOf: [{ properties: { content: readOnly } }], oneOf: [branch("A", text), branch("CAA", text)] };

    expect(await create(all, { type: "A", content: "x" })).not.toHaveProperty("content");
    expect(await create(beside, { type: "A", content: "x" })).not.toHaveProperty("content");
  });
});
