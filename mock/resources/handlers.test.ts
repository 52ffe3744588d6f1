import { describe, expect, it } from "vitest";
import { ask, noon, platformOf } from "../../test/support/mock/ask.ts";
import { libraryWith } from "../../test/support/mock/library.ts";
import { createClock, createMemoryStore } from "../index.ts";

const fuzzy = { title: "Fuzzy Sets", pages: 16 };

describe("an item", () => {
  it("is read with the values with which it was created", async () => {
    const platform = await platformOf("library");
    const created = await ask(platform, "POST /books", { body: fuzzy });
    const read = await ask(platform, `GET ${created.headers["location"]}`);

    expect(created.status).toBe(201);
    expect(created.value).toMatchObject({ ...fuzzy, id: expect.stringMatching(/^book_[0-9a-f]{12}$/) });
    expect([read.status, read.value]).toEqual([200, created.value]);
  });

  it("is replaced as a whole, except for its id and time of creation", async () => {
    const { platform, path, later } = await withBook();
    const replaced = await ask(platform, `PUT ${path}`, { body: { title: "Rough Sets" } });

    expect(replaced.status).toBe(200);
    expect(replaced.value).toEqual({
      id: path.split("/").at(-1),
      title: "Rough Sets",
      created_at: new Date(noon).toISOString(),
      updated_at: later,
    });
    expect((await ask(platform, `GET ${path}`)).value).toEqual(replaced.value);
  });

  it("keeps members that an update does not contain", async () => {
    const { platform, path, later } = await withBook();
    const updated = await ask(platform, `PATCH ${path}`, { body: { pages: 17 } });

    expect(updated.value).toMatchObject({ ...fuzzy, pages: 17, updated_at: later });
    expect((await ask(platform, `GET ${path}`)).value).toEqual(updated.value);
  });

  it("does not exist after a deletion", async () => {
    const { platform, path } = await withBook();

    expect(await ask(platform, `DELETE ${path}`)).toMatchObject({ status: 204, text: "" });
    expect((await ask(platform, "GET /books")).value).toMatchObject({ results: [], total: 0 });
    for (const method of ["GET", "DELETE"]) expect((await ask(platform, `${method} ${path}`)).status).toBe(404);
    for (const method of ["PUT", "PATCH"])
      expect((await ask(platform, `${method} ${path}`, { body: fuzzy })).status).toBe(404);
    expect((await ask(platform, "GET /books")).value).toMatchObject({ results: [], total: 0 });
  });

  it("stores writeOnly members, and never returns them", async () => {
    const store = createMemoryStore();
    const platform = await platformOf("library", { store });
    const body = { ...fuzzy, shelf_code: "secret" };
    const created = await ask(platform, "POST /books", { body });
    const path = created.headers["location"];
    const answers = [
      created,
      await ask(platform, `GET ${path}`),
      await ask(platform, "GET /books"),
      await ask(platform, `PATCH ${path}`, { body: { title: "Other" } }),
      await ask(platform, `PUT ${path}`, { body }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200]);
    expect(answers.filter(({ text }) => /shelf_code|secret/.test(text))).toEqual([]);
    const address = { organization: "acme", collection: "/books", id: created.value.id };
    expect((await store.read(address))?.value).toMatchObject({ shelf_code: "secret" });
  });

  it("ignores readOnly members of requests", async () => {
    const { platform, path } = await withBook();
    const before = (await ask(platform, `GET ${path}`)).value;
    const after = await ask(platform, `PATCH ${path}`, { body: { created_at: "2001-01-01T00:00:00Z", id: "b1" } });

    expect(after.value).toMatchObject({ id: before.id, created_at: before.created_at });
  });

  it("does not return undocumented members", async () => {
    const platform = await platformOf("library");
    const created = await ask(platform, "POST /books", { body: { ...fuzzy, mood: "sunny" } });

    expect(created.value).not.toHaveProperty("mood");
  });

  it("is visible to its organization only", async () => {
    const { platform, path } = await withBook();

    expect((await ask(platform, `GET ${path}`, { token: "mock-acme" })).status).toBe(200);
    expect((await ask(platform, `GET ${path}`, { token: "mock-globex" })).status).toBe(404);
    expect((await ask(platform, `DELETE ${path}`, { token: "mock-globex" })).status).toBe(404);
    expect((await ask(platform, "GET /books", { token: "mock-globex" })).value.total).toBe(0);
  });
});

describe("times", () => {
  it("sets the time of creation once and the time of update each time, by the clock", async () => {
    const platform = await platformOf("library");
    const { headers, value: created } = await ask(platform, "POST /books", { body: fuzzy });
    platform.clock.advance(90_000);
    const { value: updated } = await ask(platform, `PATCH ${headers["location"]}`, { body: { pages: 1 } });

    expect(created).toMatchObject({ created_at: "2026-01-05T12:00:00.000Z", updated_at: "2026-01-05T12:00:00.000Z" });
    expect(updated).toMatchObject({ created_at: "2026-01-05T12:00:00.000Z", updated_at: "2026-01-05T12:01:30.000Z" });
  });
});

describe("a generated member", () => {
  it("generates different values for the items of a nested list", async () => {
    const platform = await platformOf("completion");
    const body = { lines: [{ title: "a" }, { title: "b" }], extras: [{ title: "c" }, { title: "d" }] };
    const created = await ask(platform, "POST /orders", { body });
    const { lines, extras } = created.value;
    const ids = [...lines, ...extras].map(({ id }) => id);

    expect([...lines, ...extras].map(({ title }) => title)).toEqual(["a", "b", "c", "d"]);
    expect(lines.map(({ position }: { position: number }) => position)).toEqual([1, 2]);
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^line_[0-9a-f]{8}$/);
    expect((await ask(platform, `GET ${created.headers["location"]}`)).value).toMatchObject({ lines, extras });
  });

  it("matches the alternative of the request", async () => {
    const platform = await platformOf("completion");
    const company = { kind: "company", company_name: "X GmbH", reference: "r" };
    const person = { kind: "person", family_name: "Lovelace", reference: "r" };
    const [first, second] = [
      await ask(platform, "POST /accounts", { body: company }),
      await ask(platform, "POST /accounts", { body: person }),
    ];

    expect(first.value).toEqual({ ...company, id: expect.any(String), rank: 1 });
    expect(second.value).toEqual({ kind: "person", family_name: "Lovelace", id: expect.any(String), rank: 1 });
    expect((await ask(platform, "GET /accounts")).value).toEqual([first.value, second.value]);
  });

  it("generates a text from the documented example or the name of the member, and a time close to now", async () => {
    const clock = createClock(() => Date.parse("2030-02-03T04:05:06.789Z"));
    const platform = await platformOf("completion", { clock });
    const { value } = await ask(platform, "POST /orders", {
      body: { lines: [{ title: "a" }], extras: [{ title: "b" }] },
    });

    expect(value).toMatchObject({
      owner: "Ada Lovelace",
      contact_email: "ada@example.org",
      placed_at: "2030-02-03T04:05:06.789Z",
      due_on: "2030-02-19",
      link_expires_at: "2030-09-14T04:05:06.789Z",
      status: "draft",
    });
    expect(value.lines).toMatchObject([{ price: { amount: "1", currency: "EUR" } }]);
    expect(value.extras).toMatchObject([{ price: { amount: expect.stringMatching(/^[0-9]+\.[0-9]{2}$/) } }]);
    expect(value.code).toMatch(/^[0-9a-f]{3}$/);
  });

  it("generates a different secret for each item, the same for the same seed", async () => {
    const body = { lines: [] };
    const secrets: string[] = [];
    for (const seed of ["a", "a", "b"]) {
      const platform = await platformOf("completion", { seed });
      for (const _ of "12") secrets.push((await ask(platform, "POST /orders", { body })).value.secret);
    }
    const [first, second, again] = secrets;

    expect(first).toBe(again);
    expect(new Set(secrets).size).toBe(4);
    expect(second).toMatch(/^secret_[0-9a-f]{8}$/);
  });

  it("copies the id of the parent from the path to the member with that name", async () => {
    const platform = await platformOf("completion");
    const order = (await ask(platform, "POST /orders", { body: { lines: [] } })).value.id;
    const created = await ask(platform, `POST /orders/${order}/returns`, { body: {} });

    expect(created.value).toMatchObject({ order_id: order, reason: "Too large", received_at: expect.any(String) });
    expect((await ask(platform, `GET ${created.headers["location"]}`)).value).toEqual(created.value);
    const own = await ask(platform, `POST /orders/${order}/returns`, { body: { order_id: "own" } });
    expect(own.value.order_id).toBe("own");
    expect((await ask(platform, "POST /orders/o1:close")).value).toEqual({ order_id: "o1", closed_on: "2020-01-01" });
    expect((await ask(platform, "POST /lots/l1/bids")).value.lot_id).toBe(1);
  });
});

describe("items of a nested collection", () => {
  it("are separate for each parent", async () => {
    const platform = await libraryWith(["b1", "b2"]);
    const first = await ask(platform, "POST /books/b1/notes", { body: { text: "Dense" } });
    await ask(platform, "POST /books/b2/notes", { body: { text: "Light" } });

    expect(first.headers["location"]).toBe("/books/b1/notes/1");
    expect((await ask(platform, "GET /books/b1/notes")).value).toEqual([{ id: 1, text: "Dense" }]);
    expect((await ask(platform, "GET /books/b2/notes")).value).toEqual([{ id: 2, text: "Light" }]);
    expect((await ask(platform, "GET /books/b2/notes/1")).status).toBe(404);
  });

  it("are found under any encoding of the parent's id", async () => {
    const platform = await libraryWith(["a/b c", "a"]);
    await ask(platform, "POST /books/a%2Fb%20c/notes", { body: { text: "Odd" } });

    expect((await ask(platform, "GET /books/a%2fb%20%63/notes")).value).toEqual([{ id: 1, text: "Odd" }]);
    expect((await ask(platform, "GET /books/a/notes")).value).toEqual([]);
  });
});

describe("a wrapped item", () => {
  it("has its wrapper in requests and responses, and not in lists", async () => {
    const platform = await platformOf("wrapped-nullable");
    const pet = { name: "Rex", owner: null, weight: 12.5 };
    const created = await ask(platform, "POST /pets", { body: { pet } });
    const updated = await ask(platform, "PATCH /pets/1", {
      body: { pet: { name: "Max", owner: "Ada", weight: null } },
    });

    expect(created).toMatchObject({ status: 201, value: { pet: { id: 1, ...pet } }, headers: { location: "/pets/1" } });
    expect(updated.value).toEqual({ pet: { id: 1, name: "Max", owner: "Ada", weight: null } });
    expect((await ask(platform, "GET /pets/1")).value).toEqual(updated.value);
    expect((await ask(platform, "GET /pets")).value.pets).toEqual([updated.value.pet]);
    expect((await ask(platform, "DELETE /pets/1")).value).toEqual(updated.value);
    expect((await ask(platform, "DELETE /pets/1")).status).toBe(404);
  });
});

describe("a singleton", () => {
  it("returns an example until it is written, and then the written value", async () => {
    const platform = await platformOf("library");
    const example = await ask(platform, "GET /settings");
    const put = await ask(platform, "PUT /settings", { body: { language: "de" } });
    const read = await ask(platform, "GET /settings");

    expect(example.value).toEqual({ language: "en", days: 14, updated_at: "2025-01-01T00:00:00Z" });
    expect(put).toMatchObject({ status: 204, text: "" });
    expect(read.value).toEqual({ language: "de", updated_at: "2026-01-05T12:00:00.000Z" });
    expect((await ask(platform, "GET /settings", { token: "mock-globex" })).value).toEqual(example.value);
  });

  it("keeps members that an update does not contain, also those of the example", async () => {
    const platform = await platformOf("library");
    const patched = await ask(platform, "PATCH /settings", { body: { days: 21, updated_at: "2001-01-01T00:00:00Z" } });

    expect(patched.value).toEqual({ language: "en", days: 21, updated_at: "2026-01-05T12:00:00.000Z" });
    expect((await ask(platform, "GET /settings")).value).toEqual(patched.value);
  });
});

describe("an action", () => {
  it("responds with the documented example", async () => {
    expect((await ask(await platformOf("library"), "POST /books/b1:lend")).value).toEqual({ until: "2026-02-01" });
  });
});

describe("the status of a success", () => {
  it("is 201 for a creation and 204 for a deletion, if the contract documents several", async () => {
    const platform = await platformOf("identifiers");
    const created = await ask(platform, "POST /slugs", { body: { slug: "one" } });
    const deleted = await ask(platform, "DELETE /slugs/one");

    expect([created.status, deleted.status, deleted.text]).toEqual([201, 204, ""]);
  });
});

describe("a PUT", () => {
  it("creates a missing item if no 404 is documented", async () => {
    const platform = await platformOf("identifiers");
    const missing = await ask(platform, "GET /places/attic");
    const put = await ask(platform, "PUT /places/attic", { body: { area: 30 } });

    expect(missing.status).toBe(404);
    expect(put).toMatchObject({ status: 200, value: { name: "attic", area: 30 } });
    expect((await ask(platform, "GET /places/attic")).value).toEqual(put.value);
  });

  it("reads the id from the body if the path has none, and generates one if the body has none", async () => {
    const platform = await platformOf("identifiers");
    await ask(platform, "PUT /places", { body: { name: "attic", area: 30 } });
    const unnamed = await ask(platform, "PUT /places", { body: { area: 12 } });

    expect((await ask(platform, "GET /places/attic")).value).toEqual({ name: "attic", area: 30 });
    expect(unnamed.value).toEqual({ name: expect.stringMatching(/^place_/), area: 12 });
    expect((await ask(platform, `GET /places/${unnamed.value.name}`)).value).toEqual(unnamed.value);
  });

  it("identifies the item by the path, even if the query or the body has another id", async () => {
    const platform = await platformOf("identifiers");
    await ask(platform, "PUT /twins/one", { body: { id: "two", label: "One" } });

    expect((await ask(platform, "GET /twins/one?id=two")).value).toEqual({ id: "one", label: "One" });
    expect((await ask(platform, "GET /twins/two?id=one")).status).toBe(404);
  });
});

/** A platform with one book, a minute after it was made. */
async function withBook() {
  const platform = await platformOf("library", { clock: createClock(() => noon) });
  const { headers } = await ask(platform, "POST /books", { body: fuzzy });
  platform.clock.advance(60_000);
  return { platform, path: headers["location"] as string, later: new Date(platform.clock.now()).toISOString() };
}
