import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createSqliteStore } from "./sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-damage-"));
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a damaged file of state", () => {
  it("is detected at the start for any flipped bit, or contains exactly the stored values", () => {
    const whole = written();
    const bytes = readFileSync(whole);
    const expected = told(whole);
    let refused = 0;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const file = newFile();
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] as number) ^ (1 << bit);
        writeFileSync(file, damaged);
        const outcome = told(file);
        if (typeof outcome === "string") {
          refused++;
          expect(outcome).toMatch(/^unreadable-state: Cannot read state from ".*": it /);
        } else expect(outcome).toEqual(expected);
      }),
      { numRuns: 120, seed: 1 },
    );
    expect(refused).toBeGreaterThan(60);
  });

  it.each([
    ["the header", "SQLite format", 0, /it is not a SQLite file/],
    ["the schema", "CREATE TABLE item", 0, /it is damaged/],
    ["the name of a table in the schema", "TABLE item", 8, /it is damaged/],
    ["what is stored, so that it is JSON still", "A book that", 0, /it is damaged \(the resource "b/],
    ["the head of a page", '"id":"b2', -4096, /it is damaged/],
  ])("is refused with a hint and not changed if the damage is in %s", (_, text, offset, reason) => {
    const file = newFile();
    const bytes = readFileSync(written());
    // Several pages may have the text: those in use, and copies that were left behind.
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
      const place = offset < 0 ? Math.floor(at / 4096) * 4096 + 4 : at + offset;
      bytes[place] = (bytes[place] as number) ^ 1;
    }
    writeFileSync(file, bytes);

    expect(told(file)).toMatch(reason);
    expect(hintOf(file)).toMatch(/another file/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it.each([
    [
      "a view",
      `CREATE VIEW extra AS WITH RECURSIVE forever (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM forever) SELECT n FROM forever`,
      "extra",
    ],
    ["a trigger", "CREATE TRIGGER again AFTER INSERT ON item BEGIN DELETE FROM item; END", "again"],
    ["a generated column", "ALTER TABLE item ADD COLUMN extra TEXT AS (id || stored)", "item"],
    [
      "a view in place of the items",
      `DROP TABLE item; CREATE VIEW item AS
        WITH RECURSIVE forever (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM forever)
        SELECT n AS key, n AS collection, n AS id, '{"value":{}}' AS stored, NULL AS sum FROM forever`,
      "item",
    ],
  ])("is refused if it has %s, which would run code of its author", (_, sql, name) => {
    const file = newFile();
    copyFileSync(written(), file);
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();

    expect(told(file)).toContain(`it computes what it holds (${name})`);
  });

  it("is refused if its end is missing", () => {
    const file = newFile();
    copyFileSync(written(), file);
    truncateSync(file, Math.floor(readFileSync(file).length / 2));

    expect(told(file)).toMatch(/^unreadable-state: .*it is damaged/);
  });

  it("is refused if its write-ahead log is damaged, because acknowledged writes would be lost silently", () => {
    const { file, wal } = killed();
    expect(Object.keys(told(copied(file)) as object)).toHaveLength(41);
    const damaged = copied(file);
    const bytes = readFileSync(wal);
    const at = bytes.indexOf("A later book 5");
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(`${damaged}-wal`, bytes);

    expect(told(damaged)).toMatch(/^unreadable-state: .*its write-ahead log ".*-wal" is damaged/);
  });

  it("is refused if its write-ahead log is missing", () => {
    const { file } = killed();
    const damaged = copied(file);
    rmSync(`${damaged}-wal`);

    expect(told(damaged)).toMatch(/^unreadable-state: .*its write-ahead log ".*-wal" is missing/);
  });

  it("is refused with the write-ahead log of another file", () => {
    const { wal } = killed();
    const damaged = newFile();
    copyFileSync(written(), damaged);
    copyFileSync(wal, `${damaged}-wal`);

    expect(told(damaged)).toMatch(/^unreadable-state: .*its write-ahead log ".*-wal" belongs to another file/);
  });

  it("is accepted if the last write was interrupted, and does not contain that write", () => {
    const { file, wal } = killed();
    const cut = copied(file);
    truncateSync(`${cut}-wal`, readFileSync(wal).length - 100);

    expect(Object.keys(told(cut) as object)).toHaveLength(40);
  });
});

describe("a file of version 1", () => {
  it("is read without checksums, and is refused if a resource is not JSON", () => {
    const file = newFile();
    const old = (stored: string): void => {
      rmSync(file, { force: true });
      const database = new DatabaseSync(file);
      database.exec(`
        CREATE TABLE counter (organization TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE collection (key INTEGER PRIMARY KEY AUTOINCREMENT, organization TEXT NOT NULL, name TEXT NOT NULL,
          UNIQUE (organization, name)) STRICT;
        CREATE TABLE item (key INTEGER PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
          id TEXT NOT NULL, stored TEXT NOT NULL, UNIQUE (collection, id)) STRICT;
        CREATE INDEX item_order ON item (collection);
        INSERT INTO collection VALUES (1, 'acme', '/books');
        PRAGMA application_id = ${0x436f_6e63};
        PRAGMA user_version = 1;
      `);
      database.prepare("INSERT INTO item VALUES (1, 1, 'b1', ?)").run(stored);
      database.close();
    };
    old('{"value":{"n":1}}');
    expect(told(file)).toEqual({ b1: { value: { n: 1 } } });
    expect(told(file)).toEqual({ b1: { value: { n: 1 } } });
    old('{"value":{"n":1}');
    expect(told(file)).toMatch(/the resource "b1" is not what was stored/);
  });
});

/** A file that was closed, with 40 books. */
function written(): string {
  const file = newFile();
  using store = createSqliteStore(file);
  for (let n = 0; n < 40; n++) put(store, `b${n}`, `A book that has the number ${n} ${"and words ".repeat(40)}`);
  return file;
}

/** The files of a process that was ended in the middle: 30 books, closed, and then 11 more. */
function killed(): { file: string; wal: string } {
  const file = newFile();
  {
    using store = createSqliteStore(file);
    for (let n = 0; n < 30; n++) put(store, `b${n}`, `A book ${n}`);
  }
  using store = createSqliteStore(file);
  for (let n = 0; n < 11; n++) put(store, `later${n}`, `A later book ${n} ${"and words ".repeat(40)}`);
  const copy = copied(file);
  return { file: copy, wal: `${copy}-wal` };
}

function copied(file: string): string {
  const copy = newFile();
  for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  return copy;
}

function put(store: ReturnType<typeof createSqliteStore>, id: string, title: string): void {
  void store.change({ organization: "acme", collection: "/books", id }, () => ({ value: { id, title } }));
}

/** Items of a file by id, or the error text if the file is refused. */
function told(file: string): unknown {
  try {
    using store = createSqliteStore(file);
    const { collections } = store.dump("acme") as Awaited<ReturnType<typeof store.dump>>;
    return Object.fromEntries(collections.get("/books") ?? []);
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    return `${code}: ${message}`;
  }
}

function hintOf(file: string): unknown {
  try {
    createSqliteStore(file).close();
    return undefined;
  } catch (error) {
    return (error as { hint?: string }).hint;
  }
}

function newFile(): string {
  return join(folder, `${++files}.db`);
}
