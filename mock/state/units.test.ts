import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "./memory.ts";
import { createSqliteStore } from "./sqlite/sqlite.ts";
import type { Store } from "./store.ts";

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

type Move = (store: Store) => unknown;

const collections = ["/books", "/books/b1/notes"];
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...collections), fc.nat(6), fc.nat(9)).map(put) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom(...collections), fc.nat(6)).map(remove) },
  { weight: 1, arbitrary: fc.constant((store: Store) => store.forgetBelow("acme", "/books/b1")) },
);
const fork: Move = async (store) => {
  await store.fork("acme", "globex");
  await store.fork("globex", "acme");
};

describe.each(Object.entries(stores))("a unit of changes in %s", (_, create) => {
  it("changes nothing if it is rolled back, order included, and stores everything if it is committed", async () => {
    const moves = fc.array(move, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(moves, moves, fc.boolean(), fc.boolean(), async (before, inside, isForked, isKept) => {
        const [store, model] = [create(), create()];
        for (const each of isForked ? [...before, fork] : before) await each(store);
        for (const each of isKept ? [...before, ...inside] : before) await each(model);
        const unit = (store.begin as NonNullable<Store["begin"]>)();
        for (const each of inside) await each(unit.store);
        if (isKept) unit.commit();
        else unit.rollback();

        expect(await told(store)).toEqual(await told(model));
      }),
      { numRuns: 200 },
    );
  });

  it("waits for an open unit with changes, and stores both if both are committed", async () => {
    const store = create();
    const [one, other] = [begun(store), begun(store)];
    await put(["/books", 1, 1])(one.store);
    const second = put(["/books", 2, 2])(other.store);
    one.rollback();
    await second;
    other.commit();

    expect(await store.list("acme", "/books", everything)).toEqual({ items: [{ value: { n: 2 } }], total: 1 });
  });

  it("does not block a change that it waits for", async () => {
    const store = create();
    const unit = begun(store);
    await put(["/books", 1, 1])(unit.store);
    await put(["/books", 2, 2])(store);
    unit.commit();

    expect(await store.list("acme", "/books", everything)).toMatchObject({ total: 2 });
  });

  it("rolls back no changes of others during it", async () => {
    const store = create();
    const unit = begun(store);
    await put(["/books", 1, 1])(unit.store);
    await put(["/books", 2, 2])(store);
    await put(["/books", 3, 3])(unit.store);
    unit.rollback();

    expect(await store.list("acme", "/books", everything)).toMatchObject({
      items: [{ value: { n: 1 } }, { value: { n: 2 } }],
    });
  });

  it.each<[string, Move]>([
    ["reset", (store) => store.reset("acme")],
    ["load", (store) => store.load("acme", { counter: 0, collections: new Map() })],
    ["fork", (store) => store.fork("globex", "acme")],
  ])("restores the earlier state when it is rolled back after a %s", async (_name, all) => {
    const store = create();
    await put(["/books", 1, 1])(store);
    const unit = begun(store);
    await put(["/books", 2, 2])(unit.store);
    await all(unit.store);
    await put(["/books", 3, 3])(unit.store);
    unit.rollback();

    expect(await store.list("acme", "/books", everything)).toEqual({ items: [{ value: { n: 1 } }], total: 1 });
  });

  it("runs deferred work after a commit, and never after a rollback", () => {
    const store = create();
    const [kept, dropped] = [begun(store), begun(store)];
    const ran: string[] = [];
    kept.store.afterCommit?.(() => ran.push("kept"));
    dropped.store.afterCommit?.(() => ran.push("dropped"));
    dropped.rollback();
    expect(ran).toEqual([]);
    kept.commit();
    expect(ran).toEqual(["kept"]);
  });
});

const everything = { offset: 0, limit: Number.POSITIVE_INFINITY };

function begun(store: Store) {
  return (store.begin as NonNullable<Store["begin"]>)();
}

function put([collection, id, n]: [collection: string, id: number, n: number]): Move {
  return (store) => store.change({ organization: "acme", collection, id: `b${id}` }, () => ({ value: { n } }));
}

function remove([collection, id]: [collection: string, id: number]): Move {
  return (store) => store.change({ organization: "acme", collection, id: `b${id}` }, () => null);
}

async function told(store: Store): Promise<unknown> {
  const lists = collections.map(async (name) => store.list("acme", name, everything));
  const { collections: kept } = await store.dump("acme");
  return [await Promise.all(lists), Object.fromEntries([...kept].map(([name, items]) => [name, [...items]]))];
}
