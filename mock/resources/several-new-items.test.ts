import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { ask } from "../../test/support/mock/ask.ts";
import { type Stated, object, servingOperations } from "../../test/support/mock/operations.ts";

const text = { type: "string" };
const number = { type: "integer" };
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const sent = object({ name: text, size: number }, ["name"]);
const shown = object({ id: text, name: text, size: number }, ["id"]);
const two = [
  { name: "A", size: 1 },
  { name: "B", size: 2 },
];

/** Operations on the rows of a table, with or without a path of a row. */
function rows({ sends, shows, item = shown, isKeyed = false }: Table): Readonly<Record<string, Stated>> {
  const read = { "GET /tables/{table}/rows/{id}": { shows: item } };
  return {
    "GET /tables/{table}/rows": { shows: object({ data: list(item), next: text }) },
    "POST /tables/{table}/rows": { sends, shows },
    ...(isKeyed && read),
  };
}

interface Table {
  readonly sends: JsonObject;
  readonly shows: Json;
  readonly item?: JsonObject;
  readonly isKeyed?: boolean;
}

describe("a create that takes several items", () => {
  const wrapped = object({ row: shown, error: text });
  it.each<[string, Table, Json, unknown]>([
    [
      "a list beside options",
      { sends: object({ data: list(sent), dryRun: { type: "boolean" } }), shows: list(shown) },
      { data: two },
      two,
    ],
    [
      "a list named after them",
      { sends: object({ rows: list(sent), mode: text }), shows: object({ rows: list(shown) }) },
      { rows: two, mode: "x" },
      { rows: two },
    ],
    [
      "a list alone in an object",
      { sends: object({ records: list(sent) }), shows: list(shown) },
      { records: two },
      two,
    ],
    ["the body itself", { sends: list(sent), shows: list(shown) }, two, two],
    ["the body itself, and one is shown", { sends: list(sent), shows: wrapped, isKeyed: true }, two, { row: two[0] }],
    [
      "the body itself, and a member lists them",
      { sends: list(sent), shows: object({ rows: list(shown) }), isKeyed: true },
      two,
      { rows: two },
    ],
    [
      "items that have one member, and one is shown",
      { sends: list(object({ name: text })), shows: wrapped, isKeyed: true },
      [{ name: "A" }, { name: "B" }],
      { row: { name: "A" } },
    ],
  ])("stores each: %s", async (_, table, body, answer) => {
    const platform = servingOperations(rows(table));
    const made = await ask(platform, "POST /tables/1/rows", { body });
    const { value } = await ask(platform, "GET /tables/1/rows");

    expect(made.value).toMatchObject(answer as JsonObject);
    expect(value.data.map(({ name }: { name: string }) => name)).toEqual(["A", "B"]);
    expect(new Set(value.data.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect((await ask(platform, "GET /tables/2/rows")).value.data).not.toMatchObject([{ name: "A" }]);
    if (table.isKeyed)
      expect((await ask(platform, `GET /tables/1/rows/${value.data[1].id}`)).value).toMatchObject({ name: "B" });
  });

  const line = object({ sku: text, count: number });
  const order = object({ name: text, data: list(line) });
  const orderItem = object({ id: text, name: text, data: list(line) }, ["id"]);
  it.each<[string, Table, JsonObject]>([
    [
      "lines of an order",
      { sends: order, shows: orderItem, item: orderItem },
      { name: "A", data: [{ sku: "x", count: 1 }] },
    ],
    [
      "lines of an order without a name",
      {
        sends: object({ data: list(line), total: number }),
        shows: object({ id: text, data: list(line), total: number }),
        item: object({ id: text, data: list(line), total: number }),
      },
      { data: [{ sku: "x", count: 1 }], total: 3 },
    ],
    [
      "texts",
      {
        sends: object({ data: list(text), name: text }),
        shows: object({ id: text, name: text, data: list(text) }),
        item: object({ id: text, name: text, data: list(text) }),
      },
      { name: "A", data: ["a", "b"] },
    ],
    [
      "labels of an item, all shown",
      {
        sends: object({ name: text, labels: list(sent) }),
        shows: object({ id: text, name: text, labels: list(sent) }),
        item: object({ id: text, name: text, labels: list(sent) }),
      },
      { name: "A", labels: two },
    ],
    [
      "labels of one that is wrapped",
      {
        sends: object({ labels: list(sent), title: text }),
        shows: object({ row: object({ id: text, title: text, labels: list(sent) }) }),
        item: object({ id: text, title: text, labels: list(sent) }),
      },
      { title: "A", labels: two },
    ],
  ])("stores one with its %s", async (_, table, body) => {
    const platform = servingOperations(rows(table));
    await ask(platform, "POST /tables/1/rows", { body });

    expect((await ask(platform, "GET /tables/1/rows")).value.data).toMatchObject([body]);
  });

  it("stores none if one is refused", async () => {
    const item = object({ id: text, name: text }, ["id"]);
    const platform = servingOperations({
      ...rows({ sends: object({ data: list(item), mode: text }), shows: list(item), item }),
    });
    const { status } = await ask(platform, "POST /tables/1/rows", {
      body: { data: [{ id: "a" }, { id: "b" }, { id: "a" }] },
    });

    expect(status).toBe(400);
    expect((await ask(platform, "GET /tables/1/rows")).value.data).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ["a list", list(shown)],
    ["a list in a member", object({ rows: list(shown) })],
  ])("stores them below an item whose parameter is called id: %s", async (_, sends) => {
    const platform = servingOperations({
      "GET /tables/{id}/rows": { shows: list(shown) },
      "POST /tables/{id}/rows": { sends, shows: list(shown) },
    });
    const items = two.map((each) => ({ ...each, id: each.name }));
    await ask(platform, "POST /tables/1/rows", { body: "items" in sends ? items : { rows: items } });

    expect((await ask(platform, "GET /tables/1/rows")).value).toEqual(items);
  });
});
