import type { Contract, Operation, Route } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/values/index.ts";
import type { Clock } from "../clock.ts";
import type { MockRequest, MockResponse } from "../exchange.ts";
import type { Refusal } from "../problem.ts";
import { type WeatherSetting, weathers } from "./catalogue.ts";
import { checkedWeather, namesOf } from "./settings.ts";
import type { Weather } from "./weather.ts";

/** The weather of one organization, as plain JSON. */
export interface OrganizationWeather {
  get(): readonly WeatherSetting[];
  /**
   * Sets all of it; an empty list is fair weather. All counting begins anew.
   * @throws RangeError where a setting makes no sense; then everything stays as it was.
   */
  set(settings: readonly WeatherSetting[]): void;
}

/** Where the weather of one organization is made. */
export interface Station extends OrganizationWeather {
  /** Undefined in fair weather. */
  readonly sky: Sky | undefined;
}

interface Sky {
  /** The weathers that strike a call; undefined where none does. */
  over(contract: Contract, operation: Operation, request: MockRequest): Strike | undefined;
}

/** What the weather does to one call. */
interface Strike {
  /** With what the call is refused, and not carried out. */
  readonly refusal: Refusal | undefined;
  /** What leaves in place of a response. */
  change(response: MockResponse): MockResponse;
}

interface StationContext {
  readonly organization: string;
  readonly clock: Clock;
  readonly seed: string;
  readonly routes: readonly Route[];
}

/** A weather that was set, and how often it has been met. */
interface Front {
  readonly weather: Weather<WeatherSetting>;
  readonly setting: WeatherSetting;
  readonly names: ReadonlySet<string> | undefined;
  readonly counts: Map<string, number>;
  left: number;
  /** What its chances depend on. */
  readonly seed: string;
}

/** A station that begins with settings that were checked before. */
export function createStation(context: StationContext, initial: readonly WeatherSetting[]): Station {
  let settings = initial;
  let sky = initial.length === 0 ? undefined : createSky(context, initial);
  return {
    get: () => settings,
    set(given) {
      settings = checkedWeather(given, context.routes);
      sky = settings.length === 0 ? undefined : createSky(context, settings);
    },
    get sky() {
      return sky;
    },
  };
}

function createSky({ organization, clock, seed }: StationContext, settings: readonly WeatherSetting[]): Sky {
  const fronts = settings
    .map((setting, index): Front => ({
      weather: weathers.find(({ id }) => id === setting.id) as Weather<WeatherSetting>,
      setting,
      names: setting.operations && new Set(setting.operations),
      counts: new Map(),
      left: setting.times ?? Number.POSITIVE_INFINITY,
      seed: `${seed} weather ${organization} ${index}`,
    }))
    .toSorted((one, other) => weathers.indexOf(one.weather) - weathers.indexOf(other.weather));

  return {
    over(contract, operation, request) {
      const struck = fronts.flatMap((front) => {
        const moment = momentOf(front, contract, operation, request);
        return moment ? [{ front, moment }] : [];
      });
      if (struck.length === 0) return undefined;
      const happened = new Set<Front>();
      return { refusal: firstRefusal(), change };

      function firstRefusal(): Refusal | undefined {
        for (const { front, moment } of struck) {
          const refusal = front.weather.refuse?.(moment);
          if (refusal && happens(front)) return refusal;
        }
        return undefined;
      }

      function change(response: MockResponse): MockResponse {
        let result = response;
        for (const { front, moment } of struck) {
          const changed = front.weather.change?.(result, moment);
          if (changed && happens(front)) result = changed;
        }
        return happened.size === 0 ? response : tell(result);
      }

      /** Counts a strike once, however much it does; of calls at the same time, none gets more than there is. */
      function happens(front: Front): boolean {
        if (happened.has(front)) return true;
        if (front.left <= 0) return false;
        front.left--;
        happened.add(front);
        return true;
      }

      function tell(response: MockResponse): MockResponse {
        const names = new Set(fronts.filter((front) => happened.has(front)).map(({ weather }) => weather.id));
        const headers = { ...response.headers, "concord-weather": [...names].join(", ") };
        const { transport, ...rest } = response;
        const carried = clock.isFrozen ? withoutWaiting(transport) : transport;
        return { ...rest, headers, ...(carried && { transport: carried }) };
      }
    },
  };

  function momentOf(front: Front, contract: Contract, operation: Operation, request: MockRequest) {
    if (front.names && !namesOf(operation).some((name) => front.names?.has(name))) return undefined;
    const name = `${operation.api}/${operation.id}`;
    const count = (front.counts.get(name) ?? 0) + 1;
    front.counts.set(name, count);
    const chance = (what: string): number => (seededNumber(`${front.seed} ${name} ${count} ${what}`) >>> 0) / 2 ** 32;
    const { setting } = front;
    if (front.left <= 0 || (setting.probability !== undefined && chance("strike") >= setting.probability))
      return undefined;
    return { setting, contract, operation, request, count, seed, chance };
  }
}

/** A clock that stands still has no time in which anybody could wait. */
function withoutWaiting(transport: MockResponse["transport"]): MockResponse["transport"] {
  if (!transport) return undefined;
  const { delay: _, pace: __, ...rest } = transport;
  return Object.keys(rest).length === 0 ? undefined : rest;
}
