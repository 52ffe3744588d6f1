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
const query = map;

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
    [{ name: described("The name contains this.") }, { name: "N" }, "Ann Andy"],
    [{ query }, { query: {} }, "Ann Andy Bo"],
    [{ filter: map }, { filter: { name: "Bo" } }, "Bo"],
    [{ where: map }, { where: { size: { gte: 2 }, name: { startsWith: "A" } } }, "Andy"],
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
