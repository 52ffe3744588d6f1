import { createMemoryStore } from "./memory.ts";
import { createSqliteStore } from "./sqlite/sqlite.ts";
import type { Store } from "./store.ts";
import { withoutPassword } from "../postgres/without-password.ts";
import type { Awaitable } from "../model/awaitable.ts";

/** Place of the state: this process, a file that survives it, or a PostgreSQL database. */
export type State = "memory" | `sqlite:${string}` | `postgres://${string}` | `postgresql://${string}`;

/** A store, and the function that closes it. */
export interface OpenState {
  readonly store: Store;
  close(): Awaitable<void>;
}

/** True if a text names a place for state. */
export function isState(text: string): text is State {
  return text === "memory" || /^(sqlite:|postgres(ql)?:\/\/)./.test(text);
}

/** Text of a state for people: without the password of a database. It may be a mistake. */
export function stateText(state: string): string {
  if (/^(memory$|sqlite:)/.test(state)) return state;
  return withoutPassword(state);
}

/**
 * Opens the store of a state.
 * @throws the error of the store if it cannot be opened.
 */
export async function openState(state: State): Promise<OpenState> {
  if (state === "memory") return { store: createMemoryStore(), close: () => {} };
  if (!state.startsWith("sqlite:")) {
    const { createPostgresStore } = await import("./postgres/postgres.ts");
    const store = createPostgresStore(state);
    await store.open();
    return { store, close: () => store.close() };
  }
  const store = createSqliteStore(state.slice("sqlite:".length));
  return { store, close: () => store.close() };
}
