import { createHash } from "node:crypto";
import type { BaseCollections } from "../base-collections.ts";
import { createMemoryStore } from "../memory.ts";
import { keyOf, nameOf } from "../storage-names.ts";
import type { Address, Contents, Step, Store, Unit } from "../store.ts";
import type { Stored } from "../stored.ts";
import type { Refusal } from "../../model/problem.ts";
import { type Database, connectDatabase } from "../../postgres/database.ts";
import type { Sql, SqlTransaction } from "../../postgres/sql.ts";
import { statements } from "./statements.ts";

/** A store in a PostgreSQL database, which several processes can share. */
export interface PostgresStore extends Store {
  /**
   * Connects, and updates the tables. Without it, the first request does so.
   * @throws ToolError "missing-package", "unreachable-state" or "newer-state".
   */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** Most layers of an organization. A fork of one with more copies its items. */
const MAX_DEPTH = 12;

/** Organization of the memory store that shows a base. */
const BASE_ORGANIZATION = "base";

/** Ways to the tables: of single statements, and of several that belong together. */
interface Access {
  readonly sql: Sql;
  readonly transact: Database["transact"];
}

/** The topmost row of an item, and the layer to which its organization writes. */
interface Current {
  /** Layer of the organization. Null if it has no row. */
  readonly own: string | null;
  readonly depth: number | null;
  readonly layer: string | null;
  readonly number: string | null;
  readonly revision: string | null;
  readonly stored: string | null;
}

/**
 * Creates a store in a PostgreSQL database.
 *
 * A change reads the item, computes the next state and writes it if the revision is still the same; else it begins
 * again. So no change is lost, in whatever process. The changes of a request are one transaction.
 *
 * It keeps resources and counters. `World.memory`, such as the buckets of a rate limit, and the clocks of organizations
 * stay in the process.
 *
 * @param url connection URL: "postgres://user:password@host:5432/database". Its parameter "schema" names the schema of
 * the tables. Default: "concord".
 * @throws ToolError "unreachable-state" for a URL that cannot be read.
 */
export function createPostgresStore(url: string): PostgresStore {
  const database = connectDatabase(url);
  /** Layers of organizations without a row. */
  let base = (): Promise<readonly string[]> => Promise.resolve([]);
  const store = storeOn(database, database.transact);
  return { ...store, database, begin, open: () => database.open(), close: () => database.close() };

  /** A transaction, which begins with the first change. */
  function begin(this: Store): Unit {
    let transaction: Promise<SqlTransaction> | undefined;
    let afterCommit: (() => void)[] = [];
    const current = (): Promise<Sql> => transaction ?? Promise.resolve(database);
    const changing = (): Promise<Sql> => (transaction ??= database.begin());
    const sql: Sql = {
      rows: async (statement, values) => (await current()).rows(statement, values),
      count: async (statement, values) => (await changing()).count(statement, values),
    };
    const isOfStore = ([name]: [string, unknown]): boolean => this[name as keyof Store] === store[name as keyof Store];
    const replaced = Object.fromEntries(
      Object.entries(storeOn(sql, async (work) => work(await changing()))).filter(isOfStore),
    ) as Partial<Store>;
    return {
      store: {
        ...this,
        ...replaced,
        sql: { ...sql, rows: async (statement, values) => (await changing()).rows(statement, values) },
        afterCommit: (work) => void afterCommit.push(work),
      },
      async commit() {
        const open = transaction;
        transaction = undefined;
        await (await open)?.commit();
        for (const work of afterCommit) work();
        afterCommit = [];
      },
      async rollback() {
        const open = transaction;
        transaction = undefined;
        await (await open?.catch(() => undefined))?.rollback();
      },
    };
  }

  /** The functions of a store whose single changes go to `sql`, and those of several rows to a transaction. */
  function storeOn(sql: Sql, transact: Database["transact"]): Store {
    return {
      async read(address) {
        const [row] = await sql.rows<{ stored: string | null }>(statements.read, [
          ...(await placeOf(address)),
          keyOf(address.id),
        ]);
        return storedOf(row?.stored);
      },
      async list(organization, collection, { offset, limit, isReversed }) {
        const rows = await sql.rows<{ total: string; stored: string | null }>(
          isReversed ? statements.reversedPage : statements.page,
          [...(await placeOf({ organization, collection })), limit === Infinity ? null : whole(limit), whole(offset)],
        );
        return { items: rows.flatMap(({ stored }) => storedOf(stored) ?? []), total: Number(rows[0]?.total ?? 0) };
      },
      async collections(organization) {
        const rows = await sql.rows<{ collection: string }>(statements.collections, [
          keyOf(organization),
          await base(),
        ]);
        return rows.map(({ collection }) => nameOf(collection));
      },
      change: (address, step) => change({ sql, transact }, address, step),
      async position(address) {
        const [row] = await sql.rows<{ position: string }>(statements.position, [
          ...(await placeOf(address)),
          keyOf(address.id),
        ]);
        return row && Number(row.position);
      },
      async forgetBelow(organization, path) {
        const name = keyOf(organization);
        await transact(async (transaction) => {
          const layer = await sharedLayer({ sql: transaction, transact }, name);
          // "0" is the character after "/".
          await transaction.count(statements.hideBelow, [
            name,
            await base(),
            `${keyOf(path)}/`,
            `${keyOf(path)}0`,
            layer,
          ]);
        });
      },
      // Outside of a transaction, in which the numbers of an organization would wait for each other.
      async next(organization) {
        const [row] = await database.rows<{ last: string }>(statements.next, [keyOf(organization)]);
        return Number(row?.last);
      },
      fork: (from, to) => (from === to ? undefined : transact((all) => fork(all, keyOf(from), keyOf(to)))),
      async organizations() {
        const rows = await sql.rows<{ name: string }>(statements.organizations, [await base()]);
        return rows.map(({ name }) => nameOf(name));
      },
      async size() {
        const [row] = await sql.rows<{ size: string }>(statements.size, []);
        return Number(row?.size);
      },
      dump: (organization) => dump(sql, organization),
      load: (organization, contents) => transact((all) => replace(all, keyOf(organization), contents)),
      reset: (organization) => transact((all) => replace(all, keyOf(organization), undefined)),
      async tryWriting() {
        await database.count(statements.setCounter, [TRIAL_COUNTER, 0]);
        await database.count(statements.forgetCounter, [TRIAL_COUNTER]);
      },
      setBase(next) {
        let layers: Promise<readonly string[]> | undefined;
        // With the first request: a base makes its items when they are read. The next request tries again after a failure.
        base = () => {
          layers ??= next ? baseLayers(next) : Promise.resolve([]);
          layers.catch(() => (layers = undefined));
          return layers;
        };
      },
    };
  }

  async function placeOf({ organization, collection }: Omit<Address, "id">): Promise<unknown[]> {
    return [keyOf(organization), await base(), keyOf(collection)];
  }

  async function change({ sql, transact }: Access, address: Address, step: Step): Promise<Stored | null | Refusal> {
    const [name, layers, collection] = await placeOf(address);
    const id = keyOf(address.id);
    for (;;) {
      const [row] = await sql.rows<Current>(statements.current, [name, layers, collection, id]);
      const current = storedOf(row?.stored);
      const next = step(current);
      // A step without effect must not create an organization: clients can invent any number of names.
      if (next === null ? !current : "refused" in next) return next;
      if (!row || row.own === null) await addOrganization(transact, name as string);
      else if (await write(sql, { row, own: row.own, place: [name, row.own, collection, id] }, next as Stored | null))
        return next;
    }
  }

  /** Writes the next state of an item. False if the item or the layer of its organization has changed since. */
  async function write(
    sql: Sql,
    { row, own, place }: { readonly row: Current; readonly own: string; readonly place: readonly unknown[] },
    next: Stored | null,
  ): Promise<boolean> {
    const text = next && JSON.stringify(next);
    // An item that is new, or was deleted, comes last.
    const number = row.stored === null && next ? null : row.number;
    const isOwn = row.layer === own;
    if (isOwn && next === null && row.depth === 1)
      return (await sql.count(statements.delete, [...place, row.revision])) === 1;
    return isOwn
      ? (await sql.count(statements.update, [...place, number, text, row.revision])) === 1
      : (await sql.count(statements.insert, [...place, number, text])) === 1;
  }

  /** Adds an organization that has the items of the base. */
  async function addOrganization(transact: Database["transact"], name: string): Promise<void> {
    const [layer] = await base();
    await transact(async (sql) => {
      const added = await addLayer(sql, layer ?? null);
      // Another process may have added it at the same time.
      if ((await sql.count(statements.addOrganization, [name, added])) === 0)
        await sql.count(statements.removeLayer, [added]);
    });
  }

  /** The layer of an organization, which cannot be frozen before the end of the transaction. */
  async function sharedLayer({ sql, transact }: Access, name: string): Promise<string> {
    for (;;) {
      const [row] = await sql.rows<{ layer: string }>(statements.share, [name]);
      if (row) return row.layer;
      await addOrganization(transact, name);
    }
  }

  async function fork(sql: Sql, from: string, to: string): Promise<void> {
    await sql.rows(statements.lockNames, [[from, to]]);
    const locked = await sql.rows<{ name: string; layer: string }>(statements.lock, [[from, to]]);
    const layerOf = (name: string): string | undefined => locked.find((row) => row.name === name)?.layer;
    const [origin, before] = [layerOf(from), layerOf(to)];
    if (origin === undefined) await sql.count(statements.forgetOrganization, [to]);
    else await sql.count(statements.setLayer, [to, await addLayer(sql, await freeze(sql, from, origin))]);
    const [counted] = await sql.rows<{ last: string }>(statements.counter, [from]);
    if (counted) await sql.count(statements.setCounter, [to, counted.last]);
    else await sql.count(statements.forgetCounter, [to]);
    await removeUnread(sql, before);
  }

  /** Freezes the layer of an organization, if it has changes, and gives it a new one. Returns the layer to build on. */
  async function freeze(sql: Sql, name: string, layer: string): Promise<string | null> {
    const [row] = await sql.rows<{ parent: string | null; depth: number; isChanged: boolean }>(statements.layer, [
      layer,
    ]);
    if (row && !row.isChanged && row.parent !== null) return row.parent;
    const isDeep = row !== undefined && row.depth >= MAX_DEPTH;
    const shared = isDeep ? await addLayer(sql, null) : layer;
    if (isDeep) await sql.count(statements.flatten, [shared, layer]);
    await sql.count(statements.setLayer, [name, await addLayer(sql, shared)]);
    if (isDeep) await removeUnread(sql, layer);
    return shared;
  }

  /** Replaces the contents of an organization. Without contents, it has those of the base, as a new one. */
  async function replace(sql: Sql, name: string, contents: Contents | undefined): Promise<void> {
    await sql.rows(statements.lockNames, [[name]]);
    const [locked] = await sql.rows<{ layer: string }>(statements.lock, [[name]]);
    if (contents) {
      const layer = await addLayer(sql, null);
      await fill(sql, layer, contents);
      await sql.count(statements.setLayer, [name, layer]);
      await sql.count(statements.setCounter, [name, contents.counter]);
    } else {
      await sql.count(statements.forgetOrganization, [name]);
      await sql.count(statements.forgetCounter, [name]);
    }
    await removeUnread(sql, locked?.layer);
  }

  /** Layers with the items of a base. Processes with the same base share them. */
  async function baseLayers(collections: BaseCollections): Promise<readonly string[]> {
    const memory = createMemoryStore();
    memory.setBase?.(collections);
    const contents = (await memory.dump(BASE_ORGANIZATION)) as Contents;
    const hash = createHash("sha256")
      .update(JSON.stringify(entriesOf(contents)))
      .digest("hex");
    return database.transact(async (sql) => {
      await sql.rows(statements.lockBase, [hash]);
      const [known] = await sql.rows<{ layer: string }>(statements.base, [hash]);
      if (known) return [known.layer];
      const layer = await addLayer(sql, null);
      await fill(sql, layer, contents);
      await sql.count(statements.addBase, [hash, layer]);
      return [layer];
    });
  }

  async function dump(sql: Sql, organization: string): Promise<Contents> {
    const name = keyOf(organization);
    const rows = await sql.rows<{ collection: string; id: string; stored: string }>(statements.contents, [
      name,
      await base(),
    ]);
    const [counted] = await sql.rows<{ last: string }>(statements.counter, [name]);
    const collections = new Map<string, Map<string, Stored>>();
    for (const { collection, id, stored } of rows) {
      let items = collections.get(nameOf(collection));
      if (!items) collections.set(nameOf(collection), (items = new Map()));
      items.set(nameOf(id), JSON.parse(stored) as Stored);
    }
    return { counter: Number(counted?.last ?? 0), collections };
  }
}

/** Name of the counter that is written to test whether writing works. No organization has this name. */
const TRIAL_COUNTER = " trial";

async function addLayer(sql: Sql, parent: string | null): Promise<string> {
  const [row] = await sql.rows<{ id: string }>(statements.addLayer, [parent]);
  return (row as { readonly id: string }).id;
}

async function fill(sql: Sql, layer: string, contents: Contents): Promise<void> {
  const entries = entriesOf(contents);
  if (entries.length > 0)
    await sql.count(statements.fill, [layer, ...[0, 1, 2].map((at) => entries.map((entry) => entry[at]))]);
}

/** Collection, id and JSON text of each item. */
function entriesOf({ collections }: Contents): readonly (readonly [collection: string, id: string, stored: string])[] {
  return [...collections].flatMap(([collection, items]) =>
    Array.from(items, ([id, stored]) => [keyOf(collection), keyOf(id), JSON.stringify(stored)] as const),
  );
}

/** Removes a layer and those below it that nobody reads any more. */
async function removeUnread(sql: Sql, layer: string | undefined): Promise<void> {
  let next = layer ?? null;
  while (next !== null) {
    const removed: { parent: string | null }[] = await sql.rows(statements.removeLayer, [next]);
    next = removed[0]?.parent ?? null;
  }
}

function storedOf(text: string | null | undefined): Stored | undefined {
  return text === null || text === undefined ? undefined : (JSON.parse(text) as Stored);
}

function whole(count: number): number {
  return Math.min(Math.max(0, Math.trunc(count)), Number.MAX_SAFE_INTEGER);
}
