import type { Stored } from "../stored.ts";
import type { KeyCondition, TextCondition, Measure, Ordering, Relation, SortKey, BoundCondition } from "../query.ts";
import { createSortedList, firstMatchingIndex } from "./sorted-list.ts";

/** Index of the rows of a collection by one part of them. Rows are numbered in the order of their creation. */
export interface RowIndex {
  /** Updates a row, or removes it. */
  apply(row: number, stored: Stored | undefined): void;
}

/** An index that finds the rows that match a condition of its kind. */
export interface ConditionIndex<C> extends RowIndex {
  /** Estimated number of matching rows, never too low. */
  count(condition: C): number;
  find(condition: C): readonly number[];
  /** True if a row matches the condition. */
  matches(condition: C, row: number): boolean;
}

/** Rows by their keys. */
export type KeyIndex = ConditionIndex<KeyCondition>;

export function createKeyIndex(keysOf: KeyCondition["keysOf"]): KeyIndex {
  const rows = new Map<string, number[]>();
  const keys = new Map<number, readonly string[]>();
  return {
    apply(row, stored) {
      const earlier = keys.get(row) ?? [];
      const current = stored ? [...new Set(keysOf(stored))] : [];
      for (const key of earlier) if (!current.includes(key)) removeRow(key, row);
      for (const key of current) if (!earlier.includes(key)) insertRow(key, row);
      if (current.length > 0) keys.set(row, current);
      else keys.delete(row);
    },
    count: ({ wanted }) => [...wanted].reduce((sum, key) => sum + (rows.get(key)?.length ?? 0), 0),
    find({ wanted }) {
      const found = [...wanted].flatMap((key) => {
        const rowsOfKey = rows.get(key);
        return rowsOfKey ? [rowsOfKey] : [];
      });
      const [only = [], ...others] = found;
      if (others.length === 0) return only;
      return sortedByNumber(new Set(found.flat()));
    },
    matches: ({ wanted }, row) => keys.get(row)?.some((key) => wanted.has(key)) === true,
  };

  function insertRow(key: string, row: number): void {
    const rowsOfKey = rows.get(key);
    if (!rowsOfKey) rows.set(key, [row]);
    else if ((rowsOfKey.at(-1) as number) < row) rowsOfKey.push(row);
    else
      rowsOfKey.splice(
        firstMatchingIndex(rowsOfKey, (each) => each > row),
        0,
        row,
      );
  }

  function removeRow(key: string, row: number): void {
    const rowsOfKey = rows.get(key) as number[];
    rowsOfKey.splice(
      firstMatchingIndex(rowsOfKey, (each) => each >= row),
      1,
    );
    if (rowsOfKey.length === 0) rows.delete(key);
  }
}

/** Rows by their measures, in order. */
export type RangeIndex = ConditionIndex<BoundCondition>;

export function createRangeIndex(measuresOf: BoundCondition["measuresOf"]): RangeIndex {
  const list = createSortedList<{ readonly measure: Measure; readonly row: number }>(
    (one, other) => compareMeasures(one.measure, other.measure) || one.row - other.row,
  );
  const measures = new Map<number, readonly Measure[]>();
  return {
    apply(row, stored) {
      const earlier = measures.get(row) ?? [];
      const current = stored ? [...new Set(measuresOf(stored))] : [];
      for (const measure of earlier) if (!current.includes(measure)) list.delete({ measure, row });
      for (const measure of current) if (!earlier.includes(measure)) list.add({ measure, row });
      if (current.length > 0) measures.set(row, current);
      else measures.delete(row);
    },
    count(condition) {
      const [from, to] = findRange(condition);
      return to - from;
    },
    find(condition) {
      const found = list.all().slice(...findRange(condition));
      return sortedByNumber(new Set(found.map(({ row }) => row)));
    },
    matches: ({ relation, bound }, row) => measures.get(row)?.some((each) => relations[relation](each, bound)) === true,
  };

  /** Range of the list that matches a condition. */
  function findRange({ relation, bound }: BoundCondition): readonly [number, number] {
    const all = list.all();
    const isAbove = relation === ">" || relation === ">=";
    // The first position that matches, or the first that no longer does.
    const at = firstMatchingIndex(all, ({ measure }) => relations[relation](measure, bound) === isAbove);
    return isAbove ? [at, all.length] : [0, at];
  }
}

/** True if a value has a relation to a bound. */
export const relations: Readonly<Record<Relation, (value: Measure, bound: Measure) => boolean>> = {
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
};

function compareMeasures(one: Measure, other: Measure): number {
  if (one < other) return -1;
  if (one > other) return 1;
  return 0;
}

/** The texts of rows. */
export type TextIndex = ConditionIndex<TextCondition>;

export function createTextIndex(textOf: TextCondition["textOf"]): TextIndex {
  const texts = new Map<number, string>();
  /** True if rows were added in another order than that of their numbers. */
  let isUnordered = false;
  let latest = -1;
  return {
    apply(row, stored) {
      if (!stored) {
        texts.delete(row);
        return;
      }
      if (!texts.has(row)) {
        if (row < latest) isUnordered = true;
        latest = Math.max(latest, row);
      }
      texts.set(row, textOf(stored));
    },
    // It has to test every text, so other indexes go first.
    count: () => Number.POSITIVE_INFINITY,
    find({ words }) {
      const found: number[] = [];
      for (const [row, text] of texts) if (containsAll(text, words)) found.push(row);
      if (isUnordered) return sortedByNumber(found);
      return found;
    },
    matches: ({ words }, row) => containsAll(texts.get(row) ?? "", words),
  };
}

function containsAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Index of rows in an order. */
export interface OrderIndex extends RowIndex {
  /** Sorts these rows, or all. */
  sortRows(rows?: readonly number[]): readonly number[];
  keyOf(row: number): SortKey;
}

/** Below this share of all rows, the rows are sorted. Above it, the sorted list of all rows is filtered. */
const MAX_SORTED_SHARE = 1 / 16;

export function createOrderIndex({ keyOf, compare, isReversed }: Ordering): OrderIndex {
  type SortedRow = { readonly key: SortKey; readonly row: number };
  const tieSign = isReversed ? -1 : 1;
  const compareRows = (one: SortedRow, other: SortedRow): number =>
    compare(one.key, other.key) || tieSign * (one.row - other.row);
  const list = createSortedList<SortedRow>(compareRows);
  const sortedRows = new Map<number, SortedRow>();
  /** All rows in order, until one changes. */
  let allRows: readonly number[] | undefined;
  return {
    apply(row, stored) {
      allRows = undefined;
      const earlier = sortedRows.get(row);
      if (earlier) list.delete(earlier);
      sortedRows.delete(row);
      if (!stored) return;
      const element = { key: keyOf(stored), row };
      sortedRows.set(row, element);
      list.add(element);
    },
    sortRows(rows) {
      const all = list.all();
      if (!rows) return (allRows ??= all.map(({ row }) => row));
      if (rows.length < all.length * MAX_SORTED_SHARE)
        return rows
          .map((row) => sortedRows.get(row) as SortedRow)
          .toSorted(compareRows)
          .map(({ row }) => row);
      const wanted = new Set(rows);
      return all.filter(({ row }) => wanted.has(row)).map(({ row }) => row);
    },
    keyOf: (row) => sortedRows.get(row)?.key ?? [],
  };
}

/** Sorts rows by number. */
export function sortedByNumber(rows: Iterable<number>): number[] {
  return [...Float64Array.from(rows).toSorted()];
}
