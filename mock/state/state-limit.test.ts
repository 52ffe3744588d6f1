import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { StorageError } from "../model/storage-error.ts";
import { createMemoryStore } from "./memory.ts";
import { createSqliteStore } from "./sqlite/sqlite.ts";
import { limitState } from "./state-limit.ts";
import type { Contents, Store } from "./store.ts";

const opened: Disposable[] = [];
const stores: Record<string, () => Store> = {
  memory: createMemoryStore,
  SQLite() {
    const store = createSqliteStore(":memory:");
    opened.push(store);
    return store;
  },
};

afterEach(() => {
  for (const store of opened.splice(0)) store[Symbol.dispose]();
});

const LIMIT = 20_000;
const address = (id: string, collection = "/books") => ({ organization: "acme", collection, id });
const textOf = (length: number) => ({ value: { text: "x".repeat(length) } });

/** Length of the JSON of an organization: the least that its state takes. */
function lengthOf({ collections }: Contents): number {
  return [...collections.values()]
    .flatMap((items) => [...items.values()])
    .reduce((sum, item) => sum + JSON.stringify(item).length, 0);
}

/** Makes a change, and returns true if it was refused for the limit. */
async function isRefused(change: () => unknown): Promise<boolean> {
  try {
    await change();
    return false;
  } catch (error) {
    if (error instanceof StorageError && error.status === 507) return true;
    throw error;
  }
}

describe.each(Object.entries(stores))("the limit of the state in %s", (_, create) => {
  it("is never exceeded, refuses without effect, and never refuses a deletion", async () => {
    const put = fc.record({
      kind: fc.constant("put" as const),
      id: fc.nat(9),
      length: fc.nat(9000),
      collection: fc.constantFrom("/books", "/books/b1/notes"),
    });
    const remove = fc.record({ kind: fc.constant("remove" as const), id: fc.nat(9) });
    const forgetBelow = fc.record({ kind: fc.constant("forgetBelow" as const) });
    const moves = fc.array(fc.oneof({ weight: 5, arbitrary: put }, remove, forgetBelow), { maxLength: 30 });
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(moves, fc.boolean(), async (all, isKept) => {
        const store = limitState(create(), LIMIT);
        for (const move of all) {
          const before = await store.dump("acme");
          const unit = store.begin?.();
          const inside = unit?.store ?? store;
          const refused = await isRefused(async () => {
            if (move.kind === "put")
              await inside.change(address(`b${move.id}`, move.collection), () => textOf(move.length));
            else if (move.kind === "remove") await inside.change(address(`b${move.id}`), () => null);
            else await inside.forgetBelow("acme", "/books/b1");
          });
          if (refused || !isKept) await unit?.rollback();
          else await unit?.commit();
          if (refused || !isKept) expect(await store.dump("acme")).toEqual(before);
          if (move.kind !== "put") expect(refused).toBe(false);
          if (refused) refusals++;
          expect(lengthOf(await store.dump("acme"))).toBeLessThanOrEqual(LIMIT);
        }
        // All items can be deleted, and then there is as much room as in the beginning.
        const { collections } = await store.dump("acme");
        for (const [collection, items] of collections)
          for (const id of items.keys()) await store.change(address(id, collection), () => null);
        expect(await isRefused(() => store.change(address("last"), () => textOf(LIMIT - 500)))).toBe(false);
      }),
    );

    expect(refusals).toBeGreaterThan(0);
  });

  it("discards all changes of a unit, even if the request goes on after the refusal", async () => {
    const store = limitState(create(), LIMIT);
    const unit = store.begin?.();
    await unit?.store.change(address("small"), () => textOf(10));
    const refused = await isRefused(() => unit?.store.change(address("large"), () => textOf(LIMIT)));
    const isCommitRefused = await isRefused(() => unit?.commit());
    await unit?.rollback();

    expect([refused, isCommitRefused]).toEqual([true, true]);
    expect((await store.dump("acme")).collections.size).toBe(0);
  });

  it("counts short values and many items with the memory that they take", async () => {
    const store = limitState(create(), LIMIT);
    const values = { value: { list: Array.from({ length: 1000 }, () => ({})) } };

    expect(await isRefused(() => store.change(address("b1"), () => values))).toBe(true);
    let stored = 0;
    while (stored < 1000 && !(await isRefused(() => store.change(address(`b${stored}`), () => ({ value: {} })))))
      stored++;
    expect(stored).toBeLessThan(100);
  });

  it("is one of each organization, and a fork counts its own changes only", async () => {
    const store = limitState(create(), LIMIT);
    await store.change(address("b1"), () => textOf(15_000));
    await store.fork("acme", "acme-1");
    const changeOf = (organization: string) =>
      isRefused(() => store.change({ ...address("b2"), organization }, () => textOf(15_000)));

    expect(await changeOf("acme")).toBe(true);
    expect(await changeOf("acme-1")).toBe(false);
    expect(await changeOf("globex")).toBe(false);
  });

  it("applies to a state as a whole, and to one that is restored", async () => {
    const store = limitState(create(), LIMIT);
    const contents = (length: number): Contents => ({
      counter: 1,
      collections: new Map([["/books", new Map([["b1", textOf(length)]])]]),
    });
    await store.load("acme", contents(15_000));
    await store.fork("acme", "acme@before");
    const before = await store.dump("acme");

    expect(await isRefused(() => store.load("acme", contents(LIMIT)))).toBe(true);
    expect(await store.dump("acme")).toEqual(before);
    await store.reset("acme");
    await store.fork("acme@before", "acme");
    expect(await isRefused(() => store.change(address("b2"), () => textOf(15_000)))).toBe(true);
    await store.reset("acme");
    expect(await isRefused(() => store.change(address("b2"), () => textOf(15_000)))).toBe(false);
  });
});

describe("the limit of the state of a mock", () => {
  const create = (platform: Awaited<ReturnType<typeof platformOf>>, title: string) =>
    ask(platform, "POST /books", { body: { title } });

  it("refuses a request with 507, the limit and the option, and accepts it after a deletion", async () => {
    const platform = await platformOf("library", { stateLimit: LIMIT });
    const first = await create(platform, "x".repeat(15_000));
    const refused = await create(platform, "y".repeat(15_000));

    expect(refused).toMatchObject({
      status: 507,
      headers: { "content-type": "application/problem+json" },
      value: {
        detail: expect.stringMatching(/"acme" would have \d+ bytes.*20000 \(--state-limit, stateLimit/) as string,
      },
    });
    expect((await ask(platform, "GET /_concord/ready")).status).toBe(200);
    expect((await ask(platform, `DELETE /books/${String(first.value["id"])}`)).status).toBe(204);
    expect((await create(platform, "y".repeat(15_000))).status).toBe(201);
  });

  it("refuses a state of the control API, and keeps the present one", async () => {
    const platform = await platformOf("library", { stateLimit: LIMIT });
    await create(platform, "Emma");
    const state = await platform.organization("acme").state();
    const items = [{ id: "b1", value: { id: "b1", title: "x".repeat(LIMIT) } }];
    const put = await ask(platform, "PUT /_concord/organizations/acme/state", {
      body: { collections: { "/books": items } },
    });

    expect(put.status).toBe(507);
    expect(await platform.organization("acme").state()).toEqual(state);
  });

  it("counts what a file had before the process", async () => {
    const file = createSqliteStore(":memory:");
    opened.push(file);
    await create(await platformOf("library", { store: file, stateLimit: LIMIT }), "x".repeat(15_000));
    const restarted = await platformOf("library", { store: file, stateLimit: LIMIT });

    expect((await create(restarted, "y".repeat(15_000))).status).toBe(507);
  });
});
