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
  /**
   * The rows that match a query, in its order. The indexes must be ready. Results are kept until a row changes, because
   * clients ask for the same lists again.
   */
  rowsOf(query: Query): readonly number[];
  keyOf(order: Ordering, row: number): SortKey;
}

/** Maximum number of indexes of a collection. The least recently used one is dropped. */
const MAX_INDEXES = 12;

/** Maximum number of kept results, and of functions in them. */
const MAX_RESULTS = 64;

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
  /** Rows by the text of their query. */
  const results = new Map<string, readonly number[]>();
  const identities = new Map<object, number>();

  return {
    touch(row) {
      results.clear();
      for (const { pending } of kept.values()) pending.add(row);
    },
    drop(row) {
      results.clear();
      // Otherwise, rows that are created and deleted between two queries would accumulate.
      for (const { pending, latest } of kept.values()) {
        if (row > latest) pending.delete(row);
        else pending.add(row);
      }
    },
    ready({ conditions, order }) {
      const needed = [...conditions.map(openIndex), ...(order ? [openIndex(order)] : [])];
      const pending = needed.reduce((most, { pending: its }) => Math.max(most, its.size), 0);
      if (pending > ROWS_PER_SLICE) return inTurns(needed);
      catchUp(needed);
      return undefined;
    },
    find: findRows,
    rowsOf(query) {
      const text = toQueryText(query);
      let found = results.get(text);
      if (!found) {
        const { conditions, order } = query;
        const matching = findRows(conditions);
        found = order ? (openIndex(order).index as OrderIndex).sortRows(matching) : (matching ?? []);
        if (results.size >= MAX_RESULTS) results.clear();
        results.set(text, found);
      }
      return found;
    },
    keyOf: (order, row) => (openIndex(order).index as OrderIndex).keyOf(row),
  };

  function findRows(conditions: readonly Condition[]): readonly number[] | undefined {
    // The index with the fewest rows finds them, and the others filter these.
    const [first, ...others] = conditions
      .map((condition) => ({ condition, index: openIndex(condition).index as ConditionIndex<Condition> }))
      .map((each) => ({ ...each, count: each.index.count(each.condition) }))
      .toSorted((one, other) => (one.count < other.count ? -1 : Number(one.count > other.count)));
    const found = first?.index.find(first.condition);
    if (!found || others.length === 0) return found;
    return found.filter((row) => others.every(({ index, condition }) => index.matches(condition, row)));
  }

  /** Text that differs for different queries. Each function has a number. */
  function toQueryText({ conditions, order }: Query): string {
    const parts = conditions.map((condition) => [identifyFunction(condition), ...listConditionValues(condition)]);
    return JSON.stringify([order ? identifyFunction(order) : 0, ...parts]);
  }

  function identifyFunction(of: Condition | Ordering): number {
    const key = pickFunction(of);
    let identity = identities.get(key);
    if (identity === undefined) {
      // Orders and places of filters have a maximum number, and are made again when there are more.
      if (identities.size >= MAX_RESULTS) {
        identities.clear();
        results.clear();
      }
      identities.set(key, (identity = identities.size + 1));
    }
    return identity;
  }

  function openIndex(of: Condition | Ordering): KeptIndex {
    const key = pickFunction(of);
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

function pickFunction(of: Condition | Ordering): object {
  if (!("kind" in of)) return of;
  if (of.kind === "among") return of.keysOf;
  if (of.kind === "within") return of.measuresOf;
  return of.textOf;
}

/** Values of a condition. */
function listConditionValues(condition: Condition): readonly (string | number)[] {
  switch (condition.kind) {
    case "among":
      return [...condition.wanted];
    case "within":
      return [condition.relation, condition.bound];
    case "containing":
      return condition.words;
  }
}

function created(of: Condition | Ordering): RowIndex {
  if (!("kind" in of)) return createOrderIndex(of);
  if (of.kind === "among") return createKeyIndex(of.keysOf);
  if (of.kind === "within") return createRangeIndex(of.measuresOf);
  return createTextIndex(of.textOf);
}
