import { seededNumber } from "../../contracts/generate/index.ts";
import { type WeatherSetting, weathers } from "./catalogue.ts";
import type { CallWeather, DeliveryWeather, Encounter, Weather } from "./fault.ts";

/** A weather that was set, and how often it has been met. */
export interface Front<Kind = Weather<WeatherSetting>> {
  readonly weather: Kind;
  readonly setting: WeatherSetting;
  readonly counts: Map<string, number>;
  left: number;
  /** What its chances depend on. */
  readonly seed: string;
}

/** What was set, in the order in which it strikes. */
export function createFronts(settings: readonly WeatherSetting[], seed: string): readonly Front[] {
  return settings
    .map((setting, index): Front => ({
      weather: weathers.find(({ id }) => id === setting.id) as Weather<WeatherSetting>,
      setting,
      counts: new Map(),
      left: setting.times ?? Number.POSITIVE_INFINITY,
      seed: `${seed} ${index}`,
    }))
    .toSorted((one, other) => weathers.indexOf(one.weather) - weathers.indexOf(other.weather));
}

/** Those that strike calls. */
export function callFronts(fronts: readonly Front[]): readonly Front<CallWeather<WeatherSetting>>[] {
  return fronts.filter((front): front is Front<CallWeather<WeatherSetting>> => front.weather.strikes !== "deliveries");
}

/** Those that strike deliveries. */
export function deliveryFronts(fronts: readonly Front[]): readonly Front<DeliveryWeather<WeatherSetting>>[] {
  return fronts.filter((front): front is Front<DeliveryWeather<WeatherSetting>> => front.weather.strikes !== "calls");
}

/** What it comes to where a front is met: undefined where it does not strike. What goes by the same name is counted together. */
export function meet(front: Front<unknown>, name: string): Encounter | undefined {
  const { counts, setting, seed, left } = front;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  const chance = (what: string): number => (seededNumber(`${seed} ${name} ${count} ${what}`) >>> 0) / 2 ** 32;
  if (left <= 0 || (setting.probability !== undefined && chance("strike") >= setting.probability)) return undefined;
  return { count, chance };
}

/** What one call or delivery has met. */
export interface Met {
  /** To be asked before a front does something: a strike counts once, however much it does, and none strikes too often. */
  happens(front: Front<{ readonly id: string }>): boolean;
  readonly fronts: ReadonlySet<Front<{ readonly id: string }>>;
}

export function createMet(): Met {
  const fronts = new Set<Front<{ readonly id: string }>>();
  return {
    happens(front) {
      if (fronts.has(front)) return true;
      if (front.left <= 0) return false;
      front.left--;
      fronts.add(front);
      return true;
    },
    fronts,
  };
}
