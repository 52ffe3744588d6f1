import type { Json } from "../../contracts/index.ts";
import type { Awaitable } from "../model/awaitable.ts";
import type { Database } from "../postgres/database.ts";
import type { Sql } from "../postgres/sql.ts";
import type { BaseCollections } from "./base-collections.ts";
import type { Stored } from "./stored.ts";
import type { Refusal } from "../model/problem.ts";
import type { Query, QueryResult } from "./query.ts";

/** Address of a resource: organization, collection (a concrete path) and id. */
export interface Address {
  readonly organization: string;
  readonly collection: string;
  readonly id: string;
}

/** Place of a resource in an organization. */
export type ItemPlace = Omit<Address, "organization">;

/** The contents of an organization, as plain data. */
export interface Contents {
  /** The last number that `next` returned. */
  readonly counter: number;
  /** The items of the non-empty collections, by id, in the order of creation. */
  readonly collections: ReadonlyMap<string, ReadonlyMap<string, Stored>>;
}

/** Selects a part of a collection. */
export interface StorePage {
  readonly offset: number;
  readonly limit: number;
  /** True to read the collection from its end, the latest item first. */
  readonly isReversed?: boolean;
}

/** Returns the next state of a resource. Null deletes it, and a refusal changes nothing. */
export type Step = (current: Stored | undefined) => Stored | null | Refusal;

/** The changes of one request, which are stored together or not at all. */
export interface Unit {
  /** The store with the changes of the request. */
  readonly store: Store;
  /**
   * Stores the changes.
   * @throws StorageError if they cannot be stored, StaleUnit if another process has changed what they are based on. Then
   * none of them is stored.
   */
  commit(): Awaitable<void>;
  /** Discards the changes. */
  rollback(): Awaitable<void>;
}

/** Ways to lock a name. */
export type LockKind = "wait" | "share" | "try";

/** Settings of an organization that processes share, as they are stored. Null for a part that was never changed. */
export interface SharedSettings {
  /** Null if none are stored any more. */
  readonly version: string | null;
  readonly clock: Json;
  readonly faults: Json;
  readonly rateLimit: Json;
}

/** Beginning of a request, from a state that processes share. */
export interface Arrival {
  /** Settings of the organization, if their version is not the given one. */
  readonly settings: SharedSettings | undefined;
  /** The store, which has read the item for its first use. */
  readonly store: Store;
}

/** The state of the mock, by organization. */
export interface Store {
  /**
   * Begins a unit of changes. A store without it stores each change separately. A direct unit never ends with
   * `StaleUnit`, and is slower.
   */
  begin?(isDirect?: boolean): Unit;
  /** Runs work after the changes of the unit are stored, and never if they are discarded. Only in the store of a unit. */
  afterCommit?(work: () => void): void;
  /** Statements of the unit, which are stored or discarded with its changes. Only in the store of a unit in a database. */
  readonly sql?: Sql | undefined;
  /** Tests whether changes can be stored. @throws StorageError if they cannot. */
  tryWriting?(): Awaitable<void>;
  read(address: Address): Awaitable<Stored | undefined>;
  /** Returns a page of a collection in the order of creation, and the number of all items. */
  list(
    organization: string,
    collection: string,
    page: StorePage,
  ): Awaitable<{ items: readonly Stored[]; total: number }>;
  /**
   * Returns the resources of a collection that match a query, by indexes. Stores without it are read as a whole, and so
   * are stores that show other values than they keep.
   */
  readonly select?: ((organization: string, collection: string, query: Query) => Awaitable<QueryResult>) | undefined;
  /** Returns the names of the non-empty collections of an organization. */
  readonly collections?: ((organization: string) => Awaitable<readonly string[]>) | undefined;
  /** Applies a pure step atomically, and returns its result. */
  change(address: Address, step: Step): Awaitable<Stored | null | Refusal>;
  /** Returns the index of a resource in its collection, in the order of creation. */
  position(address: Address): Awaitable<number | undefined>;
  /** Deletes all collections below a path. */
  forgetBelow(organization: string, path: string): Awaitable<void>;
  /** Returns the next number of the organization, from 1. No number is returned twice. */
  next(organization: string): Awaitable<number>;
  /** Replaces the contents of an organization by a copy of those of another one. */
  fork(from: string, to: string): Awaitable<void>;
  /**
   * Gives a new organization the contents and the shared settings of another one. Returns its name: the beginning, and a
   * number. Absent if no other process shares the state.
   */
  forkNew?(from: string, beginning: string): Promise<string>;
  /** Returns the names of the organizations that have resources. */
  organizations(): Awaitable<readonly string[]>;
  /** Returns the number of resources of all organizations. */
  size(): Awaitable<number>;
  /** Returns the contents of an organization. */
  dump(organization: string): Awaitable<Contents>;
  /** Replaces the contents of an organization, atomically. */
  load(organization: string, contents: Contents): Awaitable<void>;
  /** Deletes everything of an organization. It then has the items of the base, as a new one. */
  reset(organization: string): Awaitable<void>;
  /**
   * Reads the settings of an organization, if they have another version than the given one, and the item that a request
   * names, together. Null is the version of no settings, and undefined reads them in any case. Absent if no other process
   * shares the state.
   */
  arrive?(organization: string, version: string | null | undefined, item?: ItemPlace): Promise<Arrival>;
  /**
   * Makes all processes drop what they have cached of an organization, when the changes of the unit are stored. Absent if
   * no other process shares the state.
   */
  touch?(organization: string): Promise<void>;
  /**
   * Waits until no other unit has the lock of that name, and keeps it to the end of the unit. Units that share it have it
   * together. One that tries does not wait, and returns false if another unit has it. Where one process has the state, any
   * lock waits for the changes of other units. Only in the store of a unit.
   */
  lock?(organization: string, name: string, kind?: LockKind): Promise<boolean>;
  /**
   * Keeps an item as it is to the end of the unit. What was read of it before may have changed since. Absent if units run
   * one at a time.
   */
  keep?(address: Address): Promise<void>;
  /** Returns the names of all organizations that begin with a text, also of those without resources. */
  namesFrom?(start: string): Promise<readonly string[]>;
  /** True if the state may be older than the process, or is shared with others. */
  readonly isLasting?: boolean;
  /** Database that keeps the state, if other processes can share it. */
  readonly database?: Database | undefined;
  /** Sets the items of new organizations, and of those that were never changed. A store without it has no base. */
  readonly setBase?: ((base: BaseCollections | undefined) => void) | undefined;
}
