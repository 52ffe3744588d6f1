import type { Stored } from "./stored.ts";
import type { Refusal } from "../model/problem.ts";
import type { Query, Selected } from "./query.ts";

export type Awaitable<T> = T | Promise<T>;

/** Where a resource is: in which organization, in which collection (a concrete path), under which id. */
export interface Address {
  readonly organization: string;
  readonly collection: string;
  readonly id: string;
}

/** All that an organization has, as plain data: what a store is asked for as a whole, and can be given back. */
export interface Contents {
  /** The last number that `next` gave out. */
  readonly counter: number;
  /** The items of each collection that is not empty, by id, in the order of creation. */
  readonly collections: ReadonlyMap<string, ReadonlyMap<string, Stored>>;
}

/** A part of a collection. */
export interface StorePage {
  readonly offset: number;
  readonly limit: number;
  /** Whether the collection is read from its end, the latest item first. */
  readonly isReversed?: boolean;
}

/** The next state of a resource; null takes it away; a refusal changes nothing. */
export type Step = (current: Stored | undefined) => Stored | null | Refusal;

/** Changes that are stored together or not at all: those of one request. */
export interface Unit {
  /** The store as the request has it, its own changes included. */
  readonly store: Store;
  /** Stores the changes. @throws StorageError where they cannot be stored; then none of them is. */
  commit(): void;
  /** Takes the changes back. */
  rollback(): void;
}

/** What the mock remembers, by organization. */
export interface Store {
  /** Begins changes that are stored together. A store without it stores each change by itself. */
  begin?(): Unit;
  /** Runs work once the changes of the unit are stored, and never if they are not; only in a unit's store. */
  afterCommit?(work: () => void): void;
  /** Tries to write. @throws StorageError where changes could not be stored now. */
  tryWriting?(): Awaitable<void>;
  read(address: Address): Awaitable<Stored | undefined>;
  /** One page of a collection in the order of creation, and how many there are in all. */
  list(
    organization: string,
    collection: string,
    page: StorePage,
  ): Awaitable<{ items: readonly Stored[]; total: number }>;
  /**
   * The resources of a collection for which a query holds, by indexes that are kept of it. A store without it is read
   * as a whole, and so is one that shows other resources than those that it keeps.
   */
  readonly select?: ((organization: string, collection: string, query: Query) => Awaitable<Selected>) | undefined;
  /** The names of the collections of an organization that have any resource. */
  readonly collections?: ((organization: string) => Awaitable<readonly string[]>) | undefined;
  /** Applies a pure step atomically, and answers what it answered. */
  change(address: Address, step: Step): Awaitable<Stored | null | Refusal>;
  /** Where in its collection a resource is, counting from 0 in the order of creation. */
  position(address: Address): Awaitable<number | undefined>;
  /** Forgets all collections whose paths are below a path. */
  forgetBelow(organization: string, path: string): Awaitable<void>;
  /** A number that was never given out before in the organization, counting from 1. */
  next(organization: string): Awaitable<number>;
  /** Gives an organization all that another one has now, in place of what it had; later changes of one do not reach the other. */
  fork(from: string, to: string): Awaitable<void>;
  /** Names of the organizations that have any resource. */
  organizations(): Awaitable<readonly string[]>;
  /** How many resources there are, of all organizations. */
  size(): Awaitable<number>;
  /** All that an organization has now. */
  dump(organization: string): Awaitable<Contents>;
  /** Gives an organization exactly these contents, in place of what it had, at once. */
  load(organization: string, contents: Contents): Awaitable<void>;
  /** Forgets everything of one organization. */
  reset(organization: string): Awaitable<void>;
}
