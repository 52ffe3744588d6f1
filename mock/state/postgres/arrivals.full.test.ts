import { afterAll, afterEach, describe, expect, it } from "vitest";
import { describeStore } from "../../../test/support/mock/describe-store.ts";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { StaleUnit } from "../stale-unit.ts";
import type { Address, Store, Unit } from "../store.ts";
import type { Stored } from "../stored.ts";
import { type PostgresStore, createPostgresStore } from "./postgres.ts";

const database = await startDatabase();
const stores: PostgresStore[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
afterAll(() => database.stop());

async function openNew(): Promise<PostgresStore> {
  const store = createPostgresStore(await database.create());
  stores.push(store);
  await store.open();
  return store;
}

const book: Address = { organization: "acme", collection: "/books", id: "b1" };
const valueOf = (n: number): Stored => ({ value: { n } });

/** The store with which a request begins that names the item. */
async function arrivedStore(store: PostgresStore, { organization, ...item }: Address): Promise<Store> {
  const arrival = await store.arrive?.(organization, null, item);
  return arrival?.store as Store;
}

describeStore("a store that reads each item on arrival", async () => {
  const store = await openNew();
  return {
    ...store,
    read: async (address) => (await arrivedStore(store, address)).read(address),
    async change(address, step) {
      const unit = (await arrivedStore(store, address)).begin?.(true) as Unit;
      const result = await unit.store.change(address, step);
      await unit.commit();
      return result;
    },
  };
});

describe("the store of an arrival", () => {
  it("has the item as it was then for its first use, and reads it again for others", async () => {
    const store = await openNew();
    await store.change(book, () => valueOf(1));
    const arrived = await arrivedStore(store, book);
    await store.change(book, () => valueOf(2));

    expect(await arrived.read({ ...book, id: "b2" })).toBeUndefined();
    expect(await arrived.read({ ...book, organization: "globex" })).toBeUndefined();
    expect(await arrived.read(book)).toEqual(valueOf(1));
    expect(await arrived.read(book)).toEqual(valueOf(2));
  });

  it("stores no change that is based on an item which has changed since", async () => {
    const store = await openNew();
    await store.change(book, () => valueOf(1));
    const unit = (await arrivedStore(store, book)).begin?.() as Unit;
    await store.change(book, () => valueOf(2));
    await unit.store.change(book, (current) => valueOf(Number(current?.value["n"]) + 10));

    await expect(unit.commit()).rejects.toThrow(StaleUnit);
    expect(await store.read(book)).toEqual(valueOf(2));
  });

  it("creates the first item of an organization", async () => {
    const store = await openNew();
    const unit = (await arrivedStore(store, book)).begin?.() as Unit;
    await unit.store.change(book, () => valueOf(1));
    await unit.commit();

    expect(await store.read(book)).toEqual(valueOf(1));
  });
});

describe("the settings of an arrival", () => {
  it("are there if their version is another one", async () => {
    const store = await openNew();
    expect((await store.arrive?.("acme", null))?.settings).toBeUndefined();
    expect((await store.arrive?.("acme", undefined))?.settings?.version).toBeNull();
    await store.touch?.("acme");
    const first = (await store.arrive?.("acme", null, book))?.settings;

    expect(first).toEqual({ version: expect.any(String), clock: null, faults: null, rateLimit: null });
    expect((await store.arrive?.("acme", first?.version))?.settings).toBeUndefined();
    await store.touch?.("acme");
    expect((await store.arrive?.("acme", first?.version))?.settings?.version).not.toBe(first?.version);
  });
});
