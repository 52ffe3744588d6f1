import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const map = { type: "object" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answer = (schema: JsonObject): JsonObject => ({ description: "It.", ...content(schema) });
const crate = object({
  id: text,
  name: text,
  size: integer,
  note: { type: ["string", "null"] },
  labels: { type: "array", items: text },
  depot: object({ city: text }),
});
const described = (description: string): JsonObject => ({ ...text, description });
const query = object({
  string: { type: "object", description: "Crates with a value starting with the text." },
  fuzzy: map,
  range: map,
  equal: map,
  notEqual: map,
  empty: map,
  notEmpty: map,
  oneOf: map,
  contains: map,
  allOr: { type: "boolean" },
});

/** Filters of which no crate meets both. */
const either = [
  { field: "name", operator: "eq", value: "Bo" },
  { field: "size", operator: "eq", value: 1 },
];

/** Searches the crates "Ann" of size 1, "Andy" of size 3 and "Bo" of size 2. */
async function searching(sent: JsonObject, item: JsonObject = crate, path = "/crates/search") {
  const contract = compileInMemory({
    paths: {
      "/crates": { post: { requestBody: content(item), responses: { "201": answer(item) } } },
      "/crates/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: text }],
          responses: { "200": answer(item) },
        },
      },
      [path]: {
        post: {
          requestBody: content(object(sent)),
          responses: {
            "200": answer(
              object({ data: { type: "array", items: item }, hasNextPage: { type: "boolean" }, bookmark: text }),
            ),
          },
        },
      },
    },
  });
  const platform = platformServing([contract]);
  for (const body of [
    { name: "Ann", size: 1, note: "old", labels: ["red", "big"], depot: { city: "Kiel" } },
    { name: "Andy", size: 3, note: null, labels: ["red"], depot: { city: "Bonn" } },
    { name: "Bo", size: 2, note: "new", labels: [], depot: { city: "Kiel" } },
  ])
    await ask(platform, "POST /crates", { body });
  return (body: JsonObject) => ask(platform, `POST ${path}`, { body });
}

function namesIn(value: { readonly data: readonly { readonly name: string }[] }): string {
  return value.data.map(({ name }) => name).join(" ");
}

describe("the body of a search", () => {
  it.each<[JsonObject, JsonObject, string]>([
    [{ name: text }, { name: "Bo" }, "Bo"],
    [{ name: described("Used in a case insensitive starts with match.") }, { name: "an" }, "Ann Andy"],
    [{ name: described("Crates whose name begins with this text.") }, { name: "And" }, "Andy"],
    [{ name: described("Crates whose name ends with this text.") }, { name: "Y" }, "Andy"],
    [{ name: described("The name contains this.") }, { name: "N" }, "Ann Andy"],
    [{ name: described("The name, compared case-insensitively.") }, { name: "BO" }, "Bo"],
    [{ query }, { query: { equal: { name: "Bo" } } }, "Bo"],
    [{ query }, { query: { notEqual: { name: "Bo" } } }, "Ann Andy"],
    [{ query }, { query: { string: { name: "An" } } }, "Ann Andy"],
    [{ query }, { query: { fuzzy: { name: "o" } } }, "Bo"],
    [{ query }, { query: { range: { size: { low: 2, high: 3 } } } }, "Andy Bo"],
    [{ query }, { query: { range: { size: { low: 2 } }, equal: { name: "Bo" } } }, "Bo"],
    [{ query }, { query: { allOr: true, equal: { name: "Ann" }, range: { size: { low: 3 } } } }, "Ann Andy"],
    [{ query }, { query: { oneOf: { name: ["Bo", "Ann"] } } }, "Ann Bo"],
    [{ query }, { query: { empty: { note: "" } } }, "Andy"],
    [{ query }, { query: { notEmpty: { note: "" } } }, "Ann Bo"],
    [{ query }, { query: { contains: { labels: "big" } } }, "Ann"],
    [{ query }, { query: { equal: { "depot.city": "Kiel" } } }, "Ann Bo"],
    [{ query }, { query: {} }, "Ann Andy Bo"],
    [{ filter: map }, { filter: { name: "Bo" } }, "Bo"],
    [{ where: map }, { where: { size: { gte: 2 }, name: { startsWith: "A" } } }, "Andy"],
    [{ where: map }, { where: { or: [{ name: "Bo" }, { size: { lt: 2 } }] } }, "Ann Bo"],
    [{ where: map }, { where: { $and: [{ size: { $gt: 1 } }, { not: { name: "Bo" } }] } }, "Andy"],
    [{ criteria: map }, { criteria: { size: { between: [2, 3] } } }, "Andy Bo"],
    [
      { filters: { type: "array", items: map } },
      { filters: [{ field: "size", operator: "greater_than", value: 2 }] },
      "Andy",
    ],
    [
      { filters: { type: "array", items: map } },
      {
        filters: [
          { attribute_key: "name", filter_operator: "equal_to", values: ["Bo"], query_operator: "OR" },
          { attribute_key: "size", filter_operator: "equal_to", values: [1] },
        ],
      },
      "Ann Bo",
    ],
    [{ filters: { type: "array", items: map }, match: text }, { filters: either, match: "any" }, "Ann Bo"],
    [{ conditions: { type: "array", items: map }, logic: text }, { conditions: either, logic: "OR" }, "Ann Bo"],
    [{ filters: { type: "array", items: map }, match: text }, { filters: either, match: "all" }, ""],
    [{ filters: { type: "array", items: map }, match: text }, { filters: either }, ""],
    [
      { filter: map },
      { filter: { operator: "and", conditions: [{ property: "name", op: "contains", value: "nn" }] } },
      "Ann",
    ],
    [{ query, sort: map }, { query: {}, sort: { column: "size", order: "descending", type: "number" } }, "Andy Bo Ann"],
    [{ sort: text, sortOrder: text, sortType: text }, { sort: "size", sortOrder: "ascending" }, "Ann Bo Andy"],
    [{ sort: { type: "array", items: map } }, { sort: [{ field: "name", direction: "desc" }] }, "Bo Ann Andy"],
    [{ orderBy: map }, { orderBy: { name: "asc" } }, "Andy Ann Bo"],
    [{ limit: integer, offset: integer }, { limit: 1, offset: 1 }, "Andy"],
    [{ pagination: object({ limit: integer, offset: integer }) }, { pagination: { limit: 1, offset: 2 } }, "Bo"],
    [{ page: object({ number: integer, size: integer }) }, { page: { number: 2, size: 2 } }, "Bo"],
  ])("with %j selects by %j: %s", async (sent, body, names) => {
    const { value, headers } = await (await searching(sent))(body);

    expect({ names: namesIn(value), note: headers["concord-note"] }).toEqual({ names, note: undefined });
  });

  it.each<[JsonObject, JsonObject]>([
    [{ query }, { query: { boss: { name: "Bo" } } }],
    [{ query }, { query: { equal: { boss: "Bo" } } }],
    [{ filter: map }, { filter: { boss: "x" } }],
    [{ filter: map }, { filter: { size: { around: 2 } } }],
    [{ filters: { type: "array", items: map } }, { filters: [{ field: "boss", operator: "eq", value: 1 }] }],
    [
      { filters: { type: "array", items: map } },
      { filters: [{ field: "name", operator: "sounds_like", value: "Bo" }] },
    ],
  ])("that is not understood selects nothing: %j by %j", async (sent, body) => {
    const { value, headers } = await (await searching(sent))(body);

    expect(namesIn(value)).toBe("Ann Andy Bo");
    expect(headers["concord-note"]).toContain(`not filtered by ${Object.keys(sent)[0]}`);
  });

  it.each(["The name. It must start with a letter.", "The name, which starts with `An`.", 'Starts with "A".'])(
    "whose text says how a name is written is compared whole: %s",
    async (description) => {
      const search = await searching({ name: described(description) });

      expect(namesIn((await search({ name: "An" })).value)).toBe("");
    },
  );

  it("names any member where the schema of the items names none", async () => {
    const search = await searching({ query, sort: map }, { type: "object" });

    expect(namesIn((await search({ query: { equal: { name: "Bo" } } })).value)).toBe("Bo");
    expect(namesIn((await search({ query: {}, sort: { column: "size" } })).value)).toBe("Ann Bo Andy");
  });

  it("leads from page to page by its bookmark", async () => {
    const bookmark: Json = { oneOf: [text, integer] };
    const search = await searching({ query, paginate: { type: "boolean" }, limit: integer, bookmark });
    const first = await search({ query: {}, paginate: true, limit: 2 });
    const last = await search({ query: {}, paginate: true, limit: 2, bookmark: first.value.bookmark });

    expect([namesIn(first.value), first.value.hasNextPage]).toEqual(["Ann Andy", true]);
    expect([namesIn(last.value), last.value.hasNextPage, last.value.bookmark]).toEqual(["Bo", false, undefined]);
    expect(last.headers["concord-note"]).toBeUndefined();
  });
});
