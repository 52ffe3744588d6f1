import type { Stored } from "../stored.ts";
import { crc32 } from "node:zlib";
import { type Indexes, createIndexes } from "../indexes/indexes.ts";
import { emptyResult } from "../query.ts";
import { createRecentCache } from "../recent-cache.ts";
import { closeDatabase, createFileWatch, openDatabase } from "./sqlite-file.ts";
import { prepareStatements } from "./sqlite-statements.ts";
import { encodeName, decodeName } from "../storage-names.ts";
import { storageError } from "../../model/storage-error.ts";
import type { Address, Step, Store } from "../store.ts";
import { withUnits } from "../units.ts";
import { transact } from "./transact.ts";
import { withBase } from "./with-base.ts";

/** A store in a file. */
export interface SqliteStore extends Store, Disposable {
  /** Closes the file. Nothing is lost if it is not called. */
  close(): void;
}

/** A collection in this process. */
interface CachedCollection {
  readonly key: number;
  size: number;
  /** Indexes. Created by the first query that needs one. */
  indexes: Indexes | undefined;
}

/** Size of the cache of values, in characters of JSON. It keeps up to twice as many. */
const RECENT_CHARACTERS = 4 * 1024 * 1024;

/**
 * Creates a store in a SQLite file, which survives the end of the process, kill -9 included. One process at a time can
 * use the file.
 *
 * It keeps resources and counters. `World.memory`, such as the buckets of a rate limit, and the clocks of organizations
 * start anew after a restart.
 *
 * A fork copies all resources (about 2 ms for 1,000, 50 ms for 10,000).
 *
 * If SQLite fails, because the disk is full for example, the change throws a StorageError and stores nothing. The next
 * change is tried as usual, so that the store works again once there is room.
 *
 * @param file path of the file, or ":memory:" for none.
 * @throws ToolError "unreadable-state", "unwritable-state" or "state-in-use" if the file cannot be used.
 */
export function createSqliteStore(file: string, database = openDatabase(file)): SqliteStore {
  const sql = prepareStatements(database);
  sql.page.setReturnArrays(true);
  sql.reversedPage.setReturnArrays(true);
  const cachedCollections = new Map<string, Map<string, CachedCollection>>();
  // Two reads of a resource return the same object, so that caches by resource work.
  const recent = createRecentCache<Stored>(RECENT_CHARACTERS);
  /** Length of the latest text that was written. */
  let writtenCharacters = 0;
  /** Number of characters that must be writable before the store counts as working again. */
  let trialCharacters = 0;
  const closeStore = (): void => closeDatabase(database);
  const watch = createFileWatch(file);

  const store: Store = {
    read(address) {
      const cached = cachedCollection(address.organization, address.collection);
      return cached && readCached(cached, encodeName(address.id));
    },
    list(organization, collection, { offset, limit, isReversed }) {
      const cached = cachedCollection(organization, collection);
      if (!cached) return { items: [], total: 0 };
      const { key, size } = cached;
      const [from, count] = [Math.trunc(offset), Math.trunc(limit)];
      if (from >= size || count <= 0) return { items: [], total: size };
      const rows = (isReversed ? sql.reversedPage : sql.page).all(key, Math.min(count, size), from) as unknown as [
        id: string,
      ][];
      return { items: rows.map(([id]) => readCached(cached, id) as Stored), total: size };
    },
    async select(organization, collection, query) {
      const cached = cachedCollection(organization, collection);
      if (!cached) return emptyResult;
      const { key } = cached;
      const indexes = (cached.indexes ??= createIndexes({
        all: () => sql.rows.all(key).map((row) => Number(row["key"])),
        read(row) {
          const found = sql.itemAt.get(row, key) as { readonly stored: string } | undefined;
          return found && (JSON.parse(found.stored) as Stored);
        },
      }));
      await indexes.ready(query);
      return {
        rows: indexes.rowsOf(query).slice(),
        read(row) {
          const named = sql.idAt.get(row, key) as { readonly id: string } | undefined;
          return named && readCached(cached, named.id);
        },
        keyOf: (row) => (query.order ? indexes.keyOf(query.order, row) : []),
      };
    },
    collections: (organization) =>
      sql.names.all(encodeName(organization)).map(({ name }) => decodeName(name as string)),
    change: changeStored,
    position(address) {
      const cached = cachedCollection(address.organization, address.collection);
      const row = cached && sql.position.get(cached.key, cached.key, encodeName(address.id));
      return row && (row as { readonly position: number }).position;
    },
    forgetBelow,
    // All rows, so that the statement runs to its end and reports whether it could write.
    next: (organization) => (sql.count.all(encodeName(organization)) as unknown as [{ readonly last: number }])[0].last,
    fork(from, to) {
      if (from === to) return;
      const names = { from: encodeName(from), to: encodeName(to) };
      transact(database, () => {
        deleteOrganization(names.to);
        sql.forkCollections.run(names);
        sql.forkItems.run(names);
        sql.forkCounter.run(names);
      });
      cachedCollections.delete(to);
    },
    organizations: () => sql.organizations.all().map(({ organization }) => decodeName(organization as string)),
    size: () => (sql.size.get() as { readonly size: number }).size,
    dump(organization) {
      const collections = new Map<string, Map<string, Stored>>();
      for (const row of sql.contents.iterate(encodeName(organization))) {
        const { name, id, stored } = row as unknown as {
          readonly name: string;
          readonly id: string;
          readonly stored: string;
        };
        let items = collections.get(decodeName(name));
        if (!items) collections.set(decodeName(name), (items = new Map()));
        items.set(decodeName(id), JSON.parse(stored) as Stored);
      }
      const counted = sql.counter.get(encodeName(organization)) as { readonly last: number } | undefined;
      return { counter: counted?.last ?? 0, collections };
    },
    load(organization, { counter, collections }) {
      transact(database, () => {
        deleteOrganization(encodeName(organization));
        sql.setCounter.run(encodeName(organization), counter);
        for (const [name, items] of collections) {
          const { lastInsertRowid } = sql.addCollection.run(encodeName(organization), encodeName(name));
          for (const [id, stored] of items) {
            const text = JSON.stringify(stored);
            sql.add.run(lastInsertRowid, encodeName(id), text, crc32(text));
          }
        }
      });
      cachedCollections.delete(organization);
    },
    reset(organization) {
      transact(database, () => deleteOrganization(encodeName(organization)));
      cachedCollections.delete(organization);
    },
    tryWriting() {
      const name = TRIAL_COUNTER.padEnd(trialCharacters, "x");
      sql.setCounter.run(name, 0);
      sql.forgetCounter.run(name);
      trialCharacters = 0;
    },
  };
  const storeWithBase = withBase(
    store,
    (organization) =>
      sql.counter.get(encodeName(organization)) !== undefined || sql.names.get(encodeName(organization)) !== undefined,
  );
  const transaction = {
    begin: () => void sql.begin.run(),
    commit: () => void sql.commit.run(),
    rollback() {
      // If the disk is full, SQLite may have rolled back already.
      if (database.isTransaction) sql.rollback.run();
      cachedCollections.clear();
      recent.clear();
      storeWithBase.forget();
    },
  };
  return {
    ...withUnits<Store>({ ...withStorageErrors(storeWithBase.store), isLasting: true }, withStorageErrors(transaction)),
    close: closeStore,
    [Symbol.dispose]: closeStore,
  };

  /** The same functions, with errors of SQLite converted into StorageError. */
  function withStorageErrors<T extends object>(functions: T): T {
    const wrappedFunctions = Object.entries(functions).map(([name, run]: [string, (...args: unknown[]) => unknown]) => [
      name,
      (...args: unknown[]): unknown => {
        try {
          const isWatched = writing.has(name) && (!database.isTransaction || name === "commit");
          if (isWatched) watch.check();
          const result = run(...args);
          if (isWatched) watch.remember();
          return result;
        } catch (error) {
          // A smaller change may still fit into the log of SQLite.
          trialCharacters = Math.max(MIN_TRIAL_CHARACTERS, 2 * writtenCharacters);
          throw storageError(error);
        }
      },
    ]);
    return Object.fromEntries(wrappedFunctions) as T;
  }

  function changeStored(address: Address, step: Step): ReturnType<Step> {
    const cached = cachedCollection(address.organization, address.collection);
    const id = encodeName(address.id);
    const current = cached && readCached(cached, id);
    // Atomic: one process has the file, and nothing is awaited.
    const next = step(current);
    if (next === null) {
      if (cached && current) removeStored(cached, id);
    } else if (!("refused" in next)) {
      writeStored(cached ?? addCollection(address), id, next, current === undefined);
    }
    return next;
  }

  function forgetBelow(organization: string, path: string): void {
    const ofOrganization = cachedCollections.get(organization);
    for (const name of ofOrganization?.keys() ?? []) if (name.startsWith(`${path}/`)) ofOrganization?.delete(name);
    sql.forgetBelow.run(...boundsBelow(organization, path));
  }

  function cachedCollection(organization: string, collection: string): CachedCollection | undefined {
    const known = cachedCollections.get(organization)?.get(collection);
    if (known) return known;
    const found = sql.collection.get(encodeName(organization), encodeName(collection)) as
      | Pick<CachedCollection, "key" | "size">
      | undefined;
    return found && cacheCollection(organization, collection, found);
  }

  function addCollection({ organization, collection }: Address): CachedCollection {
    const { lastInsertRowid } = sql.addCollection.run(encodeName(organization), encodeName(collection));
    return cacheCollection(organization, collection, { key: Number(lastInsertRowid), size: 0 });
  }

  function cacheCollection(
    organization: string,
    collection: string,
    { key, size }: Pick<CachedCollection, "key" | "size">,
  ): CachedCollection {
    let ofOrganization = cachedCollections.get(organization);
    if (!ofOrganization) cachedCollections.set(organization, (ofOrganization = new Map()));
    const cached: CachedCollection = { key, size, indexes: undefined };
    ofOrganization.set(collection, cached);
    return cached;
  }

  function readCached({ key }: CachedCollection, id: string): Stored | undefined {
    const name = `${key} ${id}`;
    const known = recent.get(name);
    if (known) return known;
    const row = sql.item.get(key, id) as { readonly stored: string } | undefined;
    if (!row) return undefined;
    const stored = JSON.parse(row.stored) as Stored;
    recent.set(name, stored, row.stored.length);
    return stored;
  }

  function writeStored(cached: CachedCollection, id: string, stored: Stored, isNew: boolean): void {
    const text = JSON.stringify(stored);
    writtenCharacters = text.length;
    if (isNew) {
      const { lastInsertRowid } = sql.add.run(cached.key, id, text, crc32(text));
      cached.indexes?.touch(Number(lastInsertRowid));
      cached.size++;
    } else {
      sql.replace.run(text, crc32(text), cached.key, id);
      cached.indexes?.touch(findRow(cached, id));
    }
    recent.set(`${cached.key} ${id}`, stored, text.length);
  }

  function findRow({ key }: CachedCollection, id: string): number {
    return Number((sql.keyOf.get(key, id) as { readonly key: number }).key);
  }

  function removeStored(cached: CachedCollection, id: string): void {
    cached.indexes?.drop(findRow(cached, id));
    sql.remove.run(cached.key, id);
    cached.size--;
    recent.delete(`${cached.key} ${id}`);
  }

  function deleteOrganization(organization: string): void {
    sql.forgetCollections.run(organization);
    sql.forgetCounter.run(organization);
  }
}

/** Organization, and the bounds of the names of collections below a path. "0" is the character after "/". */
function boundsBelow(organization: string, path: string): [organization: string, from: string, to: string] {
  return [encodeName(organization), `${encodeName(path)}/`, `${encodeName(path)}0`];
}

/** Functions that write. Within a transaction, its beginning and its end are checked. */
const writing: ReadonlySet<string> = new Set(
  "begin commit tryWriting change forgetBelow next fork load reset".split(" "),
);

/** Name of the counter that is written to test whether writing works. No organization has this name. */
const TRIAL_COUNTER = " trial";

/** Minimum number of characters that are written to test whether there is room again. */
const MIN_TRIAL_CHARACTERS = 65_536;
