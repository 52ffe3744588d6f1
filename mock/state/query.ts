import type { Stored } from "./stored.ts";
import type { Json } from "../../contracts/index.ts";

/**
 * A query over the resources of a collection. The function that reads a part of a resource must be pure, and the same
 * object each time, because it identifies an index.
 */
export interface Query {
  /** Conditions that a resource must match, all of them. */
  readonly conditions: readonly Condition[];
  /** Default: the order of creation, or its reverse. */
  readonly order?: Ordering | undefined;
}

/** A condition on a resource. */
export type Condition = KeyCondition | BoundCondition | TextCondition;

/** Matches if one of the keys is wanted. */
export interface KeyCondition {
  readonly kind: "among";
  readonly keysOf: (stored: Stored) => readonly string[];
  readonly wanted: ReadonlySet<string>;
}

export type Measure = number | string;
export type Relation = ">" | ">=" | "<" | "<=";

/** Matches if one of the measures is on one side of a bound. Measures are all numbers or all strings. */
export interface BoundCondition {
  readonly kind: "within";
  readonly measuresOf: (stored: Stored) => readonly Measure[];
  readonly relation: Relation;
  readonly bound: Measure;
}

/** Matches if the text contains all words. */
export interface TextCondition {
  readonly kind: "containing";
  readonly textOf: (stored: Stored) => string;
  readonly words: readonly string[];
}

/** An order of resources. */
export interface Ordering {
  /** True if the later of two equal resources comes first. */
  readonly isReversed: boolean;
  readonly keyOf: (stored: Stored) => SortKey;
  readonly compare: (one: SortKey, other: SortKey) => number;
}

export type SortKey = readonly (Json | undefined)[];

/** The result of a query. */
export interface QueryResult {
  /** The numbers of the resources, in order. It may be a part of an index, so it is valid until the next change. */
  readonly rows: readonly number[];
  read(row: number): Stored | undefined;
  /** Sort key of a row, if the query has an order. */
  keyOf(row: number): SortKey;
}

/** The result of a query without resources. */
export const emptyResult: QueryResult = { rows: [], read: () => undefined, keyOf: () => [] };
