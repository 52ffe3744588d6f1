import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ToolError } from "../../../contracts/index.ts";
import { findDamage } from "./sqlite-check.ts";
import { IN_USE_BIT, faultOfLog } from "./sqlite-log.ts";
import { prepareStatements } from "./sqlite-statements.ts";
import { StorageError, readResultCode, resultCodes } from "../../model/storage-error.ts";

type Sqlite = NonNullable<ReturnType<typeof loadSqlite>>;

/** "Conc" in the header identifies files of Concord. */
const APPLICATION_ID = 0x436f_6e63;

/** Increases with every change of the tables. Version 2 added the checksum of each resource. */
const VERSION = 2;

/** Maximum time for an earlier process to release the file, in milliseconds. */
const MAX_WAIT_MS = 1000;

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
    sum INTEGER,
    UNIQUE (collection, id)
  ) STRICT;
  CREATE INDEX item_order ON item (collection);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};
`;

/** Views, triggers, virtual tables and generated columns: with them, a statement would run code of the file's author. */
const findComputedParts = `SELECT name FROM sqlite_schema
  WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' OR sql LIKE '%AS (%' LIMIT 1`;

/**
 * Opens a file of state for this process alone. Creates the file if it is missing.
 *
 * A write is in the file before it returns, so it survives any end of the process. If the machine itself stops, the file
 * stays intact but the latest writes may be missing (synchronous = NORMAL): waiting for the disk at every write takes
 * several times as long.
 */
export function openDatabase(file: string): DatabaseSync {
  const sqlite = loadSqlite(file);
  const path = file === ":memory:" ? file : resolve(file);
  let database: DatabaseSync | undefined;
  try {
    refuseLog(sqlite, file, path);
    database = new sqlite.DatabaseSync(path, { timeout: MAX_WAIT_MS });
    // With exclusive access, cached pages stay valid, and WAL needs no shared memory.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    if (hasNoTables(database)) database.exec(tables);
    else checkFile(database, file);
    // The mark is in the file itself, because it reports that the log is missing.
    database.exec(`COMMIT; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;
      PRAGMA user_version = ${VERSION | IN_USE_BIT}; PRAGMA wal_checkpoint(TRUNCATE)`);
    return database;
  } catch (error) {
    database?.close();
    throw toToolError(file, error);
  }
}

/** Watch over the paths of an open file and of its log. */
export interface FileWatch {
  /** @throws StorageError if the paths no longer lead to what was opened. */
  check(): void;
  /** Remembers how long the files are after a write. */
  remember(): void;
}

/**
 * Watches that the paths of a file and its log still lead to what was opened. SQLite goes on with a file that was
 * removed, replaced or cut off, and everything that is written then is lost with the process.
 */
export function createFileWatch(file: string): FileWatch {
  if (file === ":memory:") return { check() {}, remember() {} };
  const paths = [resolve(file), `${resolve(file)}-wal`];
  let known = paths.map(statFile);
  return {
    check() {
      for (const [index, path] of paths.entries()) {
        const event = changeBetween(known[index], statFile(path));
        if (event !== undefined) throw new StorageError(`State cannot be stored: "${basename(path)}" ${event}`, 503);
      }
    },
    remember() {
      const found = paths.map(statFile);
      if (found.every((each, index) => each?.identity === known[index]?.identity)) known = found;
    },
  };
}

/** Device, number and size of a file. Undefined if there is none, or if it cannot be reached. */
interface FileEntry {
  readonly identity: string;
  readonly size: bigint;
}

function statFile(path: string): FileEntry | undefined {
  try {
    const { dev, ino, size } = statSync(path, { bigint: true });
    return { identity: `${dev} ${ino}`, size };
  } catch {
    return undefined;
  }
}

/** Change of a file by another program. SQLite itself makes no open file shorter. */
function changeBetween(last: FileEntry | undefined, found: FileEntry | undefined): string | undefined {
  if (last && !found) return "was removed while the mock was running";
  if (last?.identity !== found?.identity) return "was replaced by another file while the mock was running";
  if (last && found && found.size < last.size) return "was cut off while the mock was running";
  return undefined;
}

/** Closes a file that `openDatabase` has opened. If the disk is full, the log stays, as after a killed process. */
export function closeDatabase(database: DatabaseSync): void {
  if (!database.isOpen) return;
  try {
    if (database.isTransaction) database.exec("ROLLBACK");
    database.exec(`PRAGMA user_version = ${VERSION}`);
  } catch {
    // The mark and the log stay.
  }
  database.close();
}

/** @throws ToolError "unreadable-state" if the write-ahead log does not fit the file, or if another process has the file. */
function refuseLog(sqlite: Sqlite, file: string, path: string): void {
  const fault = path === ":memory:" ? undefined : faultOfLog(path);
  if (fault === undefined) return;
  // A log that is being written can look damaged. Opening and closing the file this way changes nothing.
  const reader = new sqlite.DatabaseSync(path, { timeout: MAX_WAIT_MS, readOnly: true });
  try {
    reader.prepare("SELECT count(*) FROM sqlite_schema").get();
  } catch (error) {
    const code = readResultCode(error);
    if (code === resultCodes.BUSY || code === resultCodes.LOCKED) throw error;
  } finally {
    reader.close();
  }
  throw new ToolError("unreadable-state", `Cannot read state from "${file}": ${fault}`, {
    hint: fault.endsWith("missing")
      ? "Put it back; to go on without the latest writes, make an empty file of that name"
      : "Put the right one in its place; to go on without the writes in it, remove it and make an empty file of that name",
  });
}

/** Suppresses the warning of Node 22 that the module is experimental. */
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

function hasNoTables(database: DatabaseSync): boolean {
  return queryNumber(database, "SELECT count(*) FROM sqlite_schema") === 0;
}

/** @throws ToolError "unreadable-state" if the file is foreign, damaged, or of an unknown version. */
function checkFile(database: DatabaseSync, file: string): void {
  if (queryNumber(database, "PRAGMA application_id") !== APPLICATION_ID)
    throw unreadableError(file, "it is a database of another program");
  const version = queryNumber(database, "PRAGMA user_version") & ~IN_USE_BIT;
  if (version > VERSION || version < 1)
    throw unreadableError(file, `it has version ${version}, and only versions up to ${VERSION} are known`);
  const computedPart = database.prepare(findComputedParts).get();
  if (computedPart)
    throw unreadableError(
      file,
      `it computes what it holds (${String(computedPart["name"])}), as no file of state does`,
    );
  if (version === 1) database.exec(`ALTER TABLE item ADD COLUMN sum INTEGER; PRAGMA user_version = ${VERSION}`);
  // Preparing the statements checks the tables and columns.
  prepareStatements(database);
  const damage = findDamage(database);
  if (damage !== undefined) throw damageError(file, damage);
}

function queryNumber(database: DatabaseSync, sql: string): number {
  return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
}

function unreadableError(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unreadable-state", `Cannot read state from "${file}": ${reason}`, {
    hint: "Name another file; one that does not exist is made",
    cause,
  });
}

function damageError(file: string, damage: string, cause?: unknown): ToolError {
  return new ToolError("unreadable-state", `Cannot read state from "${file}": it is damaged (${damage})`, {
    hint: `Restore a copy of it, save what is left of it (sqlite3 "${file}" .recover), or name another file; one that does not exist is made`,
    cause,
  });
}

/** Converts an error of SQLite. */
function toToolError(file: string, error: unknown): unknown {
  const code = readResultCode(error);
  if (code === undefined) return error;
  const { errstr } = error as { readonly errstr?: string };
  if (code === resultCodes.NOTADB) return unreadableError(file, "it is not a SQLite file", error);
  if (code === resultCodes.CORRUPT || code === resultCodes.ERROR)
    return damageError(file, errstr ?? String(error), error);
  if (code === resultCodes.BUSY || code === resultCodes.LOCKED) {
    return new ToolError("state-in-use", `Cannot keep state in "${file}": another process does`, {
      hint: "End the other one, or name another file",
      cause: error,
    });
  }
  return new ToolError("unwritable-state", `Cannot keep state in "${file}": ${writeObstacle(file) ?? errstr}`, {
    cause: error,
  });
}

/** Reason why a file cannot be written. Errors of SQLite do not contain it. */
function writeObstacle(file: string): string | undefined {
  const path = resolve(file);
  const folder = dirname(path);
  if (!existsSync(folder)) return `there is no folder "${folder}"`;
  if (existsSync(path) && statSync(path).isDirectory()) return "it is a folder";
  if ([folder, path].some((each) => existsSync(each) && !isWritable(each))) return "it may not be written";
  return undefined;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
