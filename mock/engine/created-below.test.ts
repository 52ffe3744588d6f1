import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { type ParsedResponse, ask, fixture, ownContracts, platformServing } from "../../test/support/mock/ask.ts";
import { startDatabase } from "../../test/support/postgres/database.ts";
import type { Contract } from "../../contracts/index.ts";
import { type Platform, type PostgresStore, createClock, createPostgresStore } from "../index.ts";
import type { Address, Arrival, Store, Unit } from "../state/store.ts";

// Items are created below others on one platform while another one changes or deletes those.

const database = await startDatabase();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => database.stop());

interface Pair {
  /** Platform whose requests run `afterRead` after they have read an item. */
  readonly late: Platform;
  readonly other: Platform;
  readonly store: PostgresStore;
}

async function pairServing(
  contracts: readonly Contract[],
  afterRead: (address: Address, other: Platform) => Promise<void>,
): Promise<Pair> {
  const url = await database.create();
  const [store, others] = [createPostgresStore(url), createPostgresStore(url)];
  await store.open();
  const reading: PostgresStore = {
    ...store,
    arrive: async (...asked) => ({ ...(await store.arrive?.(...asked)), store: reading }) as Arrival,
    begin(isDirect) {
      const unit = store.begin?.(isDirect) as Unit;
      const read: Store["read"] = async (address) => {
        const item = await unit.store.read(address);
        if (item) await afterRead(address, other);
        return item;
      };
      return { ...unit, store: { ...unit.store, read } };
    },
  };
  const clock = createClock(() => Date.parse("2026-01-05T12:00:00.000Z"));
  const other = platformServing(contracts, { store: others, clock });
  const late = platformServing(contracts, { store: reading, clock });
  closing.push(async () => {
    for (const each of [late, other, store, others]) await each.close();
  });
  return { late, other, store };
}

describe("an item below another one", () => {
  it.each([1, 2])("is not created if the state of that has changed after it was read %i times", async (times) => {
    let reads = 0;
    const { late, other } = await pairServing(await ownContracts(), async ({ collection, id }, retiring) => {
      if (collection === "/v1/purposes" && ++reads === times)
        expect((await ask(retiring, `POST /v1/purposes/${id}:retire`)).status).toBe(200);
    });
    const purpose = { key: "news", name: "News", legal_basis: "consent" };
    const { value } = await ask(other, "POST /v1/purposes", { body: purpose });
    const wordings = `/v1/purposes/${String(value.id)}/wordings`;
    const created = await ask(late, `POST ${wordings}`, { body: { texts: [{ language: "en", text: "Yes." }] } });

    expect(reads).toBeGreaterThanOrEqual(times);
    expect(created.status).toBe(409);
    expect((await ask(other, `GET ${wordings}`)).value).toEqual([]);
  });

  it("is deleted with it, if it is created while that is deleted", async () => {
    let deleting: Promise<ParsedResponse> | undefined;
    const { late, other, store } = await pairServing(
      [await fixture("library")],
      async ({ collection, id }, deleter) => {
        if (collection !== "/books") return;
        deleting ??= ask(deleter, `DELETE /books/${id}`);
        // The deletion has ended by then, if it does not wait.
        await Promise.race([deleting, pause(500)]);
      },
    );
    const { value } = await ask(other, "POST /books", { body: { title: "Emma" } });
    const notes = `/books/${String(value.id)}/notes`;
    const created = await ask(late, `POST ${notes}`, { body: { text: "Dense" } });

    expect([created.status, (await deleting)?.status]).toEqual([201, 204]);
    expect((await store.list("acme", notes, { offset: 0, limit: 10 })).total).toBe(0);
  });
});
