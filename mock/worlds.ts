import type { Route } from "../contracts/index.ts";
import type { World } from "./call.ts";
import { type Clock, createClock } from "./clock.ts";
import { createJournal } from "./journal/index.ts";
import { type WeatherSetting, createStation } from "./weather/index.ts";

export interface WorldSettings {
  /** The platform's time, which each world follows until it has its own. */
  readonly clock: Clock;
  readonly seed: string;
  readonly routes: readonly Route[];
  /** What goes wrong where nothing else was set. */
  readonly weather: readonly WeatherSetting[];
  readonly journalLimit: number;
}

/** What organizations have beside their resources; each is made when it is first asked for. */
export interface Worlds {
  of(organization: string): World;
  names(): Iterable<string>;
  /** Forgets what behaviours remember of an organization: its resources are others now. */
  renew(organization: string): void;
  /** Begins anew with the time and the weather of another one. */
  fork(from: string, to: string): void;
  forget(organization: string): void;
  /** From now on these operations can be named in journals and in weather. */
  serve(routes: readonly Route[]): void;
  /** How many exchanges all journals keep. */
  journalled(): number;
}

export function createWorlds({ clock, seed, routes, weather: usual, journalLimit }: WorldSettings): Worlds {
  let served = routes;
  const worlds = new Map<string, World>();
  return {
    of,
    names: () => worlds.keys(),
    renew: (organization) => worlds.get(organization)?.memory.clear(),
    fork(from, to) {
      const origin = of(from);
      worlds.set(to, create(to, origin.clock.fork(), origin.weather.get()));
    },
    forget: (organization) => void worlds.delete(organization),
    serve(next) {
      served = next;
    },
    journalled: () => worlds.values().reduce((sum, { journal }) => sum + journal.size, 0),
  };

  function of(organization: string): World {
    let world = worlds.get(organization);
    // Turned forward or stopped, its clock leaves the others alone; what is done to the platform's, all follow.
    if (!world) {
      const ahead = createClock(
        () => clock.now(),
        () => clock.isFrozen,
      );
      worlds.set(organization, (world = create(organization, ahead, usual)));
    }
    return world;
  }

  function create(organization: string, its: Clock, settings: readonly WeatherSetting[]): World {
    const context = {
      organization,
      clock: its,
      seed,
      limit: journalLimit,
      get routes() {
        return served;
      },
    };
    const weather = createStation(context, settings);
    const journal = createJournal(context);
    return { organization, clock: its, journal, memory: new Map(), weather };
  }
}
