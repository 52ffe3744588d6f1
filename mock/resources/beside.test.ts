import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const book = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "integer" }, title: { type: "string" } },
};
const content = { "application/json": { schema: book, example: { id: 1, title: "Emma" } } };
const ok = { description: "The book", content };
const paths = {
  "/books": { post: { requestBody: { content }, responses: { 201: ok } } },
  "/books/latest": { get: { responses: { 200: ok } } },
  "/books/{id}": {
    get: {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      responses: { 200: ok },
    },
  },
};

describe("a fixed path among items", () => {
  it("returns the item whose id is the path segment, or else the example", async () => {
    const platform = platformServing([compileInMemory({ paths })]);
    const before = await ask(platform, "GET /books/latest");
    await ask(platform, "POST /books", { body: { id: 1, title: "Persuasion" } });
    const after = await ask(platform, "GET /books/latest");

    expect(before.value).toEqual({ id: 1, title: "Emma" });
    expect(after.value).toEqual({ id: 1, title: "Persuasion" });
    expect((await ask(platform, "GET /books/1")).value).toEqual(after.value);
  });
});
