import type { Route } from "../../contracts/index.ts";
import type { Clock } from "../engine/clock.ts";
import type { WeatherSetting } from "./catalogue.ts";
import { type DeliverySky, createDeliverySky } from "./deliveries/delivery-faults.ts";
import { callFronts, createFronts, deliveryFronts } from "./active-fault.ts";
import { checkedWeather } from "./settings.ts";
import { type Sky, createSky } from "./call-faults.ts";

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
  /** What strikes calls; undefined where nothing may. */
  readonly sky: Sky | undefined;
  /** What strikes deliveries; undefined where nothing may. */
  readonly deliverySky: DeliverySky | undefined;
}

interface StationContext {
  readonly organization: string;
  readonly clock: Clock;
  readonly seed: string;
  readonly routes: readonly Route[];
}

/** A station that begins with settings that were checked before. */
export function createStation(context: StationContext, initial: readonly WeatherSetting[]): Station {
  let settings = initial;
  let skies = skiesOf(context, initial);
  return {
    get: () => settings,
    set(given) {
      settings = checkedWeather(given, context.routes);
      skies = skiesOf(context, settings);
    },
    get sky() {
      return skies.calls;
    },
    get deliverySky() {
      return skies.deliveries;
    },
  };
}

function skiesOf({ organization, clock, seed }: StationContext, settings: readonly WeatherSetting[]) {
  const fronts = createFronts(settings, `${seed} weather ${organization}`);
  const [calls, deliveries] = [callFronts(fronts), deliveryFronts(fronts)];
  return {
    calls: calls.length === 0 ? undefined : createSky(clock, seed, calls),
    deliveries: deliveries.length === 0 ? undefined : createDeliverySky(seed, deliveries),
  };
}
