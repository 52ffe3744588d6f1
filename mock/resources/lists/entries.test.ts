import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";

const scratch = createScratch();
const text = { type: "string" };
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  required,
  properties,
});
const listOf = (items: Json): JsonObject => ({ type: "array", items });
const book = { $ref: "#/components/schemas/Book" };
const Book = object(
  { id: { ...text, readOnly: true }, title: text, pages: { type: "integer" }, shelf: text },
  "id",
  "title",
);

describe("a list whose entries hold the items", () => {
  it.each<[string, Json, (items: JsonObject[]) => Json]>([
    ["alone", listOf(object({ book }, "book")), (items) => items.map((each) => ({ book: each }))],
    [
      "in an envelope",
      object({ entries: listOf(object({ entry: book }, "entry")) }, "entries"),
      (items) => ({ entries: items.map((each) => ({ entry: each })) }),
    ],
    [
      "beside generated members",
      object({ edges: listOf(object({ node: book, cursor: text }, "node", "cursor")) }, "edges"),
      (items) => ({ edges: items.map((each) => ({ node: each, cursor: expect.any(String) })) }),
    ],
    [
      "beside their ids",
      object({ rows: listOf(object({ id: text, doc: book }, "id", "doc")) }, "rows"),
      (items) => ({ rows: items.map((each) => ({ id: each["id"] as string, doc: each })) }),
    ],
    [
      "below two members",
      object({ value: listOf(object({ resource: object({ data: book }) })) }),
      (items) => ({ value: items.map((each) => ({ resource: { data: each } })) }),
    ],
    [
      "in a map by key",
      object({ books: { type: "object", additionalProperties: object({ book, etag: text }, "book", "etag") } }),
      (items) => ({
        books: Object.fromEntries(items.map((each) => [each["id"], { book: each, etag: expect.any(String) }])),
      }),
    ],
    [
      "in a list of one to three",
      object({ books: { ...listOf(object({ book, rank: { type: "integer" } }, "book", "rank")), maxItems: 3 } }),
      (items) => ({ books: items.map((each) => ({ book: each, rank: expect.any(Number) })) }),
    ],
  ])("%s", async (_, list, expected) => {
    const platform = await serving(list);
    const made = await create(platform, "Atlas", "Birds", "Clouds");

    expect(await read(platform, "")).toEqual(expected(made));
    expect(await read(platform, "?title=Birds")).toEqual(expected(made.slice(1, 2)));
    expect(await read(platform, "?limit=1&offset=2")).toEqual(expected(made.slice(2)));
    expect(await read(platform, "?sort=-title")).toEqual(expected(made.toReversed()));
    const [first, second, third] = made as [JsonObject, JsonObject, JsonObject];
    expect((await ask(platform, `PATCH /books/${first["id"]}`, { body: { title: "Maps" } })).status).toBe(200);
    await ask(platform, `DELETE /books/${second["id"]}`);
    expect(await read(platform, "")).toEqual(expected([{ ...first, title: "Maps" }, third]));
  });

  it("shows what was sent for the entry beside the item", async () => {
    const platform = await serving(
      listOf(object({ book, shelf_mark: text })),
      object({ title: text, shelf_mark: text }),
    );
    await ask(platform, "POST /books", { body: { title: "Atlas", shelf_mark: "A1" } });

    expect(await read(platform, "")).toMatchObject([{ book: { title: "Atlas" }, shelf_mark: "A1" }]);
    expect(await read(platform, "?shelf_mark=A1")).toHaveLength(1);
    expect(await read(platform, "?shelf_mark=B2")).toHaveLength(0);
  });

  it("has the items of the documented example, and what is beside them there", async () => {
    const example = [
      { book: { id: "b1", title: "Atlas" }, rank: 7 },
      { book: { id: "b2", title: "Birds" }, rank: 4 },
    ];
    const platform = await serving(listOf(object({ book, rank: { type: "integer" } })), undefined, { example });

    expect(await read(platform, "")).toEqual(example);
    expect((await ask(platform, "GET /books/b2")).value).toEqual(example[1]?.book);
    await ask(platform, "PATCH /books/b1", { body: { title: "Maps" } });
    expect(await read(platform, "")).toEqual([
      { book: { id: "b1", title: "Maps" }, rank: 7 },
      { book: { id: "b2", title: "Birds" }, rank: 4 },
    ]);
  });
});

describe("a list with other wrappers than the other bodies", () => {
  it("holds what a create wraps, and what a read wraps", async () => {
    const [content, { book: sent }] = [object({ book }), { book: { title: "Atlas" } }];
    const platform = await servingOperations({
      "GET /books": [object({ items: listOf(object({ resource: book })) })],
      "POST /books": [content, content],
      "GET /books/{id}": [content],
      "PUT /books/{id}": [content, content],
    });
    const { id } = (await ask(platform, "POST /books", { body: { book: sent } })).value.book;

    expect(await read(platform, "")).toEqual({ items: [{ resource: { id, ...sent } }] });
    expect((await ask(platform, `GET /books/${id}`)).value).toEqual({ book: { id, ...sent } });
    await ask(platform, `PUT /books/${id}`, { body: { book: { title: "Maps" } } });
    expect(await read(platform, "")).toEqual({ items: [{ resource: { id, title: "Maps" } }] });
  });

  it("shows the members of an owner, and what each membership says", async () => {
    const user = object({ id: text, name: text }, "id");
    const team = object({ id: text, title: text }, "id");
    const member = object({ user, role: text }, "user", "role");
    const platform = await servingOperations({
      "POST /users": [user, user],
      "GET /users/{user_id}": [user],
      "POST /teams": [team, team],
      "GET /teams/{team}": [team],
      "GET /teams/{team}/members": [listOf(member)],
      "POST /teams/{team}/members": [member, object({ user_id: text, role: text })],
      "DELETE /teams/{team}/members/{user_id}": [],
    });
    for (const id of ["u1", "u2"]) await ask(platform, "POST /users", { body: { id, name: `The ${id}` } });
    await ask(platform, "POST /teams", { body: { id: "t" } });
    for (const id of ["u1", "u2"])
      await ask(platform, "POST /teams/t/members", { body: { user_id: id, role: `Role of ${id}` } });
    await ask(platform, "DELETE /teams/t/members/u1");

    expect((await ask(platform, "GET /teams/t/members")).value).toEqual([
      { user: { id: "u2", name: "The u2" }, role: "Role of u2" },
    ]);
  });

  it("reads the items of a generated list as they are listed", async () => {
    const report = object({ id: text, name: text }, "id", "name");
    const platform = await servingOperations({
      "GET /reports": [object({ entries: listOf(object({ entry: report, rank: text }, "entry", "rank")) }, "entries")],
      "GET /reports/{id}": [report],
    });
    const { entries } = (await ask(platform, "GET /reports")).value;

    expect(entries).toEqual([{ entry: expect.any(Object), rank: expect.any(String) }]);
    expect((await ask(platform, `GET /reports/${entries[0].entry.id}`)).value).toEqual(entries[0].entry);
  });
});

/** Serves operations by name, each with the bodies of its response and its request. */
async function servingOperations(operations: Readonly<Record<string, readonly [Json?, Json?]>>): Promise<Platform> {
  const paths: Record<string, Record<string, Json>> = {};
  const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  for (const [name, [shown, sent]] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = ""]) => ({
      name: each,
      in: "path",
      required: true,
      schema: text,
    }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters,
      ...(sent !== undefined && { requestBody: json(sent) }),
      responses: { "200": { description: "", ...(shown !== undefined && json(shown)) } },
    };
  }
  return platformServing([await scratch.load({ paths, components: { schemas: { Book } } })]);
}

async function serving(list: Json, sent: Json = Book, more: JsonObject = {}): Promise<Platform> {
  const answer = (schema: Json, extra: JsonObject = {}): JsonObject => ({
    description: "",
    content: { "application/json": { schema, ...extra } },
  });
  const parameter = (name: string): JsonObject => ({ name, in: "query", schema: text });
  const count = (name: string): JsonObject => ({ name, in: "query", schema: { type: "integer", minimum: 0 } });
  const requestBody = { content: { "application/json": { schema: sent } } };
  const paths = {
    "/books": {
      get: {
        parameters: [...["title", "shelf_mark", "sort"].map(parameter), ...["limit", "offset"].map(count)],
        responses: { "200": answer(list, more) },
      },
      post: { requestBody, responses: { "201": answer(book) } },
    },
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: { "200": answer(book), "404": { description: "" } } },
      patch: {
        requestBody: { content: { "application/json": { schema: object({ title: text }) } } },
        responses: { "200": answer(book) },
      },
      delete: { responses: { "204": { description: "" } } },
    },
  };
  return platformServing([await scratch.load({ paths, components: { schemas: { Book } } })], { seedExamples: true });
}

async function create(platform: Platform, ...titles: string[]): Promise<JsonObject[]> {
  const made: JsonObject[] = [];
  for (const title of titles) made.push((await ask(platform, "POST /books", { body: { title } })).value);
  return made;
}

async function read(platform: Platform, query: string): Promise<Json> {
  return (await ask(platform, `GET /books${query}`)).value;
}
