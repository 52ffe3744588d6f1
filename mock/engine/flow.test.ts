import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { ask, fixture, platformServing } from "../../test/support/mock/ask.ts";
import { startDatabase } from "../../test/support/postgres/database.ts";
import { createClock, createPostgresStore } from "../index.ts";

const database = await startDatabase();
afterAll(() => database.stop());

describe("a request to a platform on PostgreSQL", () => {
  it("reads its item, and what its tenant owns, in one statement", async () => {
    const store = createPostgresStore(await database.create());
    const platform = platformServing([await fixture("library")], { store, clock: createClock(() => 0) });
    const { value } = await ask(platform, "POST /books", { body: { title: "Emma" } });
    const query = vi.spyOn(pg.Client.prototype, "query");
    const read = await ask(platform, `GET /books/${String(value.id)}`);
    const names = query.mock.calls.map(([sent]) => (sent as unknown as { readonly name?: string }).name);
    query.mockRestore();
    await platform.close();
    await store.close();

    expect(read.value).toEqual(value);
    // The others run beside requests.
    expect(names.filter((name) => !/^(journal|replica)_/.test(String(name)))).toEqual(["arrive"]);
  });
});
