import type { Route } from "../contracts/index.ts";
import type { World } from "./call.ts";
import { type Clock, followClock } from "./clock.ts";
import { type Deliveries, createDeliveries } from "./deliveries/index.ts";
import { createJournal, createRoom } from "./journal/index.ts";
import { type RateLimit, createLimits } from "./limits.ts";
import { type Names, createNames } from "./names.ts";
import type { Store } from "./state/store.ts";
import type { Sender } from "./transports/send.ts";
import { type WeatherSetting, createStation } from "./weather/index.ts";

export interface WorldSettings {
  /** The platform's time, which each world follows until it has its own. */
  readonly clock: Clock;
  readonly seed: string;
  readonly store: Store;
  readonly routes: readonly Route[];
  /** What goes wrong where nothing else was set. */
  readonly weather: readonly WeatherSetting[];
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

/** What organizations have beside their resources; each is made when it is first asked for. */
export interface Worlds extends Names {
  of(organization: string): World;
  names(): Iterable<string>;
  /** Forgets what behaviours remember of an organization: its resources are others now. */
  renew(organization: string): void;
  /** Begins anew with the time, the weather and the limits of another one. */
  fork(from: string, to: string): void;
  forget(organization: string): void;
  /** From now on these operations can be named in journals and in weather. */
  serve(routes: readonly Route[]): void;
  /** How many exchanges all journals keep. */
  journalled(): number;
  /** Drops what is still to be delivered. */
  close(): void;
}

type Beginning = Pick<World, "clock"> & Pick<WorldSettings, "weather" | "rateLimit">;

export function createWorlds(settings: WorldSettings): Worlds {
  const { clock, seed, store, journalLimit, deliveryLimit: limit, sender, notice } = settings;
  let { routes } = settings;
  const worlds = new Map<string, World>();
  const names = createNames(store);
  const room = createRoom(JOURNAL_BYTES);
  /** Of those alone that were asked for them. */
  const deliveries = new Map<string, Deliveries>();
  return {
    ...names,
    of,
    names: () => worlds.keys(),
    renew: (organization) => worlds.get(organization)?.memory.clear(),
    fork(from, to) {
      const { clock: its, weather, limits } = of(from);
      forget(to);
      worlds.set(to, create(to, { clock: its.fork(), weather: weather.get(), rateLimit: limits.get() }));
    },
    forget,
    close() {
      for (const its of deliveries.values()) its.close();
    },
    serve(next) {
      routes = next;
    },
    journalled: () => worlds.values().reduce((sum, { journal }) => sum + journal.size, 0),
  };

  function of(organization: string): World {
    let world = worlds.get(organization);
    // Turned forward or stopped, its clock leaves the others alone; what is done to the platform's, all follow.
    if (!world) worlds.set(organization, (world = create(organization, { ...settings, clock: followClock(clock) })));
    return world;
  }

  function forget(organization: string): void {
    deliveries.get(organization)?.close();
    deliveries.delete(organization);
    worlds.get(organization)?.journal.clear();
    worlds.delete(organization);
  }

  function create(organization: string, { clock: its, weather, rateLimit }: Beginning): World {
    names.take(organization);
    const context = {
      organization,
      clock: its,
      seed,
      limit: journalLimit,
      room,
      get routes() {
        return routes;
      },
    };
    const station = createStation(context, weather);
    return {
      organization,
      clock: its,
      journal: createJournal(context),
      memory: new Map(),
      weather: station,
      limits: createLimits(its, rateLimit),
      deliveries() {
        let told = deliveries.get(organization);
        if (!told) {
          told = createDeliveries({ organization, clock: its, seed, store, sender, weather: station, limit, notice });
          deliveries.set(organization, told);
        }
        return told;
      },
    };
  }
}
