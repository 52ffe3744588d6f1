import type { Stored } from "./stored.ts";
import type { Json } from "../../contracts/index.ts";

/**
 * What is asked of the resources of a collection. What is taken of a resource is a function of its own, which is the
 * same one each time: it stands for the index that is kept of it. It must be pure.
 */
export interface Query {
  /** All of them hold. */
  readonly conditions: readonly Condition[];
  /** The order of creation, or its reverse, if not said. */
  readonly order?: Ordering | undefined;
}

/** What a resource has to be like. */
export type Condition = Among | Within | Containing;

/** One of its keys is among those that are wanted. */
export interface Among {
  readonly kind: "among";
  readonly keysOf: (stored: Stored) => readonly string[];
  readonly wanted: ReadonlySet<string>;
}

export type Measure = number | string;
export type Relation = ">" | ">=" | "<" | "<=";

/** One of its measures, which are all numbers or all texts, is on one side of a bound. */
export interface Within {
  readonly kind: "within";
  readonly measuresOf: (stored: Stored) => readonly Measure[];
  readonly relation: Relation;
  readonly bound: Measure;
}

/** Its text has all words in it. */
export interface Containing {
  readonly kind: "containing";
  readonly textOf: (stored: Stored) => string;
  readonly words: readonly string[];
}

/** What resources are sorted by. */
export interface Ordering {
  /** Whether, of two that are the same in it, the one that was created last comes first. */
  readonly isReversed: boolean;
  readonly keyOf: (stored: Stored) => SortKey;
  readonly compare: (one: SortKey, other: SortKey) => number;
}

export type SortKey = readonly (Json | undefined)[];

/** The resources that a query found, in their order, each by a number that stands for it. */
export interface Selected {
  readonly rows: readonly number[];
  read(row: number): Stored | undefined;
  /** What a row is sorted by, where the query has an order. */
  keyOf(row: number): SortKey;
}

/** What a query finds where there is nothing. */
export const nothingFound: Selected = { rows: [], read: () => undefined, keyOf: () => [] };
