import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, membershipsIn } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { type ParsedResponse, ask, platformServing } from "../../../test/support/mock/ask.ts";
import { type StatedOperations, documentWith, listOf, object, text } from "../../../test/support/mock/serving.ts";
import type { Platform } from "../../index.ts";

type Value = ParsedResponse["value"];

const scratch = createScratch();
const identity = object({ type: text, id: text }, { required: ["type", "id"] });
const data = (schema: Json): JsonObject => object({ data: schema });
const orNull = (schema: JsonObject): JsonObject => ({ ...schema, type: ["object", "null"] });

/** A document style for links between articles, their tags and their author. */
interface Style {
  readonly name: string;
  readonly operations: StatedOperations;
  /** Path of the links to tags below that of an article. */
  readonly tags: string;
  readonly author?: string;
  readonly wrap: (item: JsonObject) => JsonObject;
  readonly unwrap: (body: Value) => Value;
  readonly sent: (...ids: readonly string[]) => Json;
  readonly sentOne: (id: string | null) => Json;
  /** Keys of the tags that a read of the article shows. */
  readonly shown?: (article: Value) => Value;
  readonly shownOne?: (article: Value) => Value;
}

const wholeTag = object({ id: text, type: text, attributes: object({ name: text }) });
const wholePerson = object({ id: text, type: text, attributes: object({ name: text, email: text }) });
const relations = object({ tags: data(listOf(identity)), author: data(orNull(identity)) });
const wholeArticle = object({ id: text, type: text, attributes: object({ title: text }), relationships: relations });
const [flatTag, flatPerson] = [object({ id: text, name: text }), object({ id: text, name: text, email: text })];
const flatArticle = object({ id: text, title: text });

function collections(
  [tag, person, article]: readonly [JsonObject, JsonObject, JsonObject],
  inData = false,
): StatedOperations {
  const all = { tags: tag, people: person, articles: article };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, item]) => {
      const [shows, lists] = inData ? [data(item), data(listOf(item))] : [item, listOf(item)];
      return [
        [`GET /${name}`, { shows: lists }],
        [`POST /${name}`, { sends: shows, shows }],
        [`GET /${name}/{id}`, { shows, statuses: ["200", "404"] }],
        [`DELETE /${name}/{id}`, { statuses: ["204", "404"] }],
      ];
    }),
  );
}

function linksAt(path: string, many: Json, one: Json): StatedOperations {
  return {
    [`GET ${path}/tags`]: { shows: many },
    [`POST ${path}/tags`]: { sends: many },
    [`PATCH ${path}/tags`]: { sends: many },
    [`DELETE ${path}/tags`]: { sends: many },
    [`GET ${path}/author`]: { shows: one },
    [`PATCH ${path}/author`]: { sends: one },
  };
}

const related = (tag: JsonObject, person: JsonObject): StatedOperations => ({
  "GET /articles/{id}/tags": { shows: data(listOf(tag)) },
  "GET /articles/{id}/author": { shows: data(person) },
});

const jsonApi = {
  wrap: (attributes: JsonObject) => ({ data: { type: "things", attributes } }),
  unwrap: (body: Value) => body.data,
  sent: (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: "tags", id })) }),
  sentOne: (id: string | null) => ({ data: id === null ? null : { type: "people", id } }),
};
const flat = {
  wrap: (item: JsonObject) => item,
  unwrap: (body: Value) => body,
  sent: (...ids: readonly string[]) => ids.map((id) => ({ id })),
  sentOne: (id: string | null) => (id === null ? null : { id }),
};

const styles: readonly Style[] = [
  {
    name: "JSON:API",
    ...jsonApi,
    operations: {
      ...collections([wholeTag, wholePerson, wholeArticle], true),
      ...linksAt("/articles/{id}/relationships", data(listOf(identity)), data(orNull(identity))),
      ...related(wholeTag, wholePerson),
    },
    tags: "relationships/tags",
    author: "relationships/author",
    shown: ({ relationships }) => relationships?.tags?.data.map(({ id }: Value) => id) ?? [],
    shownOne: ({ relationships }) => relationships?.author?.data?.id ?? null,
  },
  {
    name: "JSON:API whose articles show no relationships",
    ...jsonApi,
    operations: {
      ...collections(
        [wholeTag, wholePerson, object({ id: text, type: text, attributes: object({ title: text }) })],
        true,
      ),
      ...linksAt("/articles/{id}/relationships", data(listOf(identity)), data(orNull(identity))),
      ...related(wholeTag, wholePerson),
    },
    tags: "relationships/tags",
    author: "relationships/author",
  },
  {
    name: "links of plain items, which they show",
    ...flat,
    operations: {
      ...collections([
        flatTag,
        flatPerson,
        object({ id: text, title: text, tags: listOf(object({ id: text })), author: orNull(object({ id: text })) }),
      ]),
      ...linksAt("/articles/{id}/links", listOf(object({ id: text })), orNull(object({ id: text }))),
      "GET /articles/{id}/author": { shows: flatPerson },
    },
    tags: "links/tags",
    author: "links/author",
    shown: ({ tags = [] }) => tags.map(({ id }: Value) => id),
    shownOne: ({ author }) => author?.id ?? null,
  },
  {
    name: "links of plain items, which show keys",
    ...flat,
    operations: {
      ...collections([
        flatTag,
        flatPerson,
        object({ id: text, title: text, tag_ids: listOf(text), author_id: { type: ["string", "null"] } }),
      ]),
      ...linksAt("/articles/{id}/links", listOf(object({ id: text })), orNull(object({ id: text }))),
      "GET /articles/{id}/author": { shows: flatPerson },
    },
    tags: "links/tags",
    author: "links/author",
    shown: ({ tag_ids = [] }) => tag_ids,
    shownOne: ({ author_id }) => author_id ?? null,
  },
];

describe("links to items that exist", () => {
  it.each(styles.map((style): [string, Style] => [style.name, style]))(
    "are shown everywhere until they are removed: %s",
    async (_, { operations, tags, wrap, unwrap, sent, shown }) => {
      const platform = await serving(operations);
      const [article, other] = [await create(platform, "articles"), await create(platform, "articles")];
      const [red, blue] = [await create(platform, "tags"), await create(platform, "tags")];
      const path = `/articles/${article}/${tags}`;
      const idsAt = async (at: string): Promise<unknown> =>
        unwrap((await ask(platform, `GET ${at}`)).value).map((each: Value) => each.id);
      const expectTags = async (...ids: readonly string[]): Promise<void> => {
        expect(await idsAt(path)).toEqual(ids);
        if ("GET /articles/{id}/tags" in operations) {
          expect(await idsAt(`/articles/${article}/tags`)).toEqual(ids);
          expect(await idsAt(`/articles/${other}/tags`)).toEqual([]);
        }
        const read = unwrap((await ask(platform, `GET /articles/${article}`)).value);
        if (shown) expect(shown(read)).toEqual(ids);
      };

      await expectTags();
      expect((await ask(platform, `POST ${path}`, { body: sent(red) })).status).toBe(204);
      await expectTags(red);
      await ask(platform, `POST ${path}`, { body: sent(red, blue) });
      await expectTags(red, blue);
      await ask(platform, `DELETE ${path}`, { body: sent(red) });
      await expectTags(blue);
      await ask(platform, `PATCH ${path}`, { body: sent(red) });
      await expectTags(red);
      await ask(platform, `DELETE /tags/${red}`);
      expect(await idsAt(path)).toEqual([]);
      await ask(platform, `PATCH ${path}`, { body: sent() });
      expect(await idsAt("/tags")).toEqual([blue]);

      async function create(on: Platform, collection: string): Promise<string> {
        const { value } = await ask(on, `POST /${collection}`, { body: wrap({ name: "x", title: "x" }) });
        return unwrap(value).id;
      }
    },
  );

  it.each(styles.map((style): [string, Style] => [style.name, style]))(
    "can be one, or none: %s",
    async (_, { operations, author = "", wrap, unwrap, sentOne, shownOne }) => {
      const platform = await serving(operations);
      const make = async (collection: string, name: string): Promise<string> =>
        unwrap((await ask(platform, `POST /${collection}`, { body: wrap({ name, title: name }) })).value).id;
      const article = await make("articles", "x");
      const [ann, bob] = [await make("people", "Ann"), await make("people", "Bob")];
      const path = `/articles/${article}/${author}`;
      const expectAuthor = async (id: string | null): Promise<void> => {
        expect(unwrap((await ask(platform, `GET ${path}`)).value)?.id ?? null).toBe(id);
        if (id !== null && "GET /articles/{id}/author" in operations) {
          const read = unwrap((await ask(platform, `GET /articles/${article}/author`)).value);
          expect(read).toMatchObject({ id });
          expect(read.name ?? read.attributes.name).toBe(id === ann ? "Ann" : "Bob");
        }
        const whole = unwrap((await ask(platform, `GET /articles/${article}`)).value);
        if (shownOne) expect(shownOne(whole)).toBe(id);
      };
      expect((await ask(platform, `PATCH ${path}`, { body: sentOne(ann) })).status).toBe(204);
      await expectAuthor(ann);
      await ask(platform, `PATCH ${path}`, { body: sentOne(bob) });
      await expectAuthor(bob);
      await ask(platform, `PATCH ${path}`, { body: sentOne(null) });
      await expectAuthor(null);
      expect((await ask(platform, `GET /people/${ann}`)).status).toBe(200);
    },
  );
});

describe("links to items that exist, by their addresses", () => {
  const address = object({ "@odata.id": text });
  const odata: StatedOperations = {
    "GET /tags": { shows: object({ value: listOf(flatTag) }) },
    "POST /tags": { sends: flatTag, shows: flatTag },
    "GET /tags({tagId})": { shows: flatTag },
    "POST /people": { sends: flatPerson, shows: flatPerson },
    "GET /people({personId})": { shows: flatPerson },
    "POST /articles": { sends: flatArticle, shows: flatArticle },
    "GET /articles({id})": { shows: flatArticle },
    "GET /articles({id})/tags": { shows: object({ value: listOf(flatTag) }) },
    "GET /articles({id})/tags/$ref": { shows: object({ "@odata.context": text, value: listOf(address) }) },
    "POST /articles({id})/tags/$ref": { sends: address },
    "GET /articles({id})/author": { shows: flatPerson, statuses: ["200", "404"] },
    "GET /articles({id})/author/$ref": { shows: address },
    "PUT /articles({id})/author/$ref": { sends: address },
    "DELETE /articles({id})/author/$ref": {},
  };

  it.each<[string, StatedOperations, (article: string, tag: string) => string]>([
    [
      "a key in the path",
      { "DELETE /articles({id})/tags({tagId})/$ref": {} },
      (article, tag) => `/articles(${article})/tags(${tag})/$ref`,
    ],
    [
      "a key in a segment",
      { "DELETE /articles({id})/tags/{tagId}/$ref": {} },
      (article, tag) => `/articles(${article})/tags/${tag}/$ref`,
    ],
    [
      "an address in the query",
      { "DELETE /articles({id})/tags/$ref": { query: ["@id"] } },
      (article, tag) => `/articles(${article})/tags/$ref?@id=http://localhost/tags('${tag}')`,
    ],
  ])("are removed by %s", async (_, removal, pathOf) => {
    const platform = await serving({ ...odata, ...removal });
    const make = async (collection: string): Promise<string> =>
      (await ask(platform, `POST /${collection}`, { body: { name: "x", title: "x" } })).value.id;
    const [article, red, blue] = [await make("articles"), await make("tags"), await make("tags")];
    const idsAt = async (): Promise<unknown> =>
      (await ask(platform, `GET /articles(${article})/tags`)).value.value.map(({ id }: Value) => id);
    for (const tag of [red, blue]) {
      const body = { "@odata.id": `http://localhost/tags('${tag}')` };
      expect((await ask(platform, `POST /articles(${article})/tags/$ref`, { body })).status).toBe(204);
    }
    expect(await idsAt()).toEqual([red, blue]);
    const { value } = await ask(platform, `GET /articles(${article})/tags/$ref`);
    expect(value.value).toEqual([{ "@odata.id": `/tags(${red})` }, { "@odata.id": `/tags(${blue})` }]);
    expect((await ask(platform, `DELETE ${pathOf(article, red)}`)).status).toBe(204);
    expect(await idsAt()).toEqual([blue]);
  });

  it("are set and removed, where there is one at most", async () => {
    const platform = await serving(odata);
    const article = (await ask(platform, "POST /articles", { body: { title: "x" } })).value.id;
    const ann = (await ask(platform, "POST /people", { body: { name: "Ann" } })).value.id;

    await ask(platform, `PUT /articles(${article})/author/$ref`, { body: { "@odata.id": `people(${ann})` } });
    expect((await ask(platform, `GET /articles(${article})/author`)).value).toMatchObject({ id: ann, name: "Ann" });
    expect((await ask(platform, `GET /articles(${article})/author/$ref`)).value).toEqual({
      "@odata.id": `/people(${ann})`,
    });
    await ask(platform, `DELETE /articles(${article})/author/$ref`);
    expect((await ask(platform, `GET /articles(${article})/author`)).status).toBe(404);
  });

  it("can be a list of addresses", async () => {
    const listed = object({ _embedded: object({ tags: listOf(flatTag) }) });
    const uris = { sends: text, sendsAs: "text/uri-list" };
    const platform = await serving({
      ...collections([flatTag, flatPerson, flatArticle]),
      "GET /articles/{id}/tags": { shows: listed },
      "POST /articles/{id}/tags": uris,
      "PUT /articles/{id}/tags": uris,
      "DELETE /articles/{id}/tags/{tagId}": {},
      "GET /articles/{id}/author": { shows: flatPerson, statuses: ["200", "404"] },
      "PUT /articles/{id}/author": uris,
      "DELETE /articles/{id}/author": {},
    });
    const make = async (collection: string): Promise<string> =>
      (await ask(platform, `POST /${collection}`, { body: { name: "x", title: "x" } })).value.id;
    const [article, red, blue, ann] = [
      await make("articles"),
      await make("tags"),
      await make("tags"),
      await make("people"),
    ];
    const send = (line: string, body: string) =>
      ask(platform, line, { body, headers: { "content-type": "text/uri-list" } });
    const idsAt = async (): Promise<unknown> =>
      (await ask(platform, `GET /articles/${article}/tags`)).value["_embedded"].tags.map(({ id }: Value) => id);

    expect(
      (await send(`POST /articles/${article}/tags`, `http://localhost/tags/${red}\nhttp://localhost/tags/${blue}`))
        .status,
    ).toBe(204);
    expect(await idsAt()).toEqual([red, blue]);
    await ask(platform, `DELETE /articles/${article}/tags/${red}`);
    expect(await idsAt()).toEqual([blue]);
    await send(`PUT /articles/${article}/tags`, `http://localhost/tags/${red}`);
    expect(await idsAt()).toEqual([red]);
    await send(`PUT /articles/${article}/author`, `http://localhost/people/${ann}`);
    expect((await ask(platform, `GET /articles/${article}/author`)).value).toMatchObject({ id: ann });
    await ask(platform, `DELETE /articles/${article}/author`);
    expect((await ask(platform, `GET /articles/${article}/author`)).status).toBe(404);
  });
});

describe("links to items that exist, at the path of the items", () => {
  it.each<[string, StatedOperations]>([
    ["POST and DELETE", { "DELETE /articles/{id}/tags": { sends: data(listOf(identity)) } }],
    ["POST, DELETE of a key", { "DELETE /articles/{id}/tags/{tagId}": {} }],
  ])("are added and removed: %s", async (name, removal) => {
    const platform = await serving({
      ...collections([wholeTag, wholePerson, wholeArticle], true),
      "GET /articles/{id}/tags": { shows: data(listOf(wholeTag)) },
      "POST /articles/{id}/tags": { sends: data(listOf(identity)) },
      ...removal,
    });
    const make = async (collection: string): Promise<string> =>
      (await ask(platform, `POST /${collection}`, { body: jsonApi.wrap({ name: "x" }) })).value.data.id;
    const [article, red, blue] = [await make("articles"), await make("tags"), await make("tags")];
    const tags = async (): Promise<unknown> =>
      (await ask(platform, `GET /articles/${article}/tags`)).value.data.map(({ id }: Value) => id);
    await ask(platform, `POST /articles/${article}/tags`, { body: jsonApi.sent(red, blue) });
    expect(await tags()).toEqual([red, blue]);
    if (name.endsWith("key")) await ask(platform, `DELETE /articles/${article}/tags/${red}`);
    else await ask(platform, `DELETE /articles/${article}/tags`, { body: jsonApi.sent(red) });
    expect(await tags()).toEqual([blue]);
  });

  it("are those that an item is made with, and those that a change of it names", async () => {
    const { operations } = styles[0] as Style;
    const update = { sends: data(wholeArticle), sendsAs: "application/vnd.api+json", shows: data(wholeArticle) };
    const platform = await serving({ ...operations, "PATCH /articles/{id}": update });
    const make = async (collection: string, also = {}): Promise<string> =>
      (
        await ask(platform, `POST /${collection}`, {
          body: { data: { type: collection, attributes: { name: "x" }, ...also } },
        })
      ).value.data.id;
    const [red, blue, ann] = [await make("tags"), await make("tags"), await make("people")];
    const relationships = { tags: jsonApi.sent(red), author: jsonApi.sentOne(ann) };
    const article = await make("articles", { relationships });
    const read = async (path: string) => (await ask(platform, `GET /articles/${article}/${path}`)).value.data;

    expect(await read("relationships/tags")).toEqual([{ type: "tags", id: red }]);
    expect(await read("tags")).toMatchObject([{ id: red }]);
    expect(await read("author")).toMatchObject({ id: ann });
    const changed = { tags: jsonApi.sent(blue) };
    await ask(platform, `PATCH /articles/${article}`, {
      body: { data: { type: "articles", id: article, relationships: changed } },
      headers: { "content-type": "application/vnd.api+json" },
    });
    expect(await read("relationships/tags")).toEqual([{ type: "tags", id: blue }]);
    expect(await read("relationships/author")).toEqual({ type: "people", id: ann });
  });
});

it("lead back to the item that has them, where a document has both directions", async () => {
  const { operations } = styles[1] as Style;
  const shownArticle = object({ id: text, type: text, attributes: object({ title: text }) });
  const articles = data(listOf(identity));
  const platform = await serving({
    ...operations,
    "GET /people/{id}/relationships/articles": { shows: articles },
    "POST /people/{id}/relationships/articles": { sends: articles },
    "GET /people/{id}/articles": { shows: data(listOf(shownArticle)) },
  });
  const make = async (collection: string): Promise<string> =>
    (await ask(platform, `POST /${collection}`, { body: jsonApi.wrap({ title: "x", name: "x" }) })).value.data.id;
  const [article, other, ann, bob] = [
    await make("articles"),
    await make("articles"),
    await make("people"),
    await make("people"),
  ];
  const idsAt = async (path: string): Promise<unknown> =>
    (await ask(platform, `GET ${path}`)).value.data.map(({ id }: Value) => id);
  const authorOf = async (id: string): Promise<unknown> =>
    (await ask(platform, `GET /articles/${id}/relationships/author`)).value.data?.id ?? null;

  await ask(platform, `PATCH /articles/${article}/relationships/author`, { body: jsonApi.sentOne(ann) });
  expect(await idsAt(`/people/${ann}/articles`)).toEqual([article]);
  await ask(platform, `POST /people/${bob}/relationships/articles`, { body: jsonApi.sent(article, other) });
  expect([await authorOf(article), await authorOf(other)]).toEqual([bob, bob]);
  expect(await idsAt(`/people/${ann}/articles`)).toEqual([]);
  await ask(platform, `PATCH /articles/${article}/relationships/author`, { body: jsonApi.sentOne(null) });
  expect(await idsAt(`/people/${bob}/relationships/articles`)).toEqual([other]);
});

describe("a path below an item that has no links", () => {
  const plain = collections([flatTag, flatPerson, flatArticle]);
  const tag = object({ id: text });
  it.each<[string, StatedOperations]>([
    ["a request with more than an identity", { "POST /articles/{id}/links/tags": { sends: flatTag, shows: flatTag } }],
    [
      "a list that shows more than the links",
      {
        "GET /articles/{id}/links/tags": { shows: listOf(object({ id: text, since: text, by: text })) },
        "POST /articles/{id}/links/tags": { sends: tag },
      },
    ],
    ["no collection of that name", { "POST /articles/{id}/links/parcels": { sends: listOf(tag) } }],
    ["an item that a client names", { "PUT /articles/{id}/cover": { sends: object({ id: text, url: text }) } }],
    ["an address of anything", { "POST /articles/{id}/links/tags": { sends: object({ url: text }), shows: flatTag } }],
    ["an action", { "POST /articles/{id}/actions/tag": { sends: object({ id: text, reason: text }) } }],
    ["a read", { "GET /articles/{id}/relationships/tags": { shows: listOf(tag) } }],
  ])("because of %s", async (_, operations) => {
    const contract = await scratch.load(documentWith({ ...plain, ...operations }));

    expect([...membershipsIn(contract).keys()].map(({ name }) => name)).toEqual([]);
  });
});

async function serving(operations: StatedOperations): Promise<Platform> {
  return platformServing([await scratch.load(documentWith(operations))]);
}
