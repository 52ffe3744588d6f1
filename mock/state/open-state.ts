import { createMemoryStore } from "./memory.ts";
import { createSqliteStore } from "./sqlite/sqlite.ts";
import type { Store } from "./store.ts";
import type { Awaitable } from "../model/awaitable.ts";

/** Place of the state: this process, or a file that survives it. */
export type State = "memory" | `sqlite:${string}`;

/** A store, and the function that closes it. */
export interface OpenState {
  readonly store: Store;
  close(): Awaitable<void>;
}

/** True if a text names a place for state. */
export function isState(text: string): text is State {
  return text === "memory" || /^sqlite:./.test(text);
}

/**
 * Opens the store of a state.
 * @throws the error of the store if it cannot be opened.
 */
export function openState(state: State): OpenState {
  if (state === "memory") return { store: createMemoryStore(), close: () => {} };
  const store = createSqliteStore(state.slice("sqlite:".length));
  return { store, close: () => store.close() };
}
