import type { Route } from "../../contracts/index.ts";
import type { World } from "../calls/call.ts";
import { type Clock, followClock } from "../model/clock.ts";
import { type Deliveries, createDeliveries } from "../deliveries/index.ts";
import { type WritableJournal, createJournal, createMemoryBudget } from "../journal/index.ts";
import { type RateLimit, createLimits } from "../calls/limits.ts";
import { type Names, createNames } from "./names.ts";
import type { Store } from "../state/store.ts";
import type { Sender } from "../deliveries/send.ts";
import { type FaultSetting, createFaultController } from "../faults/index.ts";

export interface WorldSettings {
  /** The platform's time, which each world follows until it has its own. */
  readonly clock: Clock;
  readonly seed: string;
  readonly store: Store;
  readonly routes: readonly Route[];
  /** Faults of organizations that have set none of their own. */
  readonly faults: readonly FaultSetting[];
  /** How fast each may call where nothing else was set. */
  readonly rateLimit: RateLimit;
  readonly journalLimit: number;
  /** How many deliveries that came to an end each keeps. */
  readonly deliveryLimit: number;
  /** Sends what webhooks are told. */
  readonly sender: Sender;
  /** Told what whoever runs the mock should know. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** So many bytes all journals keep together. */
const JOURNAL_BYTES = 64 * 1024 * 1024;

/** So many organizations that have nothing are remembered at most, or as many as there are that have something. */
export const MAX_IDLE = 1000;

/** What organizations have beside their resources; each is made when it is first asked for. */
export interface Worlds extends Names {
  /** For a request: the world is forgotten when it is idle for long, and made anew for the next request. */
  of(organization: string): World;
  /** For a test or the control API, which may hold on to what it is given: the world stays until it is ended. */
  keep(organization: string): World;
  names(): Iterable<string>;
  journals(): readonly WritableJournal[];
  /** Forgets what behaviours remember of an organization: its resources are others now. */
  renew(organization: string): void;
  /** Starts a world with the time, the faults and the limits of another one. */
  fork(from: string, to: string): void;
  forget(organization: string): void;
  /** From now on, journal queries and faults can name these operations. */
  serve(routes: readonly Route[]): void;
  /** How many exchanges all journals keep. */
  journalled(): number;
  /** Drops what is still to be delivered. */
  close(): void;
}

interface Kept {
  readonly world: World;
  /** When it was last asked for: the later, the higher. */
  used: number;
  isPinned: boolean;
}

type Beginning = Pick<World, "clock"> & Pick<WorldSettings, "faults" | "rateLimit">;

export function createWorlds(settings: WorldSettings): Worlds {
  const { clock, seed, store, journalLimit, deliveryLimit: limit, sender, notice } = settings;
  let { routes } = settings;
  const worlds = new Map<string, Kept>();
  let uses = 0;
  /** When there are more worlds than this, idle ones are looked for. */
  let enough = MAX_IDLE;
  const names = createNames(store);
  const room = createMemoryBudget(JOURNAL_BYTES);
  /** Of those alone that were asked for them. */
  const deliveries = new Map<string, Deliveries>();
  return {
    ...names,
    of: (organization) => keptOf(organization).world,
    keep(organization) {
      const kept = keptOf(organization);
      kept.isPinned = true;
      return kept.world;
    },
    names: () => worlds.keys(),
    journals: () => [...worlds.values()].map(({ world }) => world.journal),
    renew: (organization) => worlds.get(organization)?.world.memory.clear(),
    fork(from, to) {
      const { clock: its, faults, limits } = keptOf(from).world;
      forget(to);
      const world = create(to, { clock: its.fork(), faults: faults.get(), rateLimit: limits.get() });
      worlds.set(to, { world, used: ++uses, isPinned: true });
    },
    forget,
    close() {
      for (const its of deliveries.values()) its.close();
    },
    serve(next) {
      routes = next;
    },
    journalled: () => worlds.values().reduce((sum, { world }) => sum + world.journal.size, 0),
  };

  function keptOf(organization: string): Kept {
    let kept = worlds.get(organization);
    if (!kept) {
      // Where state cannot be read, nothing is forgotten; the request that reads it next tells why.
      if (worlds.size >= enough) forgetIdle().catch(() => {});
      // Turned forward or stopped, its clock leaves the others alone; what is done to the platform's, all follow.
      const world = create(organization, { ...settings, clock: followClock(clock) });
      worlds.set(organization, (kept = { world, used: 0, isPinned: false }));
    }
    kept.used = ++uses;
    return kept;
  }

  /** Forgets the quietest of those that have nothing: anybody can make up tokens. Rare enough to cost each world little. */
  async function forgetIdle(): Promise<void> {
    enough = Infinity;
    const began = uses;
    try {
      const withState = new Set(await store.organizations());
      const idle = [...worlds].filter(([name, kept]) => kept.used <= began && isIdle(kept) && !withState.has(name));
      idle.sort(([, one], [, other]) => one.used - other.used);
      for (const [name] of idle.slice(0, Math.max(0, idle.length - MAX_IDLE / 2))) forget(name);
    } finally {
      enough = worlds.size + Math.max(MAX_IDLE / 2, worlds.size - MAX_IDLE);
    }
  }

  /** Whether a world is as one that would be made now, but for its journal and how far its limits are used up. */
  function isIdle({ world, isPinned }: Kept): boolean {
    if (isPinned || (deliveries.get(world.organization)?.list({ status: "pending" }).length ?? 0) > 0) return false;
    return world.memory.values().every((value) => !hasEntries(value));
  }

  function forget(organization: string): void {
    deliveries.get(organization)?.close();
    deliveries.delete(organization);
    worlds.get(organization)?.world.journal.clear();
    worlds.delete(organization);
  }

  function create(organization: string, { clock: its, faults, rateLimit }: Beginning): World {
    names.take(organization);
    const context = {
      organization,
      clock: its,
      seed,
      limit: journalLimit,
      budget: room,
      get routes() {
        return routes;
      },
    };
    const controller = createFaultController(context, faults);
    return {
      organization,
      clock: its,
      journal: createJournal(context),
      memory: new Map(),
      faults: controller,
      limits: createLimits(its, rateLimit),
      deliveries() {
        let told = deliveries.get(organization);
        if (!told) {
          told = createDeliveries({ organization, clock: its, seed, store, sender, faults: controller, limit, notice });
          deliveries.set(organization, told);
        }
        return told;
      },
    };
  }
}

/** Behaviours remember in maps and sets; all else in the memory of a world is read again where it is lacking. */
function hasEntries(value: unknown): boolean {
  return (value instanceof Map || value instanceof Set) && value.size > 0;
}
