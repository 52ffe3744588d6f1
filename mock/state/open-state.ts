import { createMemoryStore } from "./memory.ts";
import { createSqliteStore } from "./sqlite/sqlite.ts";
import type { Awaitable, Store } from "./store.ts";

/** Where state lives: in this process, or in a file that survives it. */
export type State = "memory" | `sqlite:${string}`;

/** A store, and how to let go of it. */
export interface OpenState {
  readonly store: Store;
  close(): Awaitable<void>;
}

/** Whether a text names a place for state. */
export function isState(text: string): text is State {
  return text === "memory" || /^sqlite:./.test(text);
}

/**
 * Opens the place that a state has.
 * @throws What the store throws that cannot be opened.
 */
export function openState(state: State): OpenState {
  if (state === "memory") return { store: createMemoryStore(), close: () => {} };
  const store = createSqliteStore(state.slice("sqlite:".length));
  return { store, close: () => store.close() };
}
