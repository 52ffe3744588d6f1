import { describe, expect, it } from "vitest";
import { type Json, loadContracts } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import type { Io } from "../command.ts";
import { showContract } from "./show.ts";

const scratch = createScratch();

const written = `openapi: 3.1.0
info: { title: Meters, version: "1" }
paths:
  /readings:
    post:
      operationId: addReading
      parameters:
        - { name: after, in: query, schema: { type: integer, minimum: 9007199254740993, maximum: 9007199254740995 } }
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                id: { enum: [9007199254740993, 9007199254740992] }
                kind: { const: 12345678901234567891 }
                most: { type: integer, allOf: [{ maximum: 18446744073709551617 }, { maximum: 18446744073709551616 }] }
                share: { type: number, exclusiveMinimum: 0.10000000000000000001, multipleOf: 0.00000000000000000000100000000000000000001 }
                plain: { type: integer, minimum: 1, maximum: 1 }
            example: { id: 9007199254740993 }
      responses: { "204": { description: Done } }
`;

async function shown(json: boolean): Promise<string> {
  const contracts = await loadContracts([scratch.write({ "meters.yaml": written })]);
  let text = "";
  const io: Io = {
    out: (part) => void (text += part),
    err: () => {},
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  const names = [contracts[0]?.api ?? "", "addReading"];
  expect(showContract({ contracts, names, json, out: undefined, rules: false, io })).toBe(0);
  return text;
}

describe("showContract()", () => {
  it.each([
    ["after", "integer, 9007199254740993 to 9007199254740995"],
    ["id", "9007199254740993 | 9007199254740992"],
    ["kind", "12345678901234567891"],
    ["most", "integer, at most 18446744073709551616"],
    ["share", "number, more than 0.10000000000000000001, a multiple of 0.00000000000000000000100000000000000000001"],
    ["plain", "integer, 1"],
  ])("prints numbers as the document writes them: %s", async (name, text) => {
    const line = (await shown(false)).split("\n").find((one) => one.trim().startsWith(`${name} `));

    expect(`${line} `).toContain(` ${text} `);
  });

  it("prints numbers as the document writes them in JSON, too", async () => {
    const text = await shown(true);

    for (const part of ['"minimum": 9007199254740993', '"const": 12345678901234567891', '"id": 9007199254740993'])
      expect(text).toContain(part);
  });
});

describe("showContract() of resources", () => {
  const label = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
  const issue = { type: "object", properties: { id: { type: "string" }, title: { type: "string" } } };
  const content = (schema: Json) => ({ content: { "application/json": { schema } } });
  const made = (schema: Json) => ({
    requestBody: content(schema),
    responses: { "201": { description: "Made.", ...content(schema) } },
  });
  const read = (schema: Json) => ({ responses: { "200": { description: "Fine.", ...content(schema) } } });
  const paths = {
    "/labels": { post: made(label) },
    "/labels/{id}": { get: read(label) },
    "/issues": { post: made(issue) },
    "/issues/{issue}": { get: read(issue) },
    "/issues/{issue}/labels": {
      get: read({ type: "array", items: label }),
      post: {
        ...read({ type: "array", items: label }),
        requestBody: content({ type: "array", items: { type: "string" } }),
      },
    },
    "/issues/{issue}/labels/{id}": { delete: { responses: { "204": { description: "Gone." } } } },
  };

  it("prints which operations add, list and remove items that exist", async () => {
    const contracts = await loadContracts([scratch.write({ "issues.json": documentOf({ paths }) })]);
    let text = "";
    const io = { out: (part: string) => void (text += part), err: () => {} } as unknown as Io;
    showContract({ contracts, names: [contracts[0]?.api ?? ""], json: false, out: undefined, rules: false, io });
    const lines = text.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, "  "));

    expect(lines.slice(lines.indexOf("Operations on relations between items") + 1).slice(0, 3)).toEqual([
      "GET /issues/{issue}/labels  list: items of /labels that are members of items of /issues",
      "POST /issues/{issue}/labels  add: items of /labels that are members of items of /issues",
      "DELETE /issues/{issue}/labels/{id}  remove: items of /labels that are members of items of /issues",
    ]);
  });
});

describe("showContract() of a GraphQL schema", () => {
  const sdl = `
    type Query { shelf(id: ID!): Shelf }
    type Shelf { id: ID! books: [Book!]! }
    type Book { id: ID! title: String! lentAt: String shelf: Shelf! tags: [Tag!]! }
    type Tag { id: ID! books: [Book!]! }
    input NewBook { title: String! shelfId: ID! }
    type Mutation {
      createBook(input: NewBook!): Book
      bookRename(id: ID!, title: String!): Book
      lendBook(id: ID!): Book
      addTagsToBook(bookId: ID!, tagIds: [ID!]!): Book
      login(name: String!): String
    }
  `;

  it("prints the objects with their relations, and what each mutation does", async () => {
    const contracts = await loadContracts([scratch.write({ "shelves.graphql": sdl })]);
    let text = "";
    const io = { out: (part: string) => void (text += part), err: () => {} } as unknown as Io;
    showContract({ contracts, names: [contracts[0]?.api ?? ""], json: false, out: undefined, rules: false, io });
    const lines = new Set(text.split("\n").map((line) => line.trim().replaceAll(/ {2,}/g, "  ")));

    for (const line of [
      'books: list of Book, by "shelf"',
      'tags: list of Tag, both ways with "books"',
      'create  createBook  Book  its name says "create" and "Book"',
      'update  bookRename  Book  its name says "rename" and "Book"',
      'action  lendBook  Book  its name says "lend" and "Book"',
      'add  addTagsToBook  Book  "tags" is a list of "Book"',
      'unknown  login  "login" is no change of an object',
      "1 mutation with an unknown effect",
    ])
      expect(lines).toContain(line);
  });
});
