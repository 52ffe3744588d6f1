import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { startMock } from "../../api/mock.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";

const scratch = createScratch();
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const text = { type: "string", minLength: 1, maxLength: 30 };
const book = {
  type: "object",
  required: ["id", "title", "status"],
  properties: {
    id: { type: "string", readOnly: true },
    title: text,
    status: { type: "string", enum: ["available", "borrowed"], readOnly: true },
  },
};
const id = [{ name: "book_id", in: "path", required: true, schema: { type: "string", minLength: 1 } }];
const none = { description: "There is none." };

/** A contract of books with unique titles, which can be borrowed. */
const document = documentOf({
  info: { title: "books", version: "1" },
  paths: {
    "/books": {
      get: { responses: { 200: { description: "All.", ...json({ type: "array", items: book }) } } },
      post: {
        requestBody: { required: true, ...json({ type: "object", required: ["title"], properties: { title: text } }) },
        responses: {
          201: { description: "Made.", ...json(book) },
          409: { description: "A book of that title exists already." },
        },
      },
    },
    "/books/{book_id}": {
      parameters: id,
      get: { responses: { 200: { description: "It.", ...json(book) }, 404: none } },
    },
    "/books/{book_id}/borrow": {
      parameters: id,
      post: {
        "x-state": { sets: { status: "borrowed" } },
        responses: {
          200: { description: "Borrowed.", ...json(book) },
          404: none,
          409: { description: "The book is borrowed already." },
        },
      },
    },
  },
});

describe("a conflict that a description documents", () => {
  it("has the same meaning for the mock and for conformance", async () => {
    const contract = await scratch.load(document);
    await using mock = await startMock({ contracts: [scratch.write({ "books.json": JSON.stringify(document) })] });
    const { failures } = await conform({ contracts: [contract], target: mock.url, seed: 1, runs: 10 });

    expect(failures.map(({ operation, check, message }) => `${operation} ${check}: ${message}`)).toEqual([]);
  });

  it("is enforced by the mock", async () => {
    await using mock = await startMock({ contracts: [scratch.write({ "books.json": JSON.stringify(document) })] });
    const post = (path: string, body?: JsonObject) =>
      fetch(mock.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });

    expect((await post("/books", { title: "Emma" })).status).toBe(201);
    expect((await post("/books", { title: "Emma" })).status).toBe(409);
    const made = (await (await post("/books", { title: "Persuasion" })).json()) as { id: string };
    expect((await post(`/books/${made.id}/borrow`)).status).toBe(200);
    const second = await post(`/books/${made.id}/borrow`);
    expect([second.status, await second.text()]).toEqual([
      409,
      expect.stringContaining("The book is borrowed already."),
    ]);
  });
});
