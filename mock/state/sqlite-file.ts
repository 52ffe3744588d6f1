import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../../contracts/index.ts";

/** "Conc", in the file's header: what tells our files from those of others. */
const APPLICATION_ID = 0x436f_6e63;

/** Counts up with every change of the tables. */
const VERSION = 1;

/** So long a predecessor may take to let go of the file. */
const PATIENCE_MS = 1000;

/** Primary result codes of SQLite; the rest of a code says more of the same. */
const [BUSY, LOCKED, CORRUPT, NOTADB] = [5, 6, 11, 26];

// The index is the order of creation: every index of SQLite ends with the key of the row.
const tables = `
  CREATE TABLE counter (organization TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE collection (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    organization TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (organization, name)
  ) STRICT;
  CREATE TABLE item (
    key INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
    id TEXT NOT NULL,
    stored TEXT NOT NULL,
    UNIQUE (collection, id)
  ) STRICT;
  CREATE INDEX item_order ON item (collection);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
`;

/**
 * Opens a file of state for this process alone, and makes it where there is none.
 *
 * A write is in the file before it returns, so it survives the end of the process, however sudden. When the
 * machine itself goes down, the file stays whole and the last moments may be missing (synchronous = NORMAL):
 * waiting for the disk at every write takes several times as long.
 */
export function openDatabase(file: string): DatabaseSync {
  const sqlite = loadSqlite(file);
  let database: DatabaseSync | undefined;
  try {
    database = new sqlite.DatabaseSync(file === ":memory:" ? file : resolve(file), { timeout: PATIENCE_MS });
    // Alone with the file, a process need not ask for what it remembers, and WAL needs no shared memory.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    if (isEmpty(database)) database.exec(tables);
    else refuseForeign(database, file);
    database.exec("COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000");
    return database;
  } catch (error) {
    database?.close();
    throw explained(file, error);
  }
}

/** Node 22 says whenever the module is loaded that it is experimental, which is no news for who runs a mock. */
function loadSqlite(file: string) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const sqlite = process.getBuiltinModule("node:sqlite");
    if (sqlite) return sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new ToolError("missing-package", `Cannot keep state in "${file}": this Node was built without node:sqlite`, {
    hint: "Use another build of Node, or keep state in memory",
  });
}

function isEmpty(database: DatabaseSync): boolean {
  return numberOf(database, "SELECT count(*) FROM sqlite_schema") === 0;
}

function refuseForeign(database: DatabaseSync, file: string): void {
  if (numberOf(database, "PRAGMA application_id") !== APPLICATION_ID)
    throw unreadable(file, "it is a database of another program");
  const version = numberOf(database, "PRAGMA user_version");
  if (version !== VERSION) throw unreadable(file, `it has version ${version}, and only version ${VERSION} is known`);
}

function numberOf(database: DatabaseSync, question: string): number {
  return Number(Object.values(database.prepare(question).get() ?? {})[0]);
}

function unreadable(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unreadable-state", `Cannot read state from "${file}": ${reason}`, {
    hint: "Name another file; one that does not exist is made",
    cause,
  });
}

/** What SQLite says, in the words of the house. */
function explained(file: string, error: unknown): unknown {
  const { errcode, errstr } = error as { readonly errcode?: number; readonly errstr?: string };
  if (errcode === undefined) return error;
  const code = errcode & 0xff;
  if (code === NOTADB) return unreadable(file, "it is not a SQLite file", error);
  if (code === CORRUPT) return unreadable(file, "it is damaged", error);
  if (code === BUSY || code === LOCKED) {
    return new ToolError("state-in-use", `Cannot keep state in "${file}": another process does`, {
      hint: "End the other one, or name another file",
      cause: error,
    });
  }
  return new ToolError("unwritable-state", `Cannot keep state in "${file}": ${obstacle(file) ?? errstr}`, {
    cause: error,
  });
}

/** Why a file cannot be written, which SQLite has few words for. */
function obstacle(file: string): string | undefined {
  const path = resolve(file);
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder "${folder}"`;
  if (existsSync(path) && statSync(path).isDirectory()) return "it is a folder";
  return [folder, path].some((each) => existsSync(each) && !isWritable(each)) ? "it may not be written" : undefined;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
