import { StorageError } from "../model/storage-error.ts";
import type { Store, Unit } from "./store.ts";
import type { Awaitable } from "../model/awaitable.ts";

/** Functions of a store that group changes into a transaction. */
export interface Transaction {
  begin(): void;
  /** Stores the changes. @throws StorageError if they cannot be stored. Then none of them is. */
  commit(): void;
  /** Discards the changes since `begin`. */
  rollback(): void;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A unit with changes. */
interface OpenUnit {
  fault: StorageError | undefined;
}

/**
 * Stores or discards the changes of a request together. There is one transaction at a time. Another change waits until
 * the open transaction has ended, but at most until the next turn of the event loop, because the open unit may wait for
 * that very change (a custom behaviour that calls the mock). It then joins the open transaction, and is lost with it if
 * the storage fails. A change without a unit is stored at once, with everything in the transaction that it joins: a
 * later rollback discards nothing that was acknowledged.
 */
export function withUnits<T extends Store>(store: T, transaction: Transaction): T & Required<Pick<Store, "begin">> {
  /** Units with changes in the open transaction. Empty if there is none. */
  const openUnits = new Set<OpenUnit>();

  const storeWithUnits: Store & Required<Pick<Store, "begin">> = {
    ...store,
    ...wrapChanges(runWithoutUnit),
    begin: beginUnit,
  };
  return storeWithUnits as T & Required<Pick<Store, "begin">>;

  /** Methods that replace those of the store, for units of a store that spreads this one. */
  function beginUnit(this: Store): Unit {
    const unit: OpenUnit = { fault: undefined };
    let afterCommit: (() => void)[] = [];
    const changes = wrapChanges((work) => runInUnit(unit, work));
    const unitStore: Writable<Store> = {
      ...this,
      afterCommit: (work) => void afterCommit.push(work),
      async lock() {
        await runInUnit(unit, () => undefined);
        return true;
      },
    };
    // Assigned one by one, because this runs for each request that may change something.
    if (this.change === storeWithUnits.change) unitStore.change = changes.change;
    if (this.forgetBelow === storeWithUnits.forgetBelow) unitStore.forgetBelow = changes.forgetBelow;
    if (this.next === storeWithUnits.next) unitStore.next = changes.next;
    if (this.fork === storeWithUnits.fork) unitStore.fork = changes.fork;
    if (this.load === storeWithUnits.load) unitStore.load = changes.load;
    if (this.reset === storeWithUnits.reset) unitStore.reset = changes.reset;
    return {
      store: unitStore,
      commit() {
        if (unit.fault) throw unit.fault;
        if (openUnits.has(unit)) {
          failingTogether(transaction.commit);
          openUnits.clear();
        }
        for (const work of afterCommit) work();
        afterCommit = [];
      },
      rollback() {
        // Changes of others in the same transaction stay.
        if (openUnits.delete(unit) && openUnits.size === 0) transaction.rollback();
      },
    };
  }

  function runInUnit<R>(unit: OpenUnit, work: () => Awaitable<R>): Awaitable<R> {
    const runInTransaction = (): Awaitable<R> => {
      if (unit.fault) throw unit.fault;
      if (openUnits.size === 0) failingTogether(transaction.begin);
      openUnits.add(unit);
      return failingTogether(work);
    };
    if (openUnits.size === 0 || openUnits.has(unit)) return runInTransaction();
    return nextTurn().then(runInTransaction);
  }

  function runWithoutUnit<R>(work: () => Awaitable<R>): Awaitable<R> {
    if (openUnits.size === 0) return work();
    return nextTurn().then(() => failingTogether(() => committedResult(work())));
  }

  /** Result of a change without a unit, after it is stored. */
  function committedResult<R>(result: R): R {
    if (openUnits.size > 0) transaction.commit();
    openUnits.clear();
    return result;
  }

  /** Ends the transaction after a failure of the storage: all of its changes are lost. */
  function failingTogether<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (error instanceof StorageError) {
        for (const openUnit of openUnits) openUnit.fault = error;
        if (openUnits.size > 0) transaction.rollback();
        openUnits.clear();
      }
      throw error;
    }
  }

  function wrapChanges(run: <R>(work: () => Awaitable<R>) => Awaitable<R>) {
    return {
      change: (address, step) => run(() => store.change(address, step)),
      forgetBelow: (organization, path) => run(() => store.forgetBelow(organization, path)),
      next: (organization) => run(() => store.next(organization)),
      fork: (from, to) => run(() => store.fork(from, to)),
      load: (organization, contents) => run(() => store.load(organization, contents)),
      reset: (organization) => run(() => store.reset(organization)),
    } satisfies Partial<Store>;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
