import { StorageError } from "../model/storage-error.ts";
import type { Awaitable, Store, Unit } from "./store.ts";

/** What a store does to keep several changes together. */
export interface Transaction {
  begin(): void;
  /** Keeps the changes. @throws StorageError where they cannot be kept; then none of them is. */
  commit(): void;
  /** Takes back what was changed since `begin`. */
  rollback(): void;
}

/** A unit that has changed something. */
interface Member {
  fault: StorageError | undefined;
}

/**
 * Lets the changes of one request be kept or taken back together. There is one transaction at a time: a change from
 * elsewhere waits until the open one has ended, but no longer than until the event loop turns, because the unit that
 * holds it may wait for that very change (a custom behaviour that calls the mock). It then takes part in the open
 * transaction, and shares its fate where the storage fails. A change that belongs to no unit is kept at once, and so is
 * everything in the transaction that it takes part in: a later rollback takes back nothing that was acknowledged.
 */
export function withUnits<T extends Store>(store: T, transaction: Transaction): T & Required<Pick<Store, "begin">> {
  /** The units that have changed something in the open transaction; none while no transaction is open. */
  const members = new Set<Member>();

  const whole: Store & Required<Pick<Store, "begin">> = { ...store, ...changesOf(outside), begin };
  return whole as T & Required<Pick<Store, "begin">>;

  /** Of a store that spreads this one and puts something in the place of a method, the unit has that method. */
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
        // What others have changed in the same transaction stays.
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

  /** What a change from outside answered, once it is kept. */
  function kept<R>(result: R): R {
    if (members.size > 0) transaction.commit();
    members.clear();
    return result;
  }

  /** After a failure of the storage nothing of the transaction is left, whoever made the change. */
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
