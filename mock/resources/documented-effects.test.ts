import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { ask } from "../../test/support/mock/ask.ts";
import { type Stated, object, servingOperations } from "../../test/support/mock/operations.ts";

const text = { type: "string" };
const flag = { type: "boolean" };

describe("a DELETE that its name calls otherwise", () => {
  const states = { type: "string", enum: ["active", "cancelled", "closed"] };
  it.each<[Stated, JsonObject, JsonObject]>([
    [{ id: "expireLink", summary: "Expire a link" }, { expired: flag }, { expired: true }],
    [{ id: "links_delete", summary: "Archive a link" }, { is_archived: flag }, { is_archived: true }],
    [
      { summary: "Deactivates a link" },
      { status: { type: "string", enum: ["active", "inactive"] } },
      { status: "inactive" },
    ],
    [{ id: "cancelLink" }, { status: states }, { status: "cancelled" }],
    [{ summary: "Close the link" }, { status: states }, { status: "closed" }],
    [{ summary: "Revoke a link" }, { revoked: flag, revoked_at: text }, { revoked: true }],
  ])("leaves the item in that state: %j", async (stated, members, changed) => {
    const link = object({ id: text, url: text, ...members }, ["id"]);
    const platform = linksWith({ ...stated, shows: link }, link);
    const { id } = (await ask(platform, "POST /links", { body: { url: "a" } })).value;
    const deleted = await ask(platform, `DELETE /links/${id}`);
    const read = await ask(platform, `GET /links/${id}`);

    expect(deleted.value).toMatchObject({ id, ...changed });
    expect(read.value).toEqual(deleted.value);
  });

  it.each<[Stated, JsonObject, boolean]>([
    [{ id: "deleteLink", summary: "Delete a link" }, { deleted: flag }, true],
    [{ id: "removeLink" }, { removed: flag }, true],
    [{ id: "expireLink" }, { expire_after: { type: "integer" } }, true],
    [{ id: "expireLink" }, { expired: flag }, false],
    [{ summary: "Delete an expired link" }, { expired: flag }, true],
  ])("removes the item where nothing says otherwise: %j %j", async (stated, members, isShown) => {
    const link = object({ id: text, url: text, ...members }, ["id"]);
    const platform = linksWith({ ...stated, ...(isShown && { shows: link }) }, link);
    const { id } = (await ask(platform, "POST /links", { body: { url: "a" } })).value;
    await ask(platform, `DELETE /links/${id}`);

    expect((await ask(platform, `GET /links/${id}`)).status).toBe(404);
  });

  function linksWith(removal: Stated, link: JsonObject) {
    return servingOperations({
      "POST /links": { sends: object({ url: text }), shows: link },
      "GET /links/{id}": { shows: link },
      "DELETE /links/{id}": removal,
    });
  }
});

describe("a documented default of a create", () => {
  it.each<[JsonObject, JsonObject, Json | undefined]>([
    [{ type: "string", enum: ["active", "off"], default: "active" }, text, "active"],
    [{ type: "integer", default: 3 }, { type: "number" }, 3],
    [{ type: "boolean", default: true }, flag, true],
    [{ type: "array", items: text, default: [] }, { type: "array", items: text }, []],
    [{ type: "integer", default: 20 }, { type: "integer", minimum: 99 }, undefined],
    [{ type: "integer", default: 3 }, text, undefined],
    [{ type: "string" }, { ...text, default: "x" }, undefined],
  ])("is shown where it fits: %j", async (sent, shown, expected) => {
    const item = object({ id: text, name: text, mode: shown }, ["id"]);
    const platform = servingOperations({
      "POST /zones": { sends: object({ name: text, mode: sent }), shows: item },
      "GET /zones/{id}": { shows: item },
      "PATCH /zones/{id}": { sends: object({ name: text, mode: sent }), shows: item },
    });
    const { value } = await ask(platform, "POST /zones", { body: { name: "A" } });

    expect(value["mode"]).toEqual(expected);
    expect((await ask(platform, `GET /zones/${value.id}`)).value).toEqual(value);
  });

  it("is none of a hidden member, of one branch of a union, or beside a sent value", async () => {
    const branch = object({ kind: { ...text, default: "b" } });
    const sends = {
      ...object({ mode: { ...text, default: "on" }, pin: { ...text, default: "1" } }),
      anyOf: [branch, {}],
    };
    const item = object({ id: text, mode: text, kind: text }, ["id"]);
    const platform = servingOperations({ "POST /zones": { sends, shows: item }, "GET /zones/{id}": { shows: item } });
    const { value } = await ask(platform, "POST /zones", { body: { mode: "off" } });

    expect(value).toEqual({ id: value.id, mode: "off" });
  });
});

describe("a conflict of members inside a wrapper", () => {
  const refuses = { "409": "A note in the same book with the same `import_id` already exists." };
  it.each(["note", "data.note"])("is refused where both are the same: %s", async (wrapper) => {
    const item = { book_id: text, import_id: text, memo: text };
    const wrapped = (schema: JsonObject): JsonObject =>
      wrapper.split(".").reduceRight<JsonObject>((inner, name) => object({ [name]: inner }), schema);
    const shows = wrapped(object({ id: text, ...item }, ["id"]));
    const platform = servingOperations({
      "POST /notes": { sends: wrapped(object(item)), shows, refuses },
      "GET /notes/{id}": { shows },
    });
    const create = async (body: JsonObject): Promise<number> =>
      (await ask(platform, "POST /notes", { body: wrap(body) })).status;
    const wrap = (body: JsonObject): JsonObject =>
      wrapper.split(".").reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), body);

    expect(await create({ book_id: "1", import_id: "x" })).toBe(200);
    expect(await create({ book_id: "1", import_id: "x", memo: "other" })).toBe(409);
    expect(await create({ book_id: "2", import_id: "x" })).toBe(200);
    expect(await create({ book_id: "1" })).toBe(200);
    expect(await create({ book_id: "1" })).toBe(200);
  });
});

describe("a PUT with the item inside a wrapper", () => {
  const members = { name: text, html: text };
  const item = object({ id: text, ...members }, ["id"]);
  it.each<[string, JsonObject, Readonly<Record<string, Stated>>, JsonObject]>([
    ["nothing in it is required", object({ page: object(members) }, ["page"]), {}, { name: "B", html: "x" }],
    ["a member of it is required", object({ page: object(members, ["name"]) }, ["page"]), {}, { name: "B" }],
    [
      "a PATCH exists",
      object({ page: object(members) }, ["page"]),
      { "PATCH /pages/{id}": { sends: object({ page: object(members) }), shows: item } },
      { name: "B" },
    ],
  ])("changes what it sends, or all, where %s", async (_, sends, others, expected) => {
    const platform = servingOperations({
      "POST /pages": { sends: object({ page: object(members) }), shows: item },
      "GET /pages/{id}": { shows: item },
      "PUT /pages/{id}": { sends, shows: object({ status: text }) },
      ...others,
    });
    const { id } = (await ask(platform, "POST /pages", { body: { page: { name: "A", html: "x" } } })).value;
    await ask(platform, `PUT /pages/${id}`, { body: { page: { name: "B" } } });

    expect((await ask(platform, `GET /pages/${id}`)).value).toEqual({ id, ...expected });
  });
});

describe("a list", () => {
  const members = { name: text, approved: flag, is_starred: flag, count: { type: "integer" } };
  const item = object({ id: text, ...members }, ["id"]);
  const integer = { schema: { type: "integer" } };

  async function listOf(stated: Partial<Stated>, query: string, envelope: JsonObject = {}) {
    const platform = servingOperations({
      "POST /rows": { sends: object(members), shows: item },
      "GET /rows/{id}": { shows: item },
      "GET /rows": { shows: object({ rows: { type: "array", items: item }, ...envelope }), ...stated },
    });
    for (const [index, name] of [..."ABC"].entries())
      await ask(platform, "POST /rows", {
        body: { name, count: index, ...(index < 2 && { approved: index === 0 }), is_starred: index === 1 },
      });
    const { value, headers } = await ask(platform, `GET /rows?${query}`);
    const { rows, ...others } = value;
    const names = rows.map(({ name }: { name: string }) => name).join("");
    return { names, others, note: headers["concord-note"] };
  }

  it.each<[Stated["query"], string, string]>([
    [{ count: integer, offset: integer }, "count=1&offset=1", "B"],
    [{ Count: integer, Offset: integer }, "Count=2&Offset=0", "AB"],
    [{ count: integer, cursor: { schema: text } }, "count=2", "AB"],
    [{ n: { ...integer, description: "The maximum number of rows to return." } }, "n=2", "AB"],
    [{ rows: { ...integer, description: "Number of records to return per request." } }, "rows=1", "A"],
    [{ batch: { ...integer, description: "Max number of open rows per page" } }, "batch=1", "A"],
    [{ count: integer }, "count=2", "C"],
    [{ days: { ...integer, description: "Number of days to return." } }, "days=1", "ABC"],
    [{ replies: { ...integer, description: "Maximum number of replies to return for each row." } }, "replies=1", "ABC"],
  ])("has the page of a size by its name or its text: %j", async (query, line, names) => {
    expect((await listOf({ query: query ?? {} }, line)).names).toBe(names);
  });

  it.each<[readonly string[], string, string]>([
    [["starred", "archived"], "archived", "ABC"],
    [["big", "small"], "big", "ABC"],
  ])("is filtered by a value that names a flag: %j %s", async (values, sent, names) => {
    const query = { type: { schema: { type: "string", enum: values as Json } } };
    const { names: found, note } = await listOf({ query }, `type=${sent}`);

    expect(found).toBe(names);
    expect(note === undefined).toBe(names !== "ABC");
  });

  it.each<[JsonObject, JsonObject]>([
    [{ results: { type: "integer", description: "The total number of results." } }, { results: 3 }],
    [{ found: { type: "number", description: "Total count of matching items" } }, { found: 3 }],
    [{ all: { type: "integer", description: "total number of rows" } }, { all: 3 }],
    [{ total_rows: { type: "integer" } }, { total_rows: 3 }],
    [{ total: { type: "integer" } }, { total: 3 }],
    [{ results: { type: "integer" } }, {}],
    [{ unread: { type: "integer", description: "The total number of unread rows." } }, {}],
    [{ sheets: { type: "integer", description: "The total number of pages." } }, {}],
    [{ results: { type: "array", items: text, description: "The total number of results." } }, {}],
  ])("shows its total by its name or its text: %j", async (envelope, shown) => {
    const query = { limit: integer, offset: integer };

    expect((await listOf({ query }, "limit=1", envelope)).others).toEqual(shown);
  });
});
