import type { PoolClient, QueryResultRow } from "pg";
import { StorageError } from "../model/storage-error.ts";
import { type FailureKind, classifyFailure, failureTexts } from "./failure-kind.ts";
import type { Measured } from "./statistics.ts";

/** Sends statements: to any connection, or to that of one transaction. */
export interface Sql {
  /** Rows of a statement. The server prepares it once per connection. @throws StorageError. */
  rows<R extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<R[]>;
  /** Number of rows that a statement changed. @throws StorageError. */
  count(statement: Statement, values: readonly unknown[]): Promise<number>;
}

/** A statement with a name, by which it is prepared. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A transaction on a connection of its own. */
export interface SqlTransaction extends Sql {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

type Send = (query: {
  name: string;
  text: string;
  values: unknown[];
}) => Promise<{ rows: unknown[]; rowCount: number | null }>;

/** Statements on a connection, or on any of a pool. */
export function createSql(send: Send): Sql {
  const sendStatement = (statement: Statement, values: readonly unknown[]) =>
    withStorageErrors(() => send({ ...statement, values: [...values] }));
  return {
    rows: async <R>(statement: Statement, values: readonly unknown[]) =>
      (await sendStatement(statement, values)).rows as R[],
    count: async (statement, values) => (await sendStatement(statement, values)).rowCount ?? 0,
  };
}

/** Begins a transaction on a connection, which is released at its end. */
export async function transactionOn(client: PoolClient, measured: Measured): Promise<SqlTransaction> {
  try {
    await measured(() => client.query("BEGIN"));
  } catch (error) {
    client.release(true);
    throw error;
  }
  let isLost = false;
  let isReleased = false;
  // A failed commit is followed by a rollback.
  const release = (isBroken: boolean): void => {
    if (!isReleased) client.release(isBroken);
    isReleased = true;
  };
  return {
    ...createSql((query) =>
      measured(() => client.query(query)).catch((error: unknown) => {
        isLost ||= !isAnswer(error);
        throw error;
      }),
    ),
    async commit() {
      try {
        // A failed statement makes PostgreSQL answer COMMIT with a rollback.
        const { command } = await withStorageErrors(() => measured(() => client.query("COMMIT")));
        if (command !== "COMMIT")
          throw new StorageError("The state is not available: the transaction was ended", 503, undefined);
        release(false);
      } catch (error) {
        release(true);
        throw error;
      }
    },
    async rollback() {
      // The server rolls back what a closed connection has begun. One that is silent would not answer to this either.
      if (isLost || isReleased) return release(true);
      await client.query("ROLLBACK").then(
        () => release(false),
        () => release(true),
      );
    },
  };
}

/** True if the server has reported an error, and false if it was not reached or did not answer. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && "severity" in error;
}

/** @throws StorageError for each error of the work: 507 without room for it, else 503. */
export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const kind = classifyFailure(error);
    // Clients read this message. The error of the driver may name hosts and users, and is for the journal.
    const reason = kind === "other" ? `PostgreSQL answers "${describeSqlError(error)}"` : failureTexts[kind];
    throw new StorageError(`The state is not available: ${reason}`, isFull(kind) ? 507 : 503, error);
  }
}

/** True if the request cannot be stored, however often it is sent. */
function isFull(kind: FailureKind): boolean {
  return kind === "no-space" || kind === "too-long";
}

export function describeSqlError(error: unknown): string {
  const { message, code, errors } = error as Error & { readonly code?: string; readonly errors?: readonly Error[] };
  return message || errors?.[0]?.message || String(code);
}
