import { runInBackground } from "../model/background.ts";
import { type EnumPolicy, type Route, omitUndefined } from "../../contracts/index.ts";
import type { World } from "../calls/call.ts";
import { type Clock, followClock } from "../model/clock.ts";
import {
  type Deliveries,
  type PostgresDeliveries,
  createDeliveries,
  createSharedDeliveries,
} from "../deliveries/index.ts";
import { type SharedJournal, type WritableJournal, createJournal, createMemoryBudget } from "../journal/index.ts";
import { type RateLimit, createLimits } from "../calls/limits.ts";
import { createSharedBuckets } from "../calls/shared-buckets.ts";
import { type Names, beginForkName, createNames } from "./names.ts";
import type { Awaitable } from "../model/awaitable.ts";
import type { Replicas } from "../postgres/replicas.ts";
import type { Store } from "../state/store.ts";
import type { Sender } from "../deliveries/send.ts";
import { type FaultSetting, createFaultController } from "../faults/index.ts";
import { type Tenants, createTenants } from "./tenants.ts";

export interface WorldSettings {
  /** Clock of the platform. Each world follows it until it has its own time. */
  readonly clock: Clock;
  readonly seed: string;
  /** Decides about enums that do not say whether values may be added. */
  readonly enums: EnumPolicy;
  readonly store: Store;
  readonly routes: readonly Route[];
  /** Faults of organizations that have not set their own. */
  readonly faults: readonly FaultSetting[];
  /** Rate limit of organizations that have not set their own. */
  readonly rateLimit: RateLimit;
  readonly journalLimit: number;
  /** Processes that share the database of the store. */
  readonly replicas?: Replicas | undefined;
  /** Journals that other processes share. Without it, each world has one in memory. */
  readonly sharedJournal?: SharedJournal | undefined;
  /** Number of finished deliveries that each organization keeps. */
  readonly deliveryLimit: number;
  /** Maximum number of pending deliveries of each organization. */
  readonly pendingLimit: number;
  /** Sends deliveries to webhooks. */
  readonly sender: Sender;
  /** Called with a line of text for the person who runs the mock. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Maximum size of all journals together, in bytes. */
const JOURNAL_BYTES = 64 * 1024 * 1024;

/** Maximum number of empty worlds that are kept, or the number of worlds that are not empty if that is higher. */
export const MAX_IDLE = 1000;

/** Everything of organizations except their resources. A world is created on first use. */
export interface Worlds extends Pick<Names, "reserve"> {
  /** Returns the world for a request. An empty world may be dropped later, and is created again for the next request. */
  of(organization: string): World;
  /** Returns the world for a test or the control API, which may keep it. It stays until the organization ends. */
  keep(organization: string): World;
  /** Names of the organizations that called or were changed, in any process that shares them. */
  names(): Awaitable<Iterable<string>>;
  journals(): readonly WritableJournal[];
  /** Clears the memory of behaviours for an organization whose resources were replaced. */
  renew(organization: string): Awaitable<void>;
  /** Creates an organization with the state, the time, the faults and the limits of another one. Returns its name. */
  fork(from: string, to: string | undefined): Promise<string>;
  forget(organization: string): Awaitable<void>;
  /** Parts of worlds that other processes share. Undefined if no other process shares them. */
  readonly tenants: Tenants | undefined;
  /** Sets the operations that journal queries and faults can name. */
  serve(routes: readonly Route[]): void;
  /** Number of exchanges in all journals. */
  journalled(): number;
  /** Starts to deliver what other processes leave, if they share the state. @throws ToolError "missing-package". */
  open(): Promise<void>;
  /** Plans the deliveries of an organization anew whose clock was changed. */
  reschedule(organization: string): Promise<void>;
  /** Drops pending deliveries, or leaves them to other processes after so many milliseconds. */
  close(grace?: number): Awaitable<void>;
}

interface WorldEntry {
  readonly world: World;
  /** Order of the last use. A later use has a higher number. */
  lastUse: number;
  isPinned: boolean;
}

type InitialWorld = Pick<World, "clock"> & Pick<WorldSettings, "faults" | "rateLimit">;

export function createWorlds(settings: WorldSettings): Worlds {
  const { clock, seed, store, journalLimit, replicas, sharedJournal, deliveryLimit: limit, sender, notice } = settings;
  let { routes } = settings;
  const worlds = new Map<string, WorldEntry>();
  let uses = 0;
  /** Number of worlds above which idle ones are searched. */
  let searchThreshold = MAX_IDLE;
  const { database } = store;
  const { arrive } = store;
  const tenants = database && arrive && createTenants({ database, arrive }, settings);
  const names = createNames(store);
  const journalBudget = createMemoryBudget(JOURNAL_BYTES);
  /** Deliveries of worlds that have used them. */
  const deliveries = new Map<string, Deliveries>();
  const shared =
    database &&
    replicas &&
    createSharedDeliveries({
      database,
      replicas,
      async deliveriesOf(organization) {
        const { world } = openEntry(organization);
        // Another process may have changed its clock and its faults.
        await tenants?.refresh(world);
        return world.deliveries() as PostgresDeliveries;
      },
    });
  return {
    reserve: names.reserve,
    of: (organization) => openEntry(organization).world,
    keep(organization) {
      const entry = openEntry(organization);
      // A world that other processes share can be read again.
      entry.isPinned = !tenants;
      return entry.world;
    },
    // In this process, there may be worlds of organizations that ended in another one.
    names: () => (tenants ? sharedNames(tenants) : worlds.keys()),
    journals: () => [...worlds.values()].map(({ world }) => world.journal),
    tenants,
    renew(organization) {
      worlds.get(organization)?.world.memory.clear();
      worlds.get(organization)?.world.cache.clear();
      return store.touch?.(organization);
    },
    async fork(from, to) {
      await tenants?.settle(openEntry(from).world);
      const [fork] = await Promise.all([forkState(from, to), tenants?.refresh(openEntry(from).world)]);
      const { clock: worldClock, faults, limits } = openEntry(from).world;
      const world = createWorld(fork, { clock: followClock(clock), faults: faults.get(), rateLimit: limits.get() });
      world.clock.restore(worldClock.state());
      worlds.set(fork, { world, lastUse: ++uses, isPinned: !tenants });
      return fork;
    },
    forget: forgetEverywhere,
    open: async () => shared?.open(),
    reschedule: async (organization) => shared?.reschedule(organization, openEntry(organization).world.clock),
    close(grace) {
      for (const each of deliveries.values()) each.close();
      return shared?.close(grace);
    },
    serve(next) {
      routes = next;
    },
    journalled: () => sharedJournal?.size ?? worlds.values().reduce((sum, { world }) => sum + world.journal.size, 0),
  };

  /** Copies what the store has of an organization, to a new name if none is given. */
  async function forkState(from: string, to: string | undefined): Promise<string> {
    // A new name has nothing to forget.
    if (to === undefined && store.forkNew) return store.forkNew(from, beginForkName(from));
    const fork = to ?? (await names.assign(from));
    if (to !== undefined) await forgetEverywhere(to);
    await store.fork(from, fork);
    await tenants?.fork(from, fork);
    return fork;
  }

  async function forgetEverywhere(organization: string): Promise<void> {
    forget(organization);
    await shared?.end(organization);
    await sharedJournal?.of(organization).clear();
    await tenants?.forget(organization);
  }

  async function sharedNames({ names: changed }: Tenants): Promise<Iterable<string>> {
    return [...(await changed()), ...((await sharedJournal?.names()) ?? [])];
  }

  function openEntry(organization: string): WorldEntry {
    let entry = worlds.get(organization);
    if (!entry) {
      // If state cannot be read, nothing is dropped. The next request that reads it reports the reason.
      if (worlds.size >= searchThreshold) forgetIdle().catch(() => {});
      // A change of this clock does not affect other worlds. All worlds follow a change of the platform's clock.
      const world = createWorld(organization, { ...settings, clock: followClock(clock) });
      worlds.set(organization, (entry = { world, lastUse: 0, isPinned: false }));
    }
    entry.lastUse = ++uses;
    return entry;
  }

  /** Drops the empty worlds that were idle longest, because anybody can invent tokens. It runs rarely. */
  async function forgetIdle(): Promise<void> {
    searchThreshold = Infinity;
    const startUse = uses;
    try {
      const withState = new Set(await store.organizations());
      const idle = [...worlds].filter(
        ([name, entry]) => entry.lastUse <= startUse && isIdle(entry) && !withState.has(name),
      );
      idle.sort(([, one], [, other]) => one.lastUse - other.lastUse);
      for (const [name] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE / 2))) forget(name);
    } finally {
      searchThreshold = worlds.size + Math.max(MAX_IDLE / 2, worlds.size - MAX_IDLE);
    }
  }

  /** True if a world equals a new one, apart from its journal and its used limits. */
  function isIdle({ world, isPinned }: WorldEntry): boolean {
    if (isPinned || deliveries.get(world.organization)?.hasPending) return false;
    return world.memory.values().every((value) => !hasEntries(value));
  }

  function forget(organization: string): void {
    deliveries.get(organization)?.close();
    deliveries.delete(organization);
    if (!sharedJournal) runInBackground("clear a journal", () => worlds.get(organization)?.world.journal.clear());
    worlds.delete(organization);
  }

  function createWorld(organization: string, { clock: worldClock, faults, rateLimit }: InitialWorld): World {
    names.reserve(organization);
    const context = {
      organization,
      clock: worldClock,
      seed,
      enums: settings.enums,
      limit: journalLimit,
      budget: journalBudget,
      get routes() {
        return routes;
      },
    };
    const controller = createFaultController(context, faults);
    const world: World = {
      organization,
      clock: worldClock,
      journal: sharedJournal?.of(organization) ?? createJournal(context),
      memory: new Map(),
      cache: new Map(),
      exclusively: tenants && ((change) => tenants.exclusively(world, change)),
      faults: controller,
      limits: createLimits(worldClock, rateLimit, database && createSharedBuckets(database, organization)),
      deliveries() {
        let organizationDeliveries = deliveries.get(organization);
        if (!organizationDeliveries) {
          const createThose = shared?.of ?? createDeliveries;
          organizationDeliveries = createThose(
            omitUndefined({
              organization,
              clock: worldClock,
              seed,
              store,
              sender,
              faults: controller,
              limit,
              pendingLimit: settings.pendingLimit,
              notice,
              exclusively: world.exclusively,
            }),
          );
          deliveries.set(organization, organizationDeliveries);
        }
        return organizationDeliveries;
      },
    };
    return world;
  }
}

/** Checks for memory of behaviours, which is kept in maps and sets. All other memory can be computed again. */
function hasEntries(value: unknown): boolean {
  return (value instanceof Map || value instanceof Set) && value.size > 0;
}
