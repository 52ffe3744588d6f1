import { createHash } from "node:crypto";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { describeStore } from "../../../test/support/mock/describe-store.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { rowsOf } from "../../../test/support/postgres/rows.ts";
import { StorageError } from "../../model/storage-error.ts";
import type { BaseCollections } from "../base-collections.ts";
import type { Address, Step, Store, Unit } from "../store.ts";
import type { Stored } from "../stored.ts";
import { migrations } from "../../postgres/migrations.ts";
import { type PostgresStore, createPostgresStore } from "./postgres.ts";

const database = await startDatabase();
const stores: PostgresStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
afterAll(async () => {
  await database.stop();
});

async function open(url: string): Promise<PostgresStore> {
  const store = createPostgresStore(url);
  stores.push(store);
  await store.open();
  return store;
}

async function openNew(): Promise<PostgresStore> {
  return open(await database.create());
}

const everything = { offset: 0, limit: Infinity };
const at = (id: string, organization = "acme", collection = "/books"): Address => ({ organization, collection, id });
const valueOf = (n: number): Stored => ({ value: { n } });
const countUp: Step = (current) => valueOf(Number(current?.value["n"] ?? 0) + 1);

describeStore("createPostgresStore()", openNew);

describe("several stores on one database", () => {
  it("lose no change, and give out each number once", async () => {
    const url = await database.create();
    const all = await Promise.all([open(url), open(url), open(url)]);
    const numbers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const store = all[index % all.length] as Store;
        await store.change(at("b1"), countUp);
        return store.next("acme");
      }),
    );

    expect(await all[0].read(at("b1"))).toEqual(valueOf(60));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it("let one of 200 writers win that have read the same version, in each round", async () => {
    const url = await database.create();
    const all = await Promise.all([open(url), open(url), open(url)]);
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all(
        Array.from({ length: 200 }, async (_, index) =>
          (all[index % all.length] as Store).change(at("b1"), (current) =>
            Number(current?.value["n"] ?? 0) === round ? valueOf(round + 1) : { refused: "stale", status: 409 },
          ),
        ),
      );

      expect(results.filter((result) => result !== null && "value" in result)).toHaveLength(1);
    }
  });

  it("see a change at once that another has stored, and none that is not committed", async () => {
    const url = await database.create();
    const [one, other] = await Promise.all([open(url), open(url)]);
    const unit = one.begin?.() as NonNullable<ReturnType<NonNullable<Store["begin"]>>>;
    await unit.store.change(at("b1"), () => valueOf(1));

    expect(await unit.store.read(at("b1"))).toEqual(valueOf(1));
    expect(await other.read(at("b1"))).toBeUndefined();
    await unit.commit();
    expect(await other.read(at("b1"))).toEqual(valueOf(1));
  });

  it("wait with a fork until open changes have ended", async () => {
    const url = await database.create();
    const [one, other] = await Promise.all([open(url), open(url)]);
    await one.change(at("b1"), () => valueOf(1));
    const unit = one.begin?.() as NonNullable<ReturnType<NonNullable<Store["begin"]>>>;
    await unit.store.change(at("b1"), () => valueOf(2));
    const forking = Promise.resolve(other.fork("acme", "globex"));
    await unit.store.change(at("b2"), () => valueOf(3));
    await unit.commit();
    await forking;

    expect(await other.list("globex", "/books", everything)).toEqual({ items: [valueOf(2), valueOf(3)], total: 2 });
  });
});

describe("a unit of changes", () => {
  it.each<[string, (store: Store) => unknown]>([
    ["reset", (store) => store.reset("acme")],
    ["load", (store) => store.load("acme", { counter: 0, collections: new Map() })],
    ["fork", (store) => store.fork("globex", "acme")],
    ["deletion of the collections below", (store) => store.forgetBelow("acme", "")],
  ])("restores the earlier state when it is rolled back after a %s", async (_name, all) => {
    const store = await openNew();
    await store.change(at("b1"), () => valueOf(1));
    const unit = store.begin?.() as NonNullable<ReturnType<NonNullable<Store["begin"]>>>;
    await unit.store.change(at("b2"), () => valueOf(2));
    await all(unit.store);
    await unit.store.change(at("b3"), () => valueOf(3));
    await unit.rollback();

    expect(await store.list("acme", "/books", everything)).toEqual({ items: [valueOf(1)], total: 1 });
  });

  it("stores nothing after one of its changes failed", async () => {
    const url = await database.create();
    const store = await open(url);
    await rowsOf(url, "ALTER TABLE concord.item ADD CONSTRAINT small CHECK (length(stored) < 50)");
    const unit = store.begin?.() as NonNullable<ReturnType<NonNullable<Store["begin"]>>>;
    await unit.store.change(at("b1"), () => valueOf(1));
    const failed = Promise.resolve(unit.store.change(at("b2"), () => ({ value: { text: "x".repeat(100) } })));

    await expect(failed).rejects.toBeInstanceOf(StorageError);
    await expect(Promise.resolve(unit.commit())).rejects.toBeInstanceOf(StorageError);
    expect(await store.size()).toBe(0);
  });
});

describe("forks", () => {
  it("of one organization share its items, however many there are", async () => {
    const url = await database.create();
    const store = await open(url);
    for (let n = 0; n < 20; n++) await store.change(at(`b${n}`), () => valueOf(n));
    for (let n = 0; n < 30; n++) await store.fork("acme", `world-${n}`);

    expect(await rowsOf(url, "SELECT count(*)::int AS n FROM concord.item")).toEqual([{ n: 20 }]);
    expect(await rowsOf(url, "SELECT max(cardinality(chain)) AS n FROM concord.layer")).toEqual([{ n: 2 }]);
    expect(await store.list("world-29", "/books", everything)).toMatchObject({ total: 20 });
  });

  it("of forks have a bounded depth, and keep their items in order", async () => {
    const url = await database.create();
    const store = await open(url);
    for (let n = 0; n < 30; n++) {
      await store.change(at(`b${n}`, `world-${n}`), () => valueOf(n));
      if (n % 3 === 0) await store.change(at("b0", `world-${n}`), () => null);
      await store.fork(`world-${n}`, `world-${n + 1}`);
    }
    const [deepest] = await rowsOf(url, "SELECT max(cardinality(chain)) AS n FROM concord.layer");

    expect(deepest?.["n"]).toBeLessThanOrEqual(13);
    const { items } = await store.list("world-30", "/books", everything);
    expect(items.map(({ value }) => value["n"])).toEqual(Array.from({ length: 29 }, (_, index) => index + 1));
  });

  it("leave no rows after they were reset", async () => {
    const url = await database.create();
    const store = await open(url);
    for (let n = 0; n < 15; n++) {
      await store.change(at(`b${n}`, `world-${n}`), () => valueOf(n));
      await store.next(`world-${n}`);
      await store.fork(`world-${n}`, `world-${n + 1}`);
    }
    for (let n = 15; n >= 0; n--) await store.reset(`world-${n}`);

    expect(await rowsOf(url, leftRows)).toEqual([nothing]);
  });

  it("leave no rows after they were reset at the same time as their last fork", async () => {
    const url = await database.create();
    const [store, other] = await Promise.all([open(url), open(url)]);
    await store.change(at("b1"), () => valueOf(1));
    await store.fork("acme", "fork");
    const unit = store.begin?.() as Unit;
    await unit.store.reset("acme");
    const resetting = other.reset("fork");
    const waiting = await vi
      .waitUntil(async () => (await rowsOf(url, waitingSessions))[0]?.["n"] === 1)
      .catch(() => "no session waits for the unit");
    await unit.commit();
    await resetting;

    expect(waiting).toBe(true);
    expect(await rowsOf(url, leftRows)).toEqual([nothing]);
  });
});

const leftRows = `SELECT (SELECT count(*)::int FROM concord.item) AS items,
  (SELECT count(*)::int FROM concord.layer) AS layers, (SELECT count(*)::int FROM concord.organization) AS names,
  (SELECT count(*)::int FROM concord.counter) AS counters`;
const nothing = { items: 0, layers: 0, names: 0, counters: 0 };

/** Sessions that wait for a lock of another one. */
const waitingSessions = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe("a base", () => {
  const items = new Map([
    ["b1", valueOf(1)],
    ["b2", valueOf(2)],
  ]);
  const base: BaseCollections = {
    names: () => ["/books"],
    get: (collection) => (collection === "/books" ? items : undefined),
  };

  it("is shown by organizations without changes, and stored once for all processes", async () => {
    const url = await database.create();
    const [one, other] = await Promise.all([open(url), open(url)]);
    for (const store of [one, other]) store.setBase?.(base);

    expect(await one.list("acme", "/books", everything)).toEqual({ items: [...items.values()], total: 2 });
    expect(await other.read(at("b2"))).toEqual(valueOf(2));
    expect(await one.organizations()).toEqual([]);
    expect(await rowsOf(url, "SELECT count(*)::int AS n FROM concord.item")).toEqual([{ n: 2 }]);
  });

  it("stays the same under the changes of an organization, and returns after a reset", async () => {
    const store = await openNew();
    store.setBase?.(base);
    await store.change(at("b1"), () => null);
    await store.change(at("b3"), () => valueOf(3));
    await store.fork("acme", "globex");

    for (const name of ["acme", "globex"])
      expect(await store.list(name, "/books", everything)).toEqual({ items: [valueOf(2), valueOf(3)], total: 2 });
    expect(await store.list("initech", "/books", everything)).toMatchObject({ total: 2 });
    expect(await store.organizations()).toEqual(["acme", "globex"]);
    await store.reset("acme");
    expect(await store.read(at("b1"))).toEqual(valueOf(1));
    await store.load("acme", { counter: 0, collections: new Map() });
    expect(await store.read(at("b1"))).toBeUndefined();
  });
});

describe("the tables", () => {
  it("are made once by processes that start together", async () => {
    const url = await database.create();
    await Promise.all(Array.from({ length: 8 }, () => open(url)));

    expect(await rowsOf(url, "SELECT number FROM concord.version")).toEqual([{ number: migrations.length }]);
  });

  it("are refused if a newer version has made them", async () => {
    const url = await database.create();
    await open(url);
    await rowsOf(url, "UPDATE concord.version SET number = 99");

    await expect(open(url)).rejects.toMatchObject({
      code: "newer-state",
      message: expect.stringContaining("version 99") as string,
    });
  });
});

describe("the URL of a database", () => {
  it("can have options of connections, beside those of the store", async () => {
    const url = await database.create();
    const store = await open(`${url}?options=-c%20work_mem%3D8MB&schema=own`);
    await store.change(at("b1"), () => valueOf(1));
    const settings = "SELECT current_setting('work_mem') AS memory, current_setting('search_path') AS path";

    expect(await store.database?.rows({ name: "settings", text: settings }, [])).toEqual([
      { memory: "8MB", path: "own" },
    ]);
    expect(await rowsOf(url, "SELECT id FROM own.item")).toEqual([{ id: "b1" }]);
  });

  it("cannot name a schema that is too long for the messages of its processes", () => {
    expect(() => createPostgresStore(`postgres://127.0.0.1/x?schema=${"s".repeat(56)}`)).toThrow("of up to 55");
  });
});

describe("a database that cannot be used", () => {
  it("is an error that names the place without the password", async () => {
    await expect(open("postgres://concord:secret@127.0.0.1:9/none")).rejects.toMatchObject({
      code: "unreachable-state",
      message: expect.stringMatching(/^(?!.*secret).*postgres:\/\/concord:…@127\.0\.0\.1:9\/none/) as string,
    });
  });

  it("does not keep an id that is too long for an index, and says so", async () => {
    const store = await openNew();
    // Text that repeats itself is compressed.
    const id = Array.from({ length: 500 }, (_, n) => createHash("sha256").update(`${n}`).digest("hex")).join("");

    expect(await store.read(at(id))).toBeUndefined();
    await expect(store.change(at(id), () => valueOf(1))).rejects.toMatchObject({
      status: 507,
      message: expect.stringContaining("cannot keep an id or a path of this length") as string,
    });
  });

  it("ends no process if a connection is lost between two of its users", async () => {
    const store = await open(await database.create());
    const client = await (await store.database?.pool())?.connect();

    expect(() => client?.emit("error", new Error("lost"))).not.toThrow();
    client?.release(true);
  });

  it("fails a request with StorageError while connections are cut, and serves the next one", async () => {
    const url = await database.create();
    const store = await open(url);
    await store.change(at("b1"), () => valueOf(1));
    const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()`;
    const results = await Promise.allSettled([
      ...Array.from({ length: 20 }, async () => store.change(at("b1"), countUp)),
      rowsOf(url, cut),
    ]);
    const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));

    for (const failure of failures) expect(failure).toBeInstanceOf(StorageError);
    await expect.poll(async () => (await store.read(at("b1")))?.value["n"]).toBeGreaterThanOrEqual(1);
  });
});
