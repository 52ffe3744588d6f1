import type { Database } from "../../postgres/database.ts";
import type { Sql, SqlTransaction, Statement } from "../../postgres/sql.ts";
import { StaleUnit } from "../stale-unit.ts";
import { encodeName } from "../storage-names.ts";
import type { LockKind, Store, Unit } from "../store.ts";
import type { ItemWrite, Items } from "./items.ts";
import type { Access } from "./access.ts";

const locks = {
  wait: { name: "unit_lock", text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 1)), true AS locked" },
  share: {
    name: "unit_share_lock",
    text: "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 1)), true AS locked",
  },
  try: { name: "unit_try_lock", text: "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS locked" },
} satisfies Record<LockKind, Statement>;

interface UnitParts {
  readonly database: Database;
  /** The store outside of units. */
  readonly store: Store;
  /** Makes the functions of the store on other connections. */
  readonly storeOn: (access: Access) => Store;
  readonly itemsOn: (sql: Sql) => Items;
}

/**
 * Begins a unit of a store, which may have replaced some of its functions.
 * @param items items outside of units.
 */
type BeginUnit = (whole: Store, items: Items, isDirect?: boolean) => Unit;

/**
 * Creates the function `begin` of a store. The first change of a unit waits for its end: most requests change one item,
 * and the end writes it together with those of other requests, in one statement. Whatever else the unit does before
 * begins a transaction. If the item has changed meanwhile, the unit ends with `StaleUnit`. A direct unit is a
 * transaction from its first change, and takes steps again itself.
 */
export function createUnits({ database, store, storeOn, itemsOn }: UnitParts): BeginUnit {
  return (whole, items, isDirect = false) => {
    let transaction: Promise<SqlTransaction> | undefined;
    let waiting: ItemWrite | undefined;
    let afterCommit: (() => void)[] = [];
    const touched = new Set<string>();

    const sql: Sql = {
      rows: async (statement, values) => (waiting || transaction ? await changing() : database).rows(statement, values),
      count: async (statement, values) => (await changing()).count(statement, values),
    };
    const unitItems: Items = {
      async current(key) {
        if (waiting || transaction) return itemsOn(await changing()).current(key);
        return items.current(key);
      },
      async write(write) {
        if (waiting || transaction || isDirect) return itemsOn(await changing()).write(write);
        waiting = write;
        return true;
      },
    };
    const isOfStore = ([name]: [string, unknown]): boolean => whole[name as keyof Store] === store[name as keyof Store];
    const ownStore = storeOn({
      items: unitItems,
      sql,
      transact: async (work) => work(await changing()),
      addOrganization: async (work) => (transaction ? work(await changing()) : database.transact(work)),
    });
    const replaced = Object.fromEntries(Object.entries(ownStore).filter(isOfStore)) as Partial<Store>;
    return {
      store: {
        ...whole,
        ...replaced,
        lock,
        // As a change without effect: it is written, so that other changes of the item wait for the end or come too late.
        keep: async (address) => void (await ownStore.change(address, (current) => current ?? null)),
        // Part of the unit: all of its statements are in the transaction.
        sql: { ...sql, rows: async (statement, values) => (await changing()).rows(statement, values) },
        touch: async (organization) => void touched.add(organization),
        afterCommit: (work) => void afterCommit.push(work),
      },
      async commit() {
        // Last, because the row of the organization is locked from then on.
        for (const organization of touched) await ownStore.touch?.(organization);
        const [open, write] = [transaction, waiting];
        transaction = waiting = undefined;
        if (write && !(await items.write(write))) throw new StaleUnit();
        await (await open)?.commit();
        for (const work of afterCommit) work();
        afterCommit = [];
      },
      async rollback() {
        const open = transaction;
        transaction = waiting = undefined;
        await (await open?.catch(() => undefined))?.rollback();
      },
    };

    /** The transaction of the unit, with its first change. @throws StaleUnit if that comes too late. */
    async function changing(): Promise<SqlTransaction> {
      const opened = await (transaction ??= database.begin());
      const write = waiting;
      waiting = undefined;
      if (write && !(await itemsOn(opened).write(write))) throw new StaleUnit();
      return opened;
    }

    async function lock(organization: string, name: string, kind: LockKind = "wait"): Promise<boolean> {
      const key = `${encodeName(organization)} ${encodeName(name)}`;
      const [row] = await (await changing()).rows<{ locked: boolean }>(locks[kind], [key]);
      return row?.locked === true;
    }
  };
}
