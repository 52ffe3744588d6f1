import type { Stored } from "../stored.ts";
import type { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import { type Indexes, createIndexes } from "../indexes/indexes.ts";
import { nothingFound } from "../query.ts";
import { createRecent } from "../recent.ts";
import { closeDatabase, openDatabase } from "./sqlite-file.ts";
import { statementsOf } from "./sqlite-statements.ts";
import { storageError } from "../../model/storage-error.ts";
import type { Address, Store } from "../store.ts";
import { withUnits } from "../units.ts";
import { withBase } from "./with-base.ts";

/** A store in a file. */
export interface SqliteStore extends Store, Disposable {
  /** Closes the file. Without it, nothing is lost. */
  close(): void;
}

/** A collection in this process. */
interface Shelf {
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
  const sql = statementsOf(database);
  sql.page.setReturnArrays(true);
  sql.reversedPage.setReturnArrays(true);
  const shelves = new Map<string, Map<string, Shelf>>();
  // Two reads of a resource return the same object, so that caches by resource work.
  const recent = createRecent<Stored>(RECENT_CHARACTERS);
  /** Length of the latest text that was written. */
  let writtenCharacters = 0;
  /** Number of characters that must be writable before the store counts as working again. */
  let trialCharacters = 0;
  const close = (): void => closeDatabase(database);

  const store: Store = {
    read(address) {
      const shelf = shelfOf(address.organization, address.collection);
      return shelf && itemOf(shelf, keyOf(address.id));
    },
    list(organization, collection, { offset, limit, isReversed }) {
      const shelf = shelfOf(organization, collection);
      if (!shelf) return { items: [], total: 0 };
      const { key, size } = shelf;
      const [from, count] = [Math.trunc(offset), Math.trunc(limit)];
      if (from >= size || count <= 0) return { items: [], total: size };
      const rows = (isReversed ? sql.reversedPage : sql.page).all(key, Math.min(count, size), from) as unknown as [
        id: string,
      ][];
      return { items: rows.map(([id]) => itemOf(shelf, id) as Stored), total: size };
    },
    async select(organization, collection, query) {
      const shelf = shelfOf(organization, collection);
      if (!shelf) return nothingFound;
      const { key } = shelf;
      const indexes = (shelf.indexes ??= createIndexes({
        all: () => sql.rows.all(key).map((row) => Number(row["key"])),
        read(row) {
          const found = sql.itemAt.get(row, key) as { readonly stored: string } | undefined;
          return found && (JSON.parse(found.stored) as Stored);
        },
      }));
      await indexes.ready(query);
      const found = indexes.find(query.conditions);
      return {
        rows: query.order ? indexes.ordered(query.order, found) : (found ?? []).slice(),
        read(row) {
          const named = sql.idAt.get(row, key) as { readonly id: string } | undefined;
          return named && itemOf(shelf, named.id);
        },
        keyOf: (row) => (query.order ? indexes.keyOf(query.order, row) : []),
      };
    },
    collections: (organization) => sql.names.all(keyOf(organization)).map(({ name }) => nameOf(name as string)),
    change(address, step) {
      const shelf = shelfOf(address.organization, address.collection);
      const id = keyOf(address.id);
      const current = shelf && itemOf(shelf, id);
      // Atomic: one process has the file, and nothing is awaited.
      const next = step(current);
      if (next === null) {
        if (shelf && current) remove(shelf, id);
      } else if (!("refused" in next)) {
        write(shelf ?? addShelf(address), id, next, current === undefined);
      }
      return next;
    },
    position(address) {
      const shelf = shelfOf(address.organization, address.collection);
      const row = shelf && sql.position.get(shelf.key, shelf.key, keyOf(address.id));
      return row && (row as { readonly position: number }).position;
    },
    forgetBelow(organization, path) {
      // "0" is the character after "/".
      const bounds = [keyOf(organization), `${keyOf(path)}/`, `${keyOf(path)}0`] as const;
      const its = shelves.get(organization);
      for (const name of its?.keys() ?? []) if (name.startsWith(`${path}/`)) its?.delete(name);
      sql.forgetBelow.run(...bounds);
    },
    // All rows, so that the statement runs to its end and reports whether it could write.
    next: (organization) => (sql.count.all(keyOf(organization)) as unknown as [{ readonly last: number }])[0].last,
    fork(from, to) {
      if (from === to) return;
      const names = { from: keyOf(from), to: keyOf(to) };
      transact(database, () => {
        forget(names.to);
        sql.forkCollections.run(names);
        sql.forkItems.run(names);
        sql.forkCounter.run(names);
      });
      shelves.delete(to);
    },
    organizations: () => sql.organizations.all().map(({ organization }) => nameOf(organization as string)),
    size: () => (sql.size.get() as { readonly size: number }).size,
    dump(organization) {
      const collections = new Map<string, Map<string, Stored>>();
      for (const row of sql.contents.iterate(keyOf(organization))) {
        const { name, id, stored } = row as unknown as {
          readonly name: string;
          readonly id: string;
          readonly stored: string;
        };
        let items = collections.get(nameOf(name));
        if (!items) collections.set(nameOf(name), (items = new Map()));
        items.set(nameOf(id), JSON.parse(stored) as Stored);
      }
      const counted = sql.counter.get(keyOf(organization)) as { readonly last: number } | undefined;
      return { counter: counted?.last ?? 0, collections };
    },
    load(organization, { counter, collections }) {
      transact(database, () => {
        forget(keyOf(organization));
        sql.setCounter.run(keyOf(organization), counter);
        for (const [name, items] of collections) {
          const { lastInsertRowid } = sql.addCollection.run(keyOf(organization), keyOf(name));
          for (const [id, stored] of items) {
            const text = JSON.stringify(stored);
            sql.add.run(lastInsertRowid, keyOf(id), text, crc32(text));
          }
        }
      });
      shelves.delete(organization);
    },
    reset(organization) {
      transact(database, () => forget(keyOf(organization)));
      shelves.delete(organization);
    },
    tryWriting() {
      const name = TRIAL.padEnd(trialCharacters, "x");
      sql.setCounter.run(name, 0);
      sql.forgetCounter.run(name);
      trialCharacters = 0;
    },
  };
  const based = withBase(
    store,
    (organization) =>
      sql.counter.get(keyOf(organization)) !== undefined || sql.names.get(keyOf(organization)) !== undefined,
  );
  const transaction = {
    begin: () => void sql.begin.run(),
    commit: () => void sql.commit.run(),
    rollback() {
      // If the disk is full, SQLite may have rolled back already.
      if (database.isTransaction) sql.rollback.run();
      shelves.clear();
      recent.clear();
      based.forget();
    },
  };
  return { ...withUnits(reporting(based.store), reporting(transaction)), close, [Symbol.dispose]: close };

  /** The same functions, with errors of SQLite converted into StorageError. */
  function reporting<T extends object>(functions: T): T {
    const wrapped = Object.entries(functions).map(([name, run]: [string, (...args: unknown[]) => unknown]) => [
      name,
      (...args: unknown[]): unknown => {
        try {
          return run(...args);
        } catch (error) {
          // A smaller change may still fit into the log of SQLite.
          trialCharacters = Math.max(MIN_TRIAL, 2 * writtenCharacters);
          throw storageError(error);
        }
      },
    ]);
    return Object.fromEntries(wrapped) as T;
  }

  function shelfOf(organization: string, collection: string): Shelf | undefined {
    const known = shelves.get(organization)?.get(collection);
    if (known) return known;
    const found = sql.collection.get(keyOf(organization), keyOf(collection)) as Pick<Shelf, "key" | "size"> | undefined;
    return found && keep(organization, collection, found);
  }

  function addShelf({ organization, collection }: Address): Shelf {
    const { lastInsertRowid } = sql.addCollection.run(keyOf(organization), keyOf(collection));
    return keep(organization, collection, { key: Number(lastInsertRowid), size: 0 });
  }

  function keep(organization: string, collection: string, { key, size }: Pick<Shelf, "key" | "size">): Shelf {
    let its = shelves.get(organization);
    if (!its) shelves.set(organization, (its = new Map()));
    const shelf: Shelf = { key, size, indexes: undefined };
    its.set(collection, shelf);
    return shelf;
  }

  function itemOf({ key }: Shelf, id: string): Stored | undefined {
    const name = `${key} ${id}`;
    const known = recent.get(name);
    if (known) return known;
    const row = sql.item.get(key, id) as { readonly stored: string } | undefined;
    if (!row) return undefined;
    const stored = JSON.parse(row.stored) as Stored;
    recent.set(name, stored, row.stored.length);
    return stored;
  }

  function write(shelf: Shelf, id: string, stored: Stored, isNew: boolean): void {
    const text = JSON.stringify(stored);
    writtenCharacters = text.length;
    if (isNew) {
      const { lastInsertRowid } = sql.add.run(shelf.key, id, text, crc32(text));
      shelf.indexes?.touch(Number(lastInsertRowid));
      shelf.size++;
    } else {
      sql.replace.run(text, crc32(text), shelf.key, id);
      shelf.indexes?.touch(rowOf(shelf, id));
    }
    recent.set(`${shelf.key} ${id}`, stored, text.length);
  }

  function rowOf({ key }: Shelf, id: string): number {
    return Number((sql.keyOf.get(key, id) as { readonly key: number }).key);
  }

  function remove(shelf: Shelf, id: string): void {
    shelf.indexes?.drop(rowOf(shelf, id));
    sql.remove.run(shelf.key, id);
    shelf.size--;
    recent.delete(`${shelf.key} ${id}`);
  }

  function forget(organization: string): void {
    sql.forgetCollections.run(organization);
    sql.forgetCounter.run(organization);
  }
}

/** Name of the counter that is written to test whether writing works. No organization has this name. */
const TRIAL = " trial";

/** Minimum number of characters that are written to test whether there is room again. */
const MIN_TRIAL = 65_536;

/** Encodes a name for the file: text of SQLite cannot contain half a surrogate pair, and JSON escapes it. */
function keyOf(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** Decodes a name from the file. */
function nameOf(key: string): string {
  return JSON.parse(`"${key}"`) as string;
}

/** Runs the work in a transaction, or in a savepoint of the open one. */
function transact(database: DatabaseSync, work: () => void): void {
  const [begin, commit, rollback] = database.isTransaction
    ? ["SAVEPOINT whole", "RELEASE whole", "ROLLBACK TO whole; RELEASE whole"]
    : ["BEGIN", "COMMIT", "ROLLBACK"];
  database.exec(begin);
  try {
    work();
    database.exec(commit);
  } catch (error) {
    // If the disk is full, SQLite has rolled back already.
    if (database.isTransaction) database.exec(rollback);
    throw error;
  }
}
