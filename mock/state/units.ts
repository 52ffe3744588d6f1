import { StorageError } from "../model/storage-error.ts";
import type { Awaitable, Store, Unit } from "./store.ts";

/** Functions of a store that group changes into a transaction. */
export interface Transaction {
  begin(): void;
  /** Stores the changes. @throws StorageError if they cannot be stored. Then none of them is. */
  commit(): void;
  /** Discards the changes since `begin`. */
  rollback(): void;
}

/** A unit with changes. */
interface Member {
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
  const members = new Set<Member>();

  const whole: Store & Required<Pick<Store, "begin">> = { ...store, ...changesOf(outside), begin };
  return whole as T & Required<Pick<Store, "begin">>;

  /** Methods that replace those of the store, for units of a store that spreads this one. */
  function begin(this: Store): Unit {
    const unit: Member = { fault: undefined };
    let later: (() => void)[] = [];
    return {
      store: {
        ...this,
        ...ownOf(
          this,
          changesOf((work) => inside(unit, work)),
        ),
        afterCommit: (work) => void later.push(work),
      },
      commit() {
        if (unit.fault) throw unit.fault;
        if (members.has(unit)) {
          guarded(transaction.commit);
          members.clear();
        }
        for (const work of later) work();
        later = [];
      },
      rollback() {
        // Changes of others in the same transaction stay.
        if (members.delete(unit) && members.size === 0) transaction.rollback();
      },
    };
  }

  function ownOf(caller: Store, changes: Partial<Store>): Partial<Store> {
    if (caller === whole) return changes;
    const isOwn = ([name]: [string, unknown]): boolean => caller[name as keyof Store] === whole[name as keyof Store];
    return Object.fromEntries(Object.entries(changes).filter(isOwn));
  }

  function inside<R>(unit: Member, work: () => Awaitable<R>): Awaitable<R> {
    const join = (): Awaitable<R> => {
      if (unit.fault) throw unit.fault;
      if (members.size === 0) guarded(transaction.begin);
      members.add(unit);
      return guarded(work);
    };
    return members.size === 0 || members.has(unit) ? join() : turn().then(join);
  }

  function outside<R>(work: () => Awaitable<R>): Awaitable<R> {
    return members.size === 0 ? work() : turn().then(() => guarded(() => kept(work())));
  }

  /** Result of a change without a unit, after it is stored. */
  function kept<R>(result: R): R {
    if (members.size > 0) transaction.commit();
    members.clear();
    return result;
  }

  /** Ends the transaction after a failure of the storage: all of its changes are lost. */
  function guarded<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (error instanceof StorageError) {
        for (const member of members) member.fault = error;
        if (members.size > 0) transaction.rollback();
        members.clear();
      }
      throw error;
    }
  }

  function changesOf(run: <R>(work: () => Awaitable<R>) => Awaitable<R>) {
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

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
