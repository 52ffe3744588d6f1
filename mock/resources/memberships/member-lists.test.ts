import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import type { Platform } from "../../index.ts";

const scratch = createScratch();
const text = { type: "string" };
const pair = object({ key: text, value: text });
const named = object({ id: text, name: text });

/** Entries of a list: their schema, two of them, the key of the second, and the parameter for it. */
const kinds: readonly (readonly [entry: JsonObject, first: Json, second: Json, key: string, parameter: string])[] = [
  [text, "red", "blue", "blue", "tag"],
  [pair, { key: "size", value: "L" }, { key: "fit", value: "slim" }, "fit", "key"],
  [named, { id: "t1", name: "red" }, { id: "t2", name: "blue" }, "t2", "tagId"],
];

/** Forms in which a request has an entry. */
const requests: Readonly<Record<string, (entry: JsonObject) => { readonly sends: Json; of(sent: Json): Json }>> = {
  "a list": (entry) => ({ sends: listOf(entry), of: (sent) => [sent] }),
  "a list in a member": (entry) => ({ sends: object({ tags: listOf(entry) }), of: (sent) => ({ tags: [sent] }) }),
  "one in a member": (entry) => ({ sends: object({ tag: entry }), of: (sent) => ({ tag: sent }) }),
  "one alone": (entry) => ({ sends: entry, of: (sent) => (typeof sent === "string" ? JSON.stringify(sent) : sent) }),
};

const cases = kinds.flatMap((kind) =>
  Object.keys(requests).flatMap((request) =>
    [false, true].map((isWrapped) => [JSON.stringify(kind[1]), request, isWrapped, kind] as const),
  ),
);

it("takes lists of many entries, twice", async () => {
  const platform = await serving(text, { "POST /orders/{id}/tags": { sends: listOf(text) } });
  const order = await create(platform, { tags: ["red"] });
  const many = Array.from({ length: 50_000 }, (_, index) => `t${index}`);

  for (let time = 0; time < 2; time++) await ask(platform, `POST ${order}/tags`, { body: many });
  expect(await tagsOf(platform, order)).toEqual(["red", ...many]);
});

describe("a list that is a member of the item above it", () => {
  it.each(cases)(
    "has what is added there, and what was sent with the item: %s, %s",
    async (_, name, isWrapped, kind) => {
      const [entry, first, second, key, parameter] = kind;
      const request = (requests[name] as (typeof requests)[string])(entry);
      const shows = isWrapped ? object({ tags: listOf(entry) }) : listOf(entry);
      const platform = await serving(entry, {
        "GET /orders/{id}/tags": { shows },
        "POST /orders/{id}/tags": { sends: request.sends },
        [`DELETE /orders/{id}/tags/{${parameter}}`]: {},
      });
      const order = await create(platform, { tags: [first] });
      const list = async (): Promise<Json> => {
        const { value } = await ask(platform, `GET ${order}/tags`);
        return isWrapped ? value.tags : value;
      };

      expect(await list()).toEqual([first]);
      expect((await ask(platform, `POST ${order}/tags`, { body: request.of(second) })).status).toBe(204);
      expect((await ask(platform, `POST ${order}/tags`, { body: request.of(second) })).status).toBe(204);
      expect(await list()).toEqual([first, second]);
      expect(await tagsOf(platform, order)).toEqual([first, second]);
      expect((await ask(platform, `DELETE ${order}/tags/${key}`)).status).toBe(204);
      expect((await ask(platform, `DELETE ${order}/tags/${key}`)).status).toBe(404);
      expect(await tagsOf(platform, order)).toEqual([first]);
      await ask(platform, `PATCH ${order}`, { body: { tags: [second] } });
      expect(await list()).toEqual([second]);
    },
  );

  it("is replaced by a PUT, and emptied by a DELETE", async () => {
    const platform = await serving(text, {
      "GET /orders/{id}/tags": { shows: listOf(text) },
      "PUT /orders/{id}/tags": { sends: listOf(text), shows: listOf(text) },
      "DELETE /orders/{id}/tags": {},
    });
    const order = await create(platform, { tags: ["red"] });

    expect((await ask(platform, `PUT ${order}/tags`, { body: ["blue", "green"] })).value).toEqual(["blue", "green"]);
    expect(await tagsOf(platform, order)).toEqual(["blue", "green"]);
    await ask(platform, `DELETE ${order}/tags`);
    expect(await tagsOf(platform, order)).toEqual([]);
  });

  it.each([
    ["PUT /orders/{id}/tags/{tag}", "PUT", "/tags/blue"],
    ["POST /orders/{id}/tags/{tag}", "POST", "/tags/blue"],
    ["POST /orders/{id}/tag", "POST", "/tag?tag=blue"],
  ])("has an entry that a path names, without a list of its own: %s", async (name, method, path) => {
    const platform = await serving(text, { [name]: { query: name.endsWith("}") ? [] : ["tag"] } });
    const order = await create(platform, { tags: ["red"] });

    expect((await ask(platform, `${method} ${order}${path}`)).status).toBe(204);
    expect(await tagsOf(platform, order)).toEqual(["red", "blue"]);
  });

  it("is shown with the item by an operation that answers with it", async () => {
    const shows = object({ id: text, title: text, tags: listOf(text) });
    const platform = await serving(text, {
      "POST /orders/{id}/tags": { sends: object({ tags: listOf(text) }), shows },
    });
    const order = await create(platform, { title: "A" });

    expect((await ask(platform, `POST ${order}/tags`, { body: { tags: ["red"] } })).value).toMatchObject({
      title: "A",
      tags: ["red"],
    });
    expect((await ask(platform, `POST /orders/none/tags`, { body: { tags: ["red"] } })).status).toBe(404);
  });

  it("is another one if its items have other members, or a path of their own", async () => {
    const note = object({ id: text, title: text });
    const platform = await serving(text, {
      "GET /orders/{id}/tags": { shows: listOf(note) },
      "POST /orders/{id}/tags": { sends: object({ title: text }), shows: note },
      "GET /orders/{id}/tags/{tagId}": { shows: note },
    });
    const order = await create(platform, { tags: ["red"] });
    const { value } = await ask(platform, `POST ${order}/tags`, { body: { title: "A" } });

    expect((await ask(platform, `GET ${order}/tags`)).value).toEqual([value]);
    expect(await tagsOf(platform, order)).toEqual(["red"]);
  });
});

interface Stated {
  readonly sends?: Json;
  readonly shows?: Json;
  readonly query?: readonly string[];
}

async function create(platform: Platform, body: JsonObject): Promise<string> {
  return `/orders/${(await ask(platform, "POST /orders", { body })).value.id}`;
}

async function tagsOf(platform: Platform, order: string): Promise<Json> {
  return (await ask(platform, `GET ${order}`)).value.tags;
}

it("entries that have a path of their own elsewhere are items of that path", async () => {
  const platform = await serving(object({ id: text, name: text, colour: text }), {
    "POST /tags": { sends: named, shows: named },
    "GET /tags/{tag}": { shows: named },
    "GET /orders/{id}/tags": { shows: listOf(named) },
    "POST /orders/{id}/tags": { sends: named, shows: named },
  });
  const order = await create(platform, {});
  const { value } = await ask(platform, `POST ${order}/tags`, { body: { id: "t1", name: "red" } });

  expect(value).toEqual({ id: "t1", name: "red" });
  expect((await ask(platform, "GET /tags/t1")).value).toEqual(value);
  expect((await ask(platform, `GET ${order}/tags`)).value).toEqual([value]);
});

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

function listOf(items: Json): JsonObject {
  return { type: "array", items };
}

/** A platform with orders that have tags, and operations on these. */
async function serving(entry: JsonObject, operations: Readonly<Record<string, Stated>>): Promise<Platform> {
  const sends = object({ title: text, tags: listOf(entry) });
  const shows = object({ id: text, title: text, tags: listOf(entry) });
  const paths: Record<string, Record<string, Json>> = {};
  const all: Readonly<Record<string, Stated>> = {
    "POST /orders": { sends, shows },
    "GET /orders/{id}": { shows },
    "PATCH /orders/{id}": { sends, shows },
    ...operations,
  };
  for (const [name, stated] of Object.entries(all)) {
    const [method = "", path = ""] = name.split(" ");
    const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, each = ""]) => ({
      name: each,
      in: "path",
      required: true,
    }));
    const inQuery = (stated.query ?? []).map((each) => ({ name: each, in: "query" }));
    (paths[path] ??= {})[method.toLowerCase()] = {
      parameters: [...inPath, ...inQuery].map((parameter) => ({ ...parameter, schema: text })),
      ...(stated.sends !== undefined && { requestBody: content(stated.sends) }),
      responses: {
        [stated.shows === undefined ? "204" : "200"]: {
          description: "",
          ...(stated.shows !== undefined && content(stated.shows)),
        },
      },
    };
  }
  return platformServing([await scratch.load({ paths })]);
}
