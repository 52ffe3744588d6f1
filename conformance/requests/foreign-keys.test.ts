import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { withoutForeignKeys } from "./foreign-keys.ts";

const integer: JsonObject = { type: "integer" };
const text: JsonObject = { type: "string" };
const either: JsonObject = { oneOf: [integer, text] };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const responses: JsonObject = { 201: { description: "", ...json({ type: "object", properties: { id: integer } }) } };
const books = {
  get: { responses: { 200: { description: "", ...json({ type: "array", items: { type: "object" } }) } } },
};

/** The body that is sent in place of another one, where the items 1 to 9 of others are known. */
function free(properties: JsonObject, body: Json, { own, required = [] }: { own?: string; required?: string[] } = {}) {
  const schema = { type: "object", properties, required };
  const contract = compileInMemory({
    paths: { "/authors": { post: { requestBody: json(schema), responses } }, "/books": books },
  });
  const operation = contract.operations.find(({ method }) => method === "POST")!;
  const request = {
    method: "POST",
    path: "/authors",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const isForeign = (collection: string, key: string | number): boolean =>
    collection === "/books" && Number(key) >= 1 && Number(key) <= 9;
  const freed = withoutForeignKeys(request, { contract, operation }, { isForeign, own: () => own });
  return { body: JSON.parse(freed.request.body!) as Json, kept: freed.kept };
}

describe("withoutForeignKeys()", () => {
  const list = { books: { type: "array", items: integer } };
  it.each<[string, JsonObject, Json, { own?: string; required?: string[] }, Json]>([
    ["leaves out keys of a list", list, { books: [1, 20] }, {}, { books: [20] }],
    ["sends an own key instead", list, { books: [1, 2] }, { own: "12" }, { books: [12, 12] }],
    [
      "leaves out keys of a list that has each once",
      { books: { ...list.books, uniqueItems: true } },
      { books: [1, 2] },
      { own: "12" },
      { books: [] },
    ],
    ["leaves out a member that no own key fits", { book: { ...integer, maximum: 9 } }, { book: 3 }, { own: "12" }, {}],
    ["leaves out a member", { book: integer }, { book: 3 }, {}, {}],
    ["knows the ending of a name", { book_id: text }, { book_id: "3" }, { own: "n7" }, { book_id: "n7" }],
    [
      "knows keys of several types",
      { books: { type: "array", items: either } },
      { books: [1, "2"] },
      {},
      { books: [] },
    ],
    [
      "looks into objects with a key",
      { books: { type: "array", items: { type: "object", properties: { id: integer, pages: integer } } } },
      { books: [{ id: 1, pages: 2 }] },
      { own: "12" },
      { books: [{ id: 12, pages: 2 }] },
    ],
    [
      "looks below a wrapper",
      { data: { type: "object", properties: list } },
      { data: { books: [4] } },
      {},
      { data: { books: [] } },
    ],
    ["leaves keys that nobody has", { book: integer }, { book: 77 }, {}, { book: 77 }],
    ["leaves other members", { pages: integer, name: text }, { pages: 1, name: "1" }, {}, { pages: 1, name: "1" }],
    ["keeps an invalid request invalid", list, { books: [1, "x"] }, { own: "12" }, { books: [12, "x"] }],
  ])("%s", (_, properties, sent, options, expected) => {
    expect(free(properties, sent, options)).toEqual({ body: expected, kept: [] });
  });

  it.each<[string, JsonObject, Json, string[]]>([
    ["is required", { book: integer }, { book: 3 }, ["/books/3"]],
    ["is one of a minimum", { book: { type: "array", minItems: 1, items: integer } }, { book: [3] }, ["/books/3"]],
  ])("names a key that %s", (_, properties, body, kept) => {
    expect(free(properties, body, { required: ["book"] })).toEqual({ body, kept });
  });
});
