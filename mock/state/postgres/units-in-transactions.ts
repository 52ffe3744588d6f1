import type { Database } from "../../postgres/database.ts";
import type { Sql, SqlTransaction, Statement } from "../../postgres/sql.ts";
import { keyOf } from "../storage-names.ts";
import type { Store, Unit } from "../store.ts";

const locks = {
  wait: { name: "unit_lock", text: "SELECT pg_advisory_xact_lock(hashtextextended($1, 1)), true AS locked" },
  attempt: { name: "unit_try_lock", text: "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS locked" },
} satisfies Record<string, Statement>;

/**
 * Creates the function `begin` of a store, for units that are transactions. A transaction begins with the first change
 * or lock, so that a request that changes nothing costs none.
 * @param storeOn makes the functions of the store on other connections.
 */
export function unitsOf(
  database: Database,
  store: Store,
  storeOn: (sql: Sql, transact: Database["transact"]) => Store,
): (this: Store) => Unit {
  return function begin(this: Store): Unit {
    let transaction: Promise<SqlTransaction> | undefined;
    const touched = new Set<string>();
    let afterCommit: (() => void)[] = [];
    const current = (): Promise<Sql> => transaction ?? Promise.resolve(database);
    const changing = (): Promise<Sql> => (transaction ??= database.begin());
    const sql: Sql = {
      rows: async (statement, values) => (await current()).rows(statement, values),
      count: async (statement, values) => (await changing()).count(statement, values),
    };
    const isOfStore = ([name]: [string, unknown]): boolean => this[name as keyof Store] === store[name as keyof Store];
    const replaced = Object.fromEntries(
      Object.entries(storeOn(sql, async (work) => work(await changing()))).filter(isOfStore),
    ) as Partial<Store>;
    return {
      store: {
        ...this,
        ...replaced,
        lock,
        touch: async (organization) => void touched.add(organization),
        afterCommit: (work) => void afterCommit.push(work),
      },
      async commit() {
        // Last, because the row of the organization is locked from then on.
        for (const organization of touched) await storeOn(await changing(), database.transact).touch?.(organization);
        const open = transaction;
        transaction = undefined;
        await (await open)?.commit();
        for (const work of afterCommit) work();
        afterCommit = [];
      },
      async rollback() {
        const open = transaction;
        transaction = undefined;
        await (await open?.catch(() => undefined))?.rollback();
      },
    };

    async function lock(organization: string, name: string, isTried = false): Promise<boolean> {
      const statement = isTried ? locks.attempt : locks.wait;
      const [row] = await (
        await changing()
      ).rows<{ locked: boolean }>(statement, [`${keyOf(organization)} ${keyOf(name)}`]);
      return row?.locked === true;
    }
  };
}
