import { describe, expect, it } from "vitest";
import { contractOf, list, object, text } from "../../test/support/contracts/stated-operations.ts";
import { type ParsedResponse, ask, ownPlatform, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { libraryWith } from "../../test/support/mock/library.ts";
import { createMemoryStore } from "../index.ts";
import { createSqliteStore } from "../state/sqlite/sqlite.ts";

const note = { body: { text: "Dense" } };

describe("a collection below an item", () => {
  it.each(["POST /books/b1/notes", "GET /books/b1/notes"])(
    "responds 404 if the parent item does not exist: %s",
    async (line) => {
      const missing = await ask(await libraryWith(["b2"]), line, line.startsWith("POST") ? note : {});
      const platform = await libraryWith(["b1"]);
      const there = await ask(platform, line, line.startsWith("POST") ? note : {});

      expect([missing.status, missing.value.detail]).toEqual([404, 'There is no book "b1"']);
      expect(there.status).toBeLessThan(300);
      expect((await ask(platform, line, { token: "mock-globex", ...note })).status).toBe(404);
    },
  );

  it.each([
    ["memory", createMemoryStore],
    ["SQLite", () => createSqliteStore(":memory:")],
  ])("is deleted with its parent item, and is empty after a new creation, in %s", async (_, store) => {
    const kept = store();
    const platform = await libraryWith(["b1", "b10"], kept);
    const seen = async (): Promise<ParsedResponse["value"]> => [
      await titles("mock-acme", "b1"),
      await titles("mock-acme", "b10"),
      await titles("mock-fork", "b1"),
    ];
    for (const id of ["b1", "b10"]) await ask(platform, `POST /books/${id}/notes`, note);
    await platform.organization("acme").fork("fork");

    expect(await seen()).toEqual([["Dense"], ["Dense"], ["Dense"]]);
    expect((await ask(platform, "DELETE /books/b1")).status).toBeLessThan(300);
    expect(await seen()).toEqual([404, ["Dense"], ["Dense"]]);
    expect((await ask(platform, "GET /books/b1/notes/1")).status).toBe(404);
    await libraryWith(["b1"], kept);
    expect(await seen()).toEqual([[], ["Dense"], ["Dense"]]);

    async function titles(token: string, book: string): Promise<ParsedResponse["value"]> {
      const { status, value } = await ask(platform, `GET /books/${book}/notes`, { token });
      return status === 200 ? value.map((each: { text: string }) => each.text) : status;
    }
  });

  it.each([
    ["service_id", "/services/{service_id}", 200],
    ["feed_id", "/services/{service_id}", 404],
    ["id", "/services/{service_id}", 404],
  ])(
    "is not below an item of its own name if its path names another one: {%s}",
    async (parameter, services, status) => {
      const feed = object({ id: text, service: text });
      const platform = platformServing([
        contractOf({
          "GET /feeds/{feed_id}": { shows: feed },
          "POST /feeds": { sends: feed, shows: feed },
          "DELETE /feeds/{feed_id}": {},
          [`GET ${services}`]: { shows: object({ id: text, title: text }) },
          [`GET /feeds/{${parameter}}/feeds`]: { shows: list(feed) },
        }),
      ]);

      expect((await ask(platform, "GET /feeds/nope/feeds")).status).toBe(status);
    },
  );

  it.each([
    ["PUT /locks/{lock}", 200],
    ["POST /locks", 404],
    ["GET /locks", 404],
  ])("needs no parent item that only a PUT makes, and no list shows: with %s", async (line, status) => {
    const lock = object({ lock: text, color: text });
    const shows = line.startsWith("GET") ? list(lock) : lock;
    const platform = platformServing([
      contractOf({
        "GET /locks/{lock}": { shows: lock },
        "PUT /locks/{lock}": { sends: lock, shows: lock },
        "PUT /locks/{lock}/users/{user}": { sends: object({ note: text }), shows: object({ user: text, note: text }) },
        [line]: { ...(!line.startsWith("GET") && { sends: lock }), shows },
      }),
    ]);

    expect((await ask(platform, "PUT /locks/l1/users/u1", { body: { note: "Hi" } })).status).toBe(status);
  });

  it("exists without a parent item if no operation creates or reads such items", async () => {
    const platform = await platformOf("completion");

    expect((await ask(platform, "POST /lots/l1/bids")).status).toBe(201);
  });

  it.each(["GET /v1/files/nope/download", "GET /v1/batch/jobs/nope/results"])(
    "responds 404 to an action that reads: %s",
    async (line) => {
      expect((await ask(await ownPlatform(), line)).status).toBe(404);
    },
  );

  it("responds 404 without a parent item in the bundled contracts as well", async () => {
    const platform = await ownPlatform();
    const body = { delivered_on: "2026-01-05", lines: [{ position: 1, quantity: 1 }] };

    expect((await ask(platform, "GET /v1/orders/ord_nope/deliveries")).status).toBe(404);
    expect((await ask(platform, "POST /v1/orders/ord_nope/deliveries", { body })).status).toBe(404);
  });
});
