import type { World } from "../calls/call.ts";
import type { RateLimit } from "../calls/limits.ts";
import type { FaultState } from "../faults/index.ts";
import { type ClockState, UNMOVED_CLOCK } from "../model/clock.ts";
import type { Database } from "../postgres/database.ts";
import type { Statement } from "../postgres/sql.ts";
import { encodeName, decodeName } from "../state/storage-names.ts";
import type { ItemPlace, SharedSettings, Store } from "../state/store.ts";

/** Settings of an organization, as they are stored. */
interface Settings extends Pick<SharedSettings, "version"> {
  readonly clock: ClockState | null;
  readonly faults: FaultState | null;
  readonly rateLimit: RateLimit | null;
}

/** A store that other processes share. */
interface SharedStore {
  readonly arrive: NonNullable<Store["arrive"]>;
  readonly database: Database;
}

/** Clock, faults and limits of organizations that several processes share. */
export interface Tenants {
  /**
   * Brings a world to the state of the shared one. Waits until earlier changes of this process are stored.
   * @param item the item that a request names. The store that is returned has read it.
   */
  refresh(world: World, item?: ItemPlace): Promise<Store>;
  /** Waits until earlier changes of this process are stored. @throws StorageError if one failed. */
  settle(world: World): Promise<void>;
  /** Runs a change of a world on the shared state, one at a time, and stores the result. */
  exclusively<T>(world: World, change: () => T): Promise<T>;
  /** Runs a change after the earlier ones. `refresh` waits for it, and fails if it failed. */
  enqueue(world: World, work: () => Promise<unknown>): void;
  /** Gives a new organization the clock, the faults and the limits of another one. */
  fork(from: string, to: string): Promise<void>;
  /** Deletes what an organization owns here. */
  forget(organization: string): Promise<void>;
  /** Names of the organizations whose clock, faults, limits or webhooks were changed. */
  names(): Promise<readonly string[]>;
}

/** State of a world that no process has changed. */
export interface InitialState {
  readonly faults: FaultState["settings"];
  readonly rateLimit: RateLimit;
}

const statements = {
  lock: {
    name: "tenant_lock",
    text: `INSERT INTO tenant AS tenant (organization, version) VALUES ($1, nextval('tenant_version'))
      ON CONFLICT (organization) DO UPDATE SET version = excluded.version
      RETURNING version, clock, faults, rate_limit AS "rateLimit"`,
  },
  write: {
    name: "tenant_write",
    text: "UPDATE tenant SET clock = $2, faults = $3, rate_limit = $4 WHERE organization = $1",
  },
  fork: { name: "tenant_fork", text: "SELECT fork_settings($1, $2)" },
  forget: { name: "tenant_forget", text: "DELETE FROM tenant WHERE organization = $1" },
  forgetBuckets: { name: "tenant_forget_buckets", text: "DELETE FROM bucket WHERE organization = $1" },
  names: { name: "tenant_names", text: "SELECT organization FROM tenant" },
} satisfies Record<string, Statement>;

/** Creates the shared parts of worlds in PostgreSQL. `initial` is the state of an organization without a row. */
export function createTenants(store: SharedStore, initial: InitialState): Tenants {
  const { database } = store;
  /** Version of the row that a world shows. Null for one without a row, undefined if it must be read again. */
  const versions = new WeakMap<World, string | null | undefined>();
  const pending = new WeakMap<World, Promise<unknown>>();

  return {
    async refresh(world, item) {
      await awaitPending(world);
      const asked = shownVersion(world);
      const arrival = await store.arrive(world.organization, asked, item);
      // Written by `exclusively`. A change of this process may have been stored since.
      if (arrival.settings && shownVersion(world) === asked)
        applySettings(world, arrival.settings as unknown as Settings);
      return arrival.store;
    },
    settle: awaitPending,
    exclusively,
    enqueue(world, work) {
      const working = (pending.get(world) ?? Promise.resolve()).then(work);
      // `refresh` reports the failure.
      working.catch(() => versions.set(world, undefined));
      pending.set(world, working);
    },
    async fork(from, to) {
      await database.count(statements.fork, [encodeName(from), encodeName(to)]);
    },
    async forget(organization) {
      await database.count(statements.forgetBuckets, [encodeName(organization)]);
      await database.count(statements.forget, [encodeName(organization)]);
    },
    async names() {
      const rows = await database.rows<{ organization: string }>(statements.names, []);
      return rows.map(({ organization }) => decodeName(organization));
    },
  };

  async function awaitPending(world: World): Promise<void> {
    const earlier = pending.get(world);
    if (earlier)
      await earlier.finally(() => {
        if (pending.get(world) === earlier) pending.delete(world);
      });
  }

  async function exclusively<T>(world: World, change: () => T): Promise<T> {
    const organization = encodeName(world.organization);
    let isChanged = false;
    try {
      return await database.transact(async (sql) => {
        const [row] = (await sql.rows<Settings>(statements.lock, [organization])) as [Settings];
        applySettings(world, row);
        isChanged = true;
        const result = change();
        const { clock, faults, rateLimit } = captureSettings(world);
        await sql.count(statements.write, [
          organization,
          ...[clock, faults, rateLimit].map((part) => JSON.stringify(part)),
        ]);
        return result;
      });
    } catch (error) {
      // The world shows what was not stored.
      if (isChanged) versions.set(world, undefined);
      throw error;
    }
  }

  function shownVersion(world: World): string | null | undefined {
    // A new world shows the state of an organization without a row.
    if (versions.has(world)) return versions.get(world);
    return null;
  }

  function applySettings(world: World, { version, clock, faults, rateLimit }: Settings): void {
    world.clock.restore(clock ?? UNMOVED_CLOCK);
    world.faults.restore({ settings: faults?.settings ?? initial.faults, counters: faults?.counters ?? [] });
    world.limits.set(rateLimit ?? initial.rateLimit);
    world.cache.clear();
    // Memory of behaviours belongs to the process. An organization that ended elsewhere has none.
    if (version === null) world.memory.clear();
    versions.set(world, version);
  }
}

function captureSettings({ clock, faults, limits }: World) {
  const { burst, perSecond } = limits.get();
  return { clock: clock.state(), faults: faults.state(), rateLimit: { burst, perSecond } };
}
