import type { Stored } from "../stored.ts";
import type { Among, Containing, Measure, Ordering, Relation, SortKey, Within } from "../query.ts";
import { createSortedList, firstFrom } from "./sorted-list.ts";

/** Index of the rows of a collection by one part of them. Rows are numbered in the order of their creation. */
export interface RowIndex {
  /** Updates a row, or removes it. */
  apply(row: number, stored: Stored | undefined): void;
}

/** An index that finds the rows that match a condition of its kind. */
export interface FindingIndex<C> extends RowIndex {
  /** Estimated number of matching rows, never too low. */
  count(condition: C): number;
  find(condition: C): readonly number[];
  /** True if a row matches the condition. */
  holds(condition: C, row: number): boolean;
}

/** Rows by their keys. */
export type KeyIndex = FindingIndex<Among>;

export function createKeyIndex(keysOf: Among["keysOf"]): KeyIndex {
  const rows = new Map<string, number[]>();
  const keys = new Map<number, readonly string[]>();
  return {
    apply(row, stored) {
      const before = keys.get(row) ?? [];
      const now = stored ? [...new Set(keysOf(stored))] : [];
      for (const key of before) if (!now.includes(key)) takeOut(key, row);
      for (const key of now) if (!before.includes(key)) putIn(key, row);
      if (now.length > 0) keys.set(row, now);
      else keys.delete(row);
    },
    count: ({ wanted }) => [...wanted].reduce((sum, key) => sum + (rows.get(key)?.length ?? 0), 0),
    find({ wanted }) {
      const [only, ...others] = wanted;
      if (others.length === 0) return rows.get(only ?? "") ?? [];
      return ascending(new Set([...wanted].flatMap((key) => rows.get(key) ?? [])));
    },
    holds: ({ wanted }, row) => keys.get(row)?.some((key) => wanted.has(key)) === true,
  };

  function putIn(key: string, row: number): void {
    const its = rows.get(key);
    if (!its) rows.set(key, [row]);
    else if ((its.at(-1) as number) < row) its.push(row);
    else
      its.splice(
        firstFrom(its, (each) => each > row),
        0,
        row,
      );
  }

  function takeOut(key: string, row: number): void {
    const its = rows.get(key) as number[];
    its.splice(
      firstFrom(its, (each) => each >= row),
      1,
    );
    if (its.length === 0) rows.delete(key);
  }
}

/** Rows by their measures, in order. */
export type RangeIndex = FindingIndex<Within>;

export function createRangeIndex(measuresOf: Within["measuresOf"]): RangeIndex {
  const list = createSortedList<{ readonly measure: Measure; readonly row: number }>(
    (one, other) => order(one.measure, other.measure) || one.row - other.row,
  );
  const measures = new Map<number, readonly Measure[]>();
  return {
    apply(row, stored) {
      const before = measures.get(row) ?? [];
      const now = stored ? [...new Set(measuresOf(stored))] : [];
      for (const measure of before) if (!now.includes(measure)) list.delete({ measure, row });
      for (const measure of now) if (!before.includes(measure)) list.add({ measure, row });
      if (now.length > 0) measures.set(row, now);
      else measures.delete(row);
    },
    count(condition) {
      const [from, to] = placesOf(condition);
      return to - from;
    },
    find(condition) {
      const found = list.all().slice(...placesOf(condition));
      return ascending(new Set(found.map(({ row }) => row)));
    },
    holds: ({ relation, bound }, row) => measures.get(row)?.some((each) => relations[relation](each, bound)) === true,
  };

  /** Range of the list that matches a condition. */
  function placesOf({ relation, bound }: Within): readonly [number, number] {
    const all = list.all();
    const isAbove = relation === ">" || relation === ">=";
    // The first position that matches, or the first that no longer does.
    const at = firstFrom(all, ({ measure }) => relations[relation](measure, bound) === isAbove);
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

function order(one: Measure, other: Measure): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The texts of rows. */
export type TextIndex = FindingIndex<Containing>;

export function createTextIndex(textOf: Containing["textOf"]): TextIndex {
  const texts = new Map<number, string>();
  /** True if rows were added in another order than that of their numbers. */
  let isMixed = false;
  let latest = -1;
  return {
    apply(row, stored) {
      if (!stored) {
        texts.delete(row);
        return;
      }
      if (!texts.has(row)) {
        if (row < latest) isMixed = true;
        latest = Math.max(latest, row);
      }
      texts.set(row, textOf(stored));
    },
    // It has to test every text, so other indexes go first.
    count: () => Number.POSITIVE_INFINITY,
    find({ words }) {
      const found: number[] = [];
      for (const [row, text] of texts) if (hasAll(text, words)) found.push(row);
      return isMixed ? ascending(found) : found;
    },
    holds: ({ words }, row) => hasAll(texts.get(row) ?? "", words),
  };
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Index of rows in an order. */
export interface OrderIndex extends RowIndex {
  /** Sorts these rows, or all. */
  ordered(rows?: readonly number[]): readonly number[];
  keyOf(row: number): SortKey;
}

/** Below this share of all rows, the rows are sorted. Above it, the sorted list of all rows is filtered. */
const SORTED_SHARE = 1 / 16;

export function createOrderIndex({ keyOf, compare, isReversed }: Ordering): OrderIndex {
  type Element = { readonly key: SortKey; readonly row: number };
  const turned = isReversed ? -1 : 1;
  const inOrder = (one: Element, other: Element): number =>
    compare(one.key, other.key) || turned * (one.row - other.row);
  const list = createSortedList<Element>(inOrder);
  const elements = new Map<number, Element>();
  return {
    apply(row, stored) {
      const before = elements.get(row);
      if (before) list.delete(before);
      elements.delete(row);
      if (!stored) return;
      const element = { key: keyOf(stored), row };
      elements.set(row, element);
      list.add(element);
    },
    ordered(rows) {
      const all = list.all();
      if (!rows) return all.map(({ row }) => row);
      if (rows.length < all.length * SORTED_SHARE)
        return rows
          .map((row) => elements.get(row) as Element)
          .toSorted(inOrder)
          .map(({ row }) => row);
      const wanted = new Set(rows);
      return all.filter(({ row }) => wanted.has(row)).map(({ row }) => row);
    },
    keyOf: (row) => elements.get(row)?.key ?? [],
  };
}

/** Sorts rows by number. */
export function ascending(rows: Iterable<number>): number[] {
  return [...Float64Array.from(rows).toSorted()];
}
