import type { DatabaseSync } from "node:sqlite";

/** Prepared statements of a store. */
export function prepareStatements(database: DatabaseSync) {
  return {
    begin: database.prepare("BEGIN"),
    commit: database.prepare("COMMIT"),
    rollback: database.prepare("ROLLBACK"),
    collection: database.prepare(`
      SELECT key, (SELECT count(*) FROM item WHERE item.collection = collection.key) AS size
      FROM collection WHERE organization = ? AND name = ?`),
    addCollection: database.prepare("INSERT INTO collection (organization, name) VALUES (?, ?)"),
    item: database.prepare("SELECT stored FROM item WHERE collection = ? AND id = ?"),
    page: database.prepare("SELECT id FROM item WHERE collection = ? ORDER BY key LIMIT ? OFFSET ?"),
    reversedPage: database.prepare("SELECT id FROM item WHERE collection = ? ORDER BY key DESC LIMIT ? OFFSET ?"),
    rows: database.prepare("SELECT key FROM item WHERE collection = ? ORDER BY key"),
    itemAt: database.prepare("SELECT stored FROM item WHERE key = ? AND collection = ?"),
    idAt: database.prepare("SELECT id FROM item WHERE key = ? AND collection = ?"),
    keyOf: database.prepare("SELECT key FROM item WHERE collection = ? AND id = ?"),
    names: database.prepare(`
      SELECT name FROM collection
      WHERE organization = ? AND EXISTS (SELECT 1 FROM item WHERE item.collection = collection.key)`),
    position: database.prepare(`
      SELECT (SELECT count(*) FROM item WHERE collection = ? AND key < own.key) AS position
      FROM item AS own WHERE collection = ? AND id = ?`),
    add: database.prepare("INSERT INTO item (collection, id, stored, sum) VALUES (?, ?, ?, ?)"),
    replace: database.prepare("UPDATE item SET stored = ?, sum = ? WHERE collection = ? AND id = ?"),
    remove: database.prepare("DELETE FROM item WHERE collection = ? AND id = ?"),
    count: database.prepare(
      "INSERT INTO counter VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last",
    ),
    counter: database.prepare("SELECT last FROM counter WHERE organization = ?"),
    setCounter: database.prepare("INSERT OR REPLACE INTO counter VALUES (?, ?)"),
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
    namesBelow: database.prepare("SELECT name FROM collection WHERE organization = ? AND name >= ? AND name < ?"),
    forgetBelow: database.prepare("DELETE FROM collection WHERE organization = ? AND name >= ? AND name < ?"),
    forgetCounter: database.prepare("DELETE FROM counter WHERE organization = ?"),
    forkCollections: database.prepare(`
      INSERT INTO collection (organization, name) SELECT $to, name FROM collection WHERE organization = $from`),
    // The rows are read in the order of the index. Any other order would make SQLite sort all copied rows first.
    forkItems: database.prepare(`
      INSERT INTO item (collection, id, stored, sum)
      SELECT copy.key, item.id, item.stored, item.sum
      FROM collection AS source
      CROSS JOIN collection AS copy ON copy.organization = $to AND copy.name = source.name
      CROSS JOIN item ON item.collection = source.key
      WHERE source.organization = $from
      ORDER BY source.name, item.key`),
    forkCounter: database.prepare(`
      INSERT INTO counter SELECT $to, last FROM counter WHERE organization = $from`),
  };
}
