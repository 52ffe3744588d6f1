import type { DatabaseSync } from "node:sqlite";

/** Runs the work in a transaction, or in a savepoint of the open one. */
export function transact(database: DatabaseSync, work: () => void): void {
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
