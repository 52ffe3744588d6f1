import type { Stored } from "../stored.ts";
import {
  type ConditionIndex,
  type OrderIndex,
  type RowIndex,
  createKeyIndex,
  createOrderIndex,
  createRangeIndex,
  createTextIndex,
} from "./index-kinds.ts";
import type { Condition, Ordering, Query, SortKey } from "../query.ts";
import type { Awaitable } from "../../model/awaitable.ts";

/** The rows that are indexed. */
export interface IndexedRows {
  /** All rows in the order of their creation. */
  all(): Iterable<number>;
  read(row: number): Stored | undefined;
}

/** Indexes of a collection. Each is built when a query first needs it, and kept while it is used. */
export interface Indexes {
  /** Marks a row as new or changed. The next query updates the indexes. */
  touch(row: number): void;
  /** Marks a row as deleted. */
  drop(row: number): void;
  /** Updates the indexes that a query needs. Yields to the event loop if that takes long. */
  ready(query: Query): Awaitable<void>;
  /** The rows that match all conditions, in the order of their creation. The indexes must be ready. */
  find(conditions: readonly Condition[]): readonly number[] | undefined;
  /** Sorts these rows, or all. The indexes must be ready. */
  sortRows(order: Ordering, rows: readonly number[] | undefined): readonly number[];
  keyOf(order: Ordering, row: number): SortKey;
}

/** Maximum number of indexes of a collection. The least recently used one is dropped. */
const MAX_INDEXES = 12;

/** Number of rows that are read before yielding to the event loop. */
const ROWS_PER_SLICE = 250;

interface KeptIndex {
  readonly index: RowIndex;
  /** Rows that changed since the index read them. */
  readonly pending: Set<number>;
  /** The highest row that the index has read. */
  latest: number;
}

export function createIndexes(rows: IndexedRows): Indexes {
  /** By the function that they apply to a resource. The most recently used one is the last. */
  const kept = new Map<object, KeptIndex>();

  return {
    touch(row) {
      for (const { pending } of kept.values()) pending.add(row);
    },
    drop(row) {
      // Otherwise, rows that are created and deleted between two queries would accumulate.
      for (const { pending, latest } of kept.values()) {
        if (row > latest) pending.delete(row);
        else pending.add(row);
      }
    },
    ready({ conditions, order }) {
      const needed = [...conditions.map(indexOf), ...(order ? [indexOf(order)] : [])];
      const pending = needed.reduce((most, { pending: its }) => Math.max(most, its.size), 0);
      if (pending > ROWS_PER_SLICE) return inTurns(needed);
      catchUp(needed);
      return undefined;
    },
    find(conditions) {
      // The index with the fewest rows finds them, and the others filter these.
      const [first, ...others] = conditions
        .map((condition) => ({ condition, index: indexOf(condition).index as ConditionIndex<Condition> }))
        .map((each) => ({ ...each, count: each.index.count(each.condition) }))
        .toSorted((one, other) => (one.count < other.count ? -1 : Number(one.count > other.count)));
      const found = first?.index.find(first.condition);
      if (!found || others.length === 0) return found;
      return found.filter((row) => others.every(({ index, condition }) => index.matches(condition, row)));
    },
    sortRows: (order, found) => (indexOf(order).index as OrderIndex).sortRows(found),
    keyOf: (order, row) => (indexOf(order).index as OrderIndex).keyOf(row),
  };

  function indexOf(of: Condition | Ordering): KeptIndex {
    const key = keyOf(of);
    let found = kept.get(key);
    if (found) kept.delete(key);
    else {
      found = { index: created(of), pending: new Set(rows.all()), latest: -Infinity };
      const [first] = kept.keys();
      if (kept.size >= MAX_INDEXES && first) kept.delete(first);
    }
    kept.set(key, found);
    return found;
  }

  async function inTurns(needed: readonly KeptIndex[]): Promise<void> {
    while (catchUp(needed, ROWS_PER_SLICE)) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Reads each row once for all indexes that need it. Returns true if rows are left. */
  function catchUp(needed: readonly KeptIndex[], most = Infinity): boolean {
    let left = most;
    for (const { pending } of needed) {
      for (const row of pending) {
        if (left-- === 0) return true;
        const stored = rows.read(row);
        for (const each of needed) {
          if (!each.pending.delete(row)) continue;
          each.index.apply(row, stored);
          each.latest = Math.max(each.latest, row);
        }
      }
    }
    return false;
  }
}

function keyOf(of: Condition | Ordering): object {
  if (!("kind" in of)) return of;
  return of.kind === "among" ? of.keysOf : of.kind === "within" ? of.measuresOf : of.textOf;
}

function created(of: Condition | Ordering): RowIndex {
  if (!("kind" in of)) return createOrderIndex(of);
  if (of.kind === "among") return createKeyIndex(of.keysOf);
  return of.kind === "within" ? createRangeIndex(of.measuresOf) : createTextIndex(of.textOf);
}
