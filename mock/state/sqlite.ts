import type { DatabaseSync } from "node:sqlite";
import { createRecent } from "./recent.ts";
import { openDatabase } from "./sqlite-file.ts";
import type { Address, Store, Stored } from "./store.ts";

/** A store in a file. */
export interface SqliteStore extends Store, Disposable {
  /** Lets go of the file; nothing is lost where this is not done. */
  close(): void;
}

/** A collection as it is known in this process. */
interface Shelf {
  readonly key: number;
  size: number;
}

/** So many characters of JSON are kept as values at least, and twice as many at most. */
const RECENT_CHARACTERS = 4 * 1024 * 1024;

/**
 * A store in a SQLite file, which survives the end of the process, kill -9 included. A file belongs to one
 * process at a time.
 *
 * Resources and counters are kept. What lives in `World.memory`, such as how full the buckets of a rate limit
 * are, and what was done to the clocks of organizations are not: after a restart they begin anew.
 *
 * A fork copies, so it costs what the organization has (about 2 ms for 1,000 resources, 50 ms for 10,000).
 *
 * @param file its path, or ":memory:" for none.
 * @throws ToolError "unreadable-state", "unwritable-state" or "state-in-use" where the file cannot be had.
 */
export function createSqliteStore(file: string): SqliteStore {
  const database = openDatabase(file);
  const sql = statementsOf(database);
  sql.page.setReturnArrays(true);
  sql.reversedPage.setReturnArrays(true);
  const shelves = new Map<string, Map<string, Shelf>>();
  // Also for the sake of what is remembered by resource, such as its text: one that was read twice is the same.
  const recent = createRecent<Stored>(RECENT_CHARACTERS);
  const close = (): void => {
    if (database.isOpen) database.close();
  };

  return {
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
    change(address, step) {
      const shelf = shelfOf(address.organization, address.collection);
      const id = keyOf(address.id);
      const current = shelf && itemOf(shelf, id);
      // One process has the file and nothing is awaited, so nobody comes between.
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
    // All rows, so that the statement runs to its end and says whether it could be written.
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
          for (const [id, stored] of items) sql.add.run(lastInsertRowid, keyOf(id), JSON.stringify(stored));
        }
      });
      shelves.delete(organization);
    },
    reset(organization) {
      transact(database, () => forget(keyOf(organization)));
      shelves.delete(organization);
    },
    close,
    [Symbol.dispose]: close,
  };

  function shelfOf(organization: string, collection: string): Shelf | undefined {
    const known = shelves.get(organization)?.get(collection);
    if (known) return known;
    const found = sql.collection.get(keyOf(organization), keyOf(collection)) as Shelf | undefined;
    return found && keep(organization, collection, found);
  }

  function addShelf({ organization, collection }: Address): Shelf {
    const { lastInsertRowid } = sql.addCollection.run(keyOf(organization), keyOf(collection));
    return keep(organization, collection, { key: Number(lastInsertRowid), size: 0 });
  }

  function keep(organization: string, collection: string, { key, size }: Shelf): Shelf {
    let its = shelves.get(organization);
    if (!its) shelves.set(organization, (its = new Map()));
    const shelf = { key, size };
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
    if (isNew) sql.add.run(shelf.key, id, text);
    else sql.replace.run(text, shelf.key, id);
    if (isNew) shelf.size++;
    recent.set(`${shelf.key} ${id}`, stored, text.length);
  }

  function remove(shelf: Shelf, id: string): void {
    sql.remove.run(shelf.key, id);
    shelf.size--;
    recent.delete(`${shelf.key} ${id}`);
  }

  function forget(organization: string): void {
    sql.forgetCollections.run(organization);
    sql.forgetCounter.run(organization);
  }
}

/** A name as it stands in the file: SQLite's text has no place for half a surrogate pair, and JSON writes it out. */
function keyOf(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/** The name that stands in the file in such a form. */
function nameOf(key: string): string {
  return JSON.parse(`"${key}"`) as string;
}

function statementsOf(database: DatabaseSync) {
  return {
    collection: database.prepare(`
      SELECT key, (SELECT count(*) FROM item WHERE item.collection = collection.key) AS size
      FROM collection WHERE organization = ? AND name = ?`),
    addCollection: database.prepare("INSERT INTO collection (organization, name) VALUES (?, ?)"),
    item: database.prepare("SELECT stored FROM item WHERE collection = ? AND id = ?"),
    page: database.prepare("SELECT id FROM item WHERE collection = ? ORDER BY key LIMIT ? OFFSET ?"),
    reversedPage: database.prepare("SELECT id FROM item WHERE collection = ? ORDER BY key DESC LIMIT ? OFFSET ?"),
    position: database.prepare(`
      SELECT (SELECT count(*) FROM item WHERE collection = ? AND key < own.key) AS position
      FROM item AS own WHERE collection = ? AND id = ?`),
    add: database.prepare("INSERT INTO item (collection, id, stored) VALUES (?, ?, ?)"),
    replace: database.prepare("UPDATE item SET stored = ? WHERE collection = ? AND id = ?"),
    remove: database.prepare("DELETE FROM item WHERE collection = ? AND id = ?"),
    count: database.prepare(
      "INSERT INTO counter VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last",
    ),
    counter: database.prepare("SELECT last FROM counter WHERE organization = ?"),
    setCounter: database.prepare("INSERT INTO counter VALUES (?, ?)"),
    organizations: database.prepare(`
      SELECT DISTINCT organization FROM collection
      WHERE EXISTS (SELECT 1 FROM item WHERE item.collection = collection.key)`),
    size: database.prepare("SELECT count(*) AS size FROM item"),
    contents: database.prepare(`
      SELECT collection.name AS name, item.id AS id, item.stored AS stored
      FROM collection CROSS JOIN item ON item.collection = collection.key
      WHERE collection.organization = ?
      ORDER BY collection.key, item.key`),
    forgetCollections: database.prepare("DELETE FROM collection WHERE organization = ?"),
    forgetBelow: database.prepare("DELETE FROM collection WHERE organization = ? AND name >= ? AND name < ?"),
    forgetCounter: database.prepare("DELETE FROM counter WHERE organization = ?"),
    forkCollections: database.prepare(`
      INSERT INTO collection (organization, name) SELECT $to, name FROM collection WHERE organization = $from`),
    // In the order of the indexes: by any other, all that is copied would be sorted first.
    forkItems: database.prepare(`
      INSERT INTO item (collection, id, stored)
      SELECT copy.key, item.id, item.stored
      FROM collection AS source
      CROSS JOIN collection AS copy ON copy.organization = $to AND copy.name = source.name
      CROSS JOIN item ON item.collection = source.key
      WHERE source.organization = $from
      ORDER BY source.name, item.key`),
    forkCounter: database.prepare(`
      INSERT INTO counter SELECT $to, last FROM counter WHERE organization = $from`),
  };
}

/** Does all of it, or nothing. */
function transact(database: DatabaseSync, work: () => void): void {
  database.exec("BEGIN");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    // Where the disk is full, SQLite has done so itself.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
