import type { Stored } from "../stored.ts";
import {
  type FindingIndex,
  type OrderIndex,
  type RowIndex,
  createKeyIndex,
  createOrderIndex,
  createRangeIndex,
  createTextIndex,
} from "./index-kinds.ts";
import type { Condition, Ordering, Query, SortKey } from "../query.ts";
import type { Awaitable } from "../store.ts";

/** Where the rows are that are indexed. */
export interface Rows {
  /** All there are, in the order of their creation. */
  all(): Iterable<number>;
  read(row: number): Stored | undefined;
}

/** The indexes of a collection: each is made when a query first needs it, and kept while it is used. */
export interface Indexes {
  /** Says that a row is new or changed. What that means for the indexes is left to the next query. */
  touch(row: number): void;
  /** Says that a row is gone. An index that never read it forgets that there was one. */
  drop(row: number): void;
  /** Brings what a query needs up to date; where that takes long, others get their turn meanwhile. */
  ready(query: Query): Awaitable<void>;
  /** The rows for which all conditions hold, in the order of their creation; all rows without any. It must be ready. */
  find(conditions: readonly Condition[]): readonly number[] | undefined;
  /** These rows, or all, in an order. It must be ready. */
  ordered(order: Ordering, rows: readonly number[] | undefined): readonly number[];
  keyOf(order: Ordering, row: number): SortKey;
}

/** So many indexes a collection has at most: those that were used last. */
const MOST = 12;

/** So many rows are read before others get their turn. */
const SLICE = 250;

interface Kept {
  readonly index: RowIndex;
  /** The rows that it has not seen as they are now. */
  readonly pending: Set<number>;
  /** The highest row that it has read: it knows none above. */
  latest: number;
}

export function createIndexes(rows: Rows): Indexes {
  /** By what they take of a resource; the one that was used last is the last one. */
  const kept = new Map<object, Kept>();

  return {
    touch(row) {
      for (const { pending } of kept.values()) pending.add(row);
    },
    drop(row) {
      // Rows that come and go between two queries would pile up: an index may never be asked for again.
      for (const { pending, latest } of kept.values()) {
        if (row > latest) pending.delete(row);
        else pending.add(row);
      }
    },
    ready({ conditions, order }) {
      const needed = [...conditions.map(indexOf), ...(order ? [indexOf(order)] : [])];
      const pending = needed.reduce((most, { pending: its }) => Math.max(most, its.size), 0);
      if (pending > SLICE) return inTurns(needed);
      catchUp(needed);
      return undefined;
    },
    find(conditions) {
      // The one that finds fewest finds them; the others are held against these.
      const [first, ...others] = conditions
        .map((condition) => ({ condition, index: indexOf(condition).index as FindingIndex<Condition> }))
        .map((each) => ({ ...each, count: each.index.count(each.condition) }))
        .toSorted((one, other) => (one.count < other.count ? -1 : Number(one.count > other.count)));
      const found = first?.index.find(first.condition);
      if (!found || others.length === 0) return found;
      return found.filter((row) => others.every(({ index, condition }) => index.holds(condition, row)));
    },
    ordered: (order, found) => (indexOf(order).index as OrderIndex).ordered(found),
    keyOf: (order, row) => (indexOf(order).index as OrderIndex).keyOf(row),
  };

  function indexOf(of: Condition | Ordering): Kept {
    const key = keyOf(of);
    let found = kept.get(key);
    if (found) kept.delete(key);
    else {
      found = { index: created(of), pending: new Set(rows.all()), latest: -Infinity };
      const [first] = kept.keys();
      if (kept.size >= MOST && first) kept.delete(first);
    }
    kept.set(key, found);
    return found;
  }

  async function inTurns(needed: readonly Kept[]): Promise<void> {
    while (catchUp(needed, SLICE)) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Reads each row once for all indexes that have not seen it; answers whether any are left. */
  function catchUp(needed: readonly Kept[], most = Infinity): boolean {
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
