import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type ParsedResponse, ask, platformServing } from "../../test/support/mock/ask.ts";
import { type Platform } from "../index.ts";
import { merged } from "./patch.ts";

const board: JsonObject = {
  title: "A",
  view: { color: "red", zoom: 2 },
  columns: [{ name: "todo" }, { name: "done" }],
};

describe("a merge patch", () => {
  it("changes and removes members at any depth (RFC 7396)", async () => {
    const { platform, path } = await withBoard();
    const told = await patch(platform, path, "merge", { title: "B", view: { zoom: null, size: 3 }, note: null });

    expect([told.status, told.value]).toMatchObject([200, { title: "B", view: { color: "red", size: 3 } }]);
    expect(told.value.view).toEqual({ color: "red", size: 3 });
    expect(await patch(platform, path, "merge", { view: null })).not.toHaveProperty("value.view");
    expect((await ask(platform, `GET ${path}`)).value).toMatchObject({ title: "B", columns: [{ name: "todo" }, {}] });
  });

  it("never removes members that only the platform sets", async () => {
    const { platform, path, id } = await withBoard();

    expect((await patch(platform, path, "merge", { id: null, title: null })).value.id).toBe(id);
  });
});

describe("merged()", () => {
  it.each<[Json, Json, Json]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("applies to %j the patch %j as in appendix A of RFC 7396", (target, change, result) => {
    expect(merged(target, change)).toEqual(result);
  });

  it("returns the same value when the patch is applied twice", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, change) => {
        const once = merged(target as Json, change as Json);

        expect(merged(once, change as Json)).toEqual(once);
      }),
    );
  });
});

describe("a JSON patch", () => {
  it("applies its operations in order (RFC 6902)", async () => {
    const { platform, path } = await withBoard();
    const told = await patch(platform, path, "patch", [
      { op: "test", path: "/title", value: "A" },
      { op: "replace", path: "/title", value: "B" },
      { op: "remove", path: "/view/zoom" },
      { op: "add", path: "/columns/0", value: { name: "new" } },
      { op: "move", from: "/columns/2", path: "/columns/0" },
    ]);

    expect(told).toMatchObject({ status: 200, value: { title: "B", view: { color: "red" } } });
    expect((await ask(platform, `GET ${path}`)).value.columns.map(({ name }: { name: string }) => name)).toEqual([
      "done",
      "new",
      "todo",
    ]);
  });

  it.each<[string, Json, number, string]>([
    ["a test fails", [{ op: "test", path: "/title", value: "B" }], 400, "test failed"],
    ["a place is not there", [{ op: "replace", path: "/a/b", value: 1 }], 400, "no such property"],
    ["an operation is none", [{ op: "turn", path: "/title" }], 400, "expected 'op' to be one of"],
    ["it goes astray", [{ op: "add", path: "/__proto__/a", value: 1 }], 400, "no such property"],
  ])("changes nothing if %s", async (_, change, status, message) => {
    const { platform, path } = await withBoard();
    const before = (await ask(platform, `GET ${path}`)).text;
    const told = await patch(platform, path, "patch", [
      { op: "replace", path: "/title", value: "Z" },
      ...(change as []),
    ]);

    expect([told.status, told.value.detail]).toEqual([status, expect.stringContaining(message)]);
    expect((await ask(platform, `GET ${path}`)).text).toBe(before);
  });
});

describe("a patch that removes a required member", () => {
  const card = { title: "A", owner: { name: "Ann", mail: "a@x.de" }, tags: [{ text: "t", color: "red" }] };

  it.each<[string, "merge" | "patch", Json, string]>([
    ["of the item", "patch", [{ op: "remove", path: "/title" }], ""],
    ["of the item, by a move", "patch", [{ op: "move", from: "/title", path: "/note" }], ""],
    ["of an object in it", "patch", [{ op: "remove", path: "/owner/name" }], "/owner"],
    ["of an entry of a list", "patch", [{ op: "remove", path: "/tags/0/text" }], "/tags/0"],
    ["by another object", "patch", [{ op: "replace", path: "/owner", value: { mail: "b@x.de" } }], "/owner"],
    ["of the item, by null", "merge", { title: null }, ""],
    ["of an object in it, by null", "merge", { owner: { name: null } }, "/owner"],
  ])("is refused: %s (%s)", async (_, kind, change, pointer) => {
    const platform = platformServing([cards]);
    const path = `/cards/${(await ask(platform, "POST /cards", { body: card })).value.id}`;
    const told = await patch(platform, path, kind, change);

    expect([told.status, told.value.violations]).toMatchObject([422, [{ pointer }]]);
    expect((await ask(platform, `GET ${path}`)).value).toMatchObject(card);
  });

  it.each<[string, "merge" | "patch", Json, JsonObject]>([
    ["an optional member", "patch", [{ op: "remove", path: "/owner/mail" }], { owner: { name: "Ann" } }],
    [
      "a member that it sets again",
      "patch",
      [
        { op: "remove", path: "/title" },
        { op: "add", path: "/title", value: "B" },
      ],
      { title: "B" },
    ],
    ["a whole entry", "patch", [{ op: "remove", path: "/tags/0" }], { tags: [] }],
    ["an optional member, by null", "merge", { owner: { mail: null } }, { owner: { name: "Ann" } }],
  ])("is allowed for %s (%s)", async (_, kind, change, changed) => {
    const platform = platformServing([cards]);
    const path = `/cards/${(await ask(platform, "POST /cards", { body: card })).value.id}`;
    const told = await patch(platform, path, kind, change);

    expect([told.status, told.value]).toEqual([200, { ...card, id: expect.any(String), ...changed }]);
  });
});

describe("a PATCH body of other JSON", () => {
  it("replaces whole members", async () => {
    const { platform, path } = await withBoard();

    expect((await ask(platform, `PATCH ${path}`, { body: { view: { zoom: 3 } } })).value).toMatchObject({
      title: "A",
      view: { zoom: 3 },
    });
    expect((await ask(platform, `GET ${path}`)).value.view).toEqual({ zoom: 3 });
  });
});

describe("an update in other JSON with parts of an item", () => {
  const card = { title: "A", note: "N", owner: { name: "Ann", mail: "a@x.de" } };

  it.each<[Json, number, JsonObject]>([
    [{ title: null }, 422, {}],
    [{ owner: null }, 422, {}],
    [{ owner: { name: null } }, 422, {}],
    [{ owner: { mail: "b@x.de" } }, 200, { owner: { name: "Ann", mail: "b@x.de" } }],
    [{ owner: {} }, 200, {}],
    [{ owner: { name: "Bob" } }, 200, { owner: { name: "Bob" } }],
    [{ refused: "R", title: "B" }, 200, { title: "B" }],
    [{ place: null }, 200, { place: null }],
  ])("keeps required members of the stored ones, and refuses null for them: %j", async (body, status, changed) => {
    for (const method of ["PATCH", "POST"]) {
      const platform = platformServing([cardsRequiring("id", "title", "owner", "place")]);
      const path = `/cards/${(await ask(platform, "POST /cards", { body: { ...card, place: "P" } })).value.id}`;

      expect((await ask(platform, `${method} ${path}`, { body })).status).toBe(status);
      expect((await ask(platform, `GET ${path}`)).value).toMatchObject({ ...card, place: "P", ...changed });
      if (isDeepStrictEqual(body, { owner: { name: "Bob" } }))
        expect((await ask(platform, `GET ${path}`)).value.owner).toEqual({ name: "Bob" });
    }
  });
});

describe("the update of a list", () => {
  it("generates an id for a new entry, and keeps the ids of the others", async () => {
    const { platform, path, ids } = await withBoard();
    const columns: JsonObject[] = [{ name: "first" }, { id: ids[1] as string, name: "done" }, { name: "last" }];
    const told = await ask(platform, `PATCH ${path}`, { body: { columns } });
    const [first, done, last] = told.value.columns.map(({ id }: { id: string }) => id) as [string, string, string];

    expect(done).toBe(ids[1]);
    expect(new Set([...ids, first, last]).size).toBe(4);
  });
});

async function withBoard(): Promise<{ platform: Platform; path: string; id: string; ids: string[] }> {
  const platform = platformServing([boards]);
  const { value } = await ask(platform, "POST /boards", { body: board });
  return {
    platform,
    path: `/boards/${value.id}`,
    id: value.id,
    ids: value.columns.map(({ id }: { id: string }) => id),
  };
}

function patch(platform: Platform, path: string, kind: "merge" | "patch", body: Json): Promise<ParsedResponse> {
  const type = kind === "merge" ? "application/merge-patch+json" : "application/json-patch+json";
  return ask(platform, `PATCH ${path}`, { body, headers: { "content-type": `${type}; charset=utf-8` } });
}

const answer = {
  description: "It.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Board" } } },
};
const sent = { type: "object", properties: { title: { type: "string" }, columns: { type: "array" } } };
const none = { description: "There is none." };
const boards = compileInMemory({
  paths: {
    "/boards": {
      post: {
        requestBody: { content: { "application/json": { schema: sent } } },
        responses: { "201": answer },
      },
    },
    "/boards/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": answer, "404": none } },
      patch: {
        requestBody: {
          content: {
            "application/json": { schema: sent },
            "application/merge-patch+json": { schema: { type: "object" } },
            "application/json-patch+json": { schema: { type: "array", items: { type: "object" } } },
          },
        },
        responses: { "200": answer, "404": none },
      },
    },
  },
  components: {
    schemas: {
      Board: {
        type: "object",
        required: ["id", "columns"],
        properties: {
          id: { type: "string", readOnly: true },
          title: { type: "string" },
          view: { type: "object" },
          columns: {
            type: "array",
            items: {
              type: "object",
              required: ["id"],
              properties: { id: { type: "string", pattern: "^col_[a-z0-9]{12}$" }, name: { type: "string" } },
            },
          },
        },
      },
    },
  },
});

const cardAnswer = {
  description: "It.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Card" } } },
};
/** Members of a card that an update may send, each of which can be null. */
const cardPart = { type: "object", properties: { title: {}, note: {}, owner: {}, place: {} } };
const cardsRequiring = (...required: string[]) =>
  compileInMemory({
    paths: {
      "/cards": {
        post: { requestBody: cardAnswer, responses: { "201": cardAnswer } },
      },
      "/cards/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: { "200": cardAnswer, "404": none } },
        patch: {
          requestBody: {
            content: {
              "application/json": { schema: cardPart },
              "application/merge-patch+json": { schema: { type: "object" } },
              "application/json-patch+json": { schema: { type: "array", items: { type: "object" } } },
            },
          },
          responses: { "200": cardAnswer, "404": none, "422": none },
        },
        post: {
          requestBody: { content: { "application/json": { schema: cardPart } } },
          responses: { "200": cardAnswer, "404": none, "422": none },
        },
      },
    },
    components: {
      schemas: {
        Card: {
          type: "object",
          required,
          properties: {
            id: { type: "string", readOnly: true },
            place: { type: "string", nullable: true },
            title: { type: "string" },
            note: { type: "string" },
            owner: {
              type: "object",
              required: ["name"],
              properties: { name: { type: "string" }, mail: { type: "string" } },
            },
            tags: {
              type: "array",
              items: {
                type: "object",
                required: ["text"],
                properties: { text: { type: "string" }, color: { type: "string" } },
              },
            },
          },
        },
      },
    },
  });
const cards = cardsRequiring("id", "title", "owner");
