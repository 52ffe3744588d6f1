import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { describeStore } from "../../../test/support/mock/describe-store.ts";
import { createMemoryStore } from "../memory.ts";
import { type SqliteStore, createSqliteStore } from "./sqlite.ts";
import type { Store } from "../store.ts";

const folder = mkdtempSync(join(tmpdir(), "concord-state-"));
const opened: SqliteStore[] = [];
let files = 0;

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeStore("createSqliteStore() in memory", () => open(":memory:"));
describeStore("createSqliteStore() in a file", () => open(newFile()));

describe("createSqliteStore()", () => {
  it("has every acknowledged write in the file, at any moment and in the same order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move(), { maxLength: 30 }), async (moves) => {
        const file = newFile();
        const [store, model] = [open(file), createMemoryStore()];
        for (const each of moves) {
          await each(store);
          await each(model);
        }

        const reopened = await told(open(copyOf(file)));
        const expected = await told(model);
        expect(reopened).toEqual(expected);
        expect(await told(store)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it("fails this test if it acknowledges before it writes", async () => {
    const file = newFile();
    const store = open(file);
    await put("acme", "/books", "b1", 1)(store);
    const copy = copyOf(file);
    await put("acme", "/books", "b2", 2)(store);

    expect(await told(open(copy))).not.toEqual(await told(store));
  });

  it("closes the file without other files beside it, and can be closed twice", async () => {
    const file = newFile();
    {
      using store = createSqliteStore(file);
      await put("acme", "/books", "b1", 1)(store);
      store.close();
    }

    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(await open(file).read({ organization: "acme", collection: "/books", id: "b1" })).toEqual({
      value: { n: 1 },
    });
  });

  it("returns the same object for the same resource", async () => {
    const file = newFile();
    const before = open(file);
    await put("acme", "/books", "b1", 1)(before);
    before.close();
    const store = open(file);
    const address = { organization: "acme", collection: "/books", id: "b1" };
    const { items } = await store.list("acme", "/books", { offset: 0, limit: 2.5 });

    expect(items[0]).toBe(await store.read(address));
  });

  it("changes nothing if a fork fails", async () => {
    const file = newFile();
    const before = open(file);
    await before.next("acme");
    await put("globex", "/books", "b1", 1)(before);
    before.close();
    const other = new DatabaseSync(file);
    other.exec(`CREATE TABLE another (
        organization TEXT PRIMARY KEY,
        last INTEGER NOT NULL CONSTRAINT full CHECK (last < 2 AND organization <> 'globex')
      ) STRICT, WITHOUT ROWID;
      INSERT INTO another SELECT * FROM counter;
      DROP TABLE counter;
      ALTER TABLE another RENAME TO counter`);
    other.close();
    const store = open(file);

    expect(() => store.fork("acme", "globex")).toThrow("full");
    expect(() => store.next("acme")).toThrow("full");
    expect(await store.list("globex", "/books", { offset: 0, limit: 9 })).toMatchObject({ total: 1 });
  });
});

describe("a file that createSqliteStore() rejects", () => {
  it("is not a SQLite file, and stays unchanged", () => {
    const file = newFile();
    writeFileSync(file, "title: Notes\n".repeat(100));

    expect(refusal(file)).toEqual({
      code: "unreadable-state",
      message: `Cannot read state from "${file}": it is not a SQLite file`,
    });
    expect(readFileSync(file, "utf8")).toBe("title: Notes\n".repeat(100));
  });

  it("is a database of another program, and stays unchanged", () => {
    const file = newFile();
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE note (text TEXT)");
    other.close();
    const before = readFileSync(file);

    expect(refusal(file)).toEqual({
      code: "unreadable-state",
      message: `Cannot read state from "${file}": it is a database of another program`,
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("has an unknown version", () => {
    const file = newFile();
    createAndClose(file);
    const other = new DatabaseSync(file);
    other.exec("PRAGMA user_version = 3");
    other.close();

    expect(refusal(file)).toEqual({
      code: "unreadable-state",
      message: `Cannot read state from "${file}": it has version 3, and only versions up to 2 are known`,
    });
  });

  it("is damaged", () => {
    const file = newFile();
    createAndClose(file);
    writeFileSync(file, Buffer.concat([readFileSync(file).subarray(0, 100), Buffer.alloc(8000, 1)]));

    expect(refusal(file).code).toBe("unreadable-state");
  });

  it("is a folder, or is in a missing folder", () => {
    const nowhere = join(folder, "none", "mock.db");
    const itself = newFile();
    mkdirSync(itself);

    expect(refusal(nowhere)).toEqual({
      code: "unwritable-state",
      message: `Cannot keep state in "${nowhere}": there is no folder "${join(folder, "none")}"`,
    });
    expect(refusal(itself)).toEqual({
      code: "unwritable-state",
      message: `Cannot keep state in "${itself}": it is a folder`,
    });
  });

  it.skipIf(process.getuid?.() === 0)("is read-only", () => {
    const file = newFile();
    createAndClose(file);
    chmodSync(file, 0o444);

    expect(refusal(file)).toEqual({
      code: "unwritable-state",
      message: `Cannot keep state in "${file}": it may not be written`,
    });
  });

  it("is open in another store", () => {
    const file = newFile();
    const store = open(file);

    expect(refusal(file)).toEqual({
      code: "state-in-use",
      message: `Cannot keep state in "${file}": another process does`,
    });
    store.close();
    expect(() => open(file)).not.toThrow();
  });
});

type Move = (store: Store) => unknown;

const organizations = ["acme", "globex"];
const collections = ["/books", "/books/b1/notes"];

function move(): fc.Arbitrary<Move> {
  const organization = fc.constantFrom(...organizations);
  const id = fc.constantFrom("b1", "b2", 'b"3', "\ud800");
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(organization, fc.constantFrom(...collections), id, fc.nat(9)).map((what) => put(...what)),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(organization, fc.constantFrom(...collections), id).map(
        ([of, collection, its]) =>
          (store: Store) =>
            store.change({ organization: of, collection, id: its }, () => null),
      ),
    },
    { weight: 2, arbitrary: organization.map((of) => (store: Store) => store.next(of)) },
    {
      weight: 1,
      arbitrary: fc.tuple(organization, organization).map(
        ([from, to]) =>
          (store: Store) =>
            store.fork(from, to),
      ),
    },
    { weight: 1, arbitrary: organization.map((of) => (store: Store) => store.reset(of)) },
  );
}

function put(organization: string, collection: string, id: string, n: number): Move {
  return (store) =>
    store.change({ organization, collection, id }, (current) =>
      current ? { value: { n }, earlier: [...(current.earlier ?? []), current.value] } : { value: { n } },
    );
}

/** The complete content of a store, next numbers included. */
async function told(store: Store): Promise<unknown> {
  const pages: unknown[] = [];
  for (const organization of organizations) {
    for (const collection of collections)
      pages.push(await store.list(organization, collection, { offset: 0, limit: 9 }));
    pages.push(await store.next(organization));
  }
  return pages;
}

function open(file: string): SqliteStore {
  const store = createSqliteStore(file);
  opened.push(store);
  return store;
}

function createAndClose(file: string): void {
  createSqliteStore(file).close();
}

function newFile(): string {
  return join(folder, `${++files}.db`);
}

/** A copy of the files, as if the process were killed at this moment. */
function copyOf(file: string): string {
  const copy = newFile();
  for (const end of ["", "-wal"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
  return copy;
}

function refusal(file: string): { code: string; message: string } {
  try {
    open(file);
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    return { code, message };
  }
  throw new Error(`"${file}" was not refused`);
}
