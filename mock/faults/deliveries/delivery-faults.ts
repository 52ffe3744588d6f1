import type { JsonObject } from "../../../contracts/index.ts";
import type { WeatherSetting } from "../catalogue.ts";
import { type Front, createMet, meet } from "../active-fault.ts";
import type { Message } from "./message.ts";
import type { DeliveryMoment, DeliveryWeather, Hold, Repeat } from "../fault.ts";

type DeliveryFront = Front<DeliveryWeather<WeatherSetting>>;

/** What a weather of deliveries goes by. */
interface Told {
  /** The event type. */
  readonly event: string;
  /** The id of the webhook. */
  readonly webhook: string;
}

/** What strikes deliveries. */
export interface DeliverySky {
  /** The weathers that strike a delivery; undefined where none does. To be asked in the order of what happens. */
  over(told: Told): DeliveryStrike | undefined;
}

/** What the weather does to a delivery, and which weathers do it: none if there is nothing to do. */
type Effect<Done> = Done & { readonly weather: readonly string[] };

/** What the weather does to one delivery; each is to be asked for when it would happen, and counts from then on. */
export interface DeliveryStrike {
  alter(message: Message): Effect<{ readonly body: JsonObject }>;
  hold(): Effect<Hold>;
  forge(): Effect<object>;
  repeat(): Effect<Repeat>;
}

export function createDeliverySky(seed: string, fronts: readonly DeliveryFront[]): DeliverySky {
  return {
    over(told) {
      const struck = fronts.flatMap((front) => {
        const encounter = isMeant(front, told) && meet(front, told.webhook);
        return encounter ? [{ front, moment: { setting: front.setting, seed, ...encounter } }] : [];
      });
      return struck.length === 0 ? undefined : strikeOf(struck);
    },
  };
}

interface Struck {
  readonly front: DeliveryFront;
  readonly moment: DeliveryMoment<WeatherSetting>;
}

function strikeOf(struck: readonly Struck[]): DeliveryStrike {
  const met = createMet();
  const did = <Done>(
    what: (strike: Struck) => Done | undefined,
  ): { done: readonly Done[]; weather: readonly string[] } => {
    const effects = struck.flatMap((strike) => {
      const done = what(strike);
      return done !== undefined && met.happens(strike.front) ? [{ done, id: strike.front.weather.id }] : [];
    });
    return { done: effects.map(({ done }) => done), weather: [...new Set(effects.map(({ id }) => id))] };
  };
  return {
    alter({ body, ...message }) {
      const ids = new Set<string>();
      const altered = struck.reduce((made, { front, moment }) => {
        const changed = front.weather.alter?.({ ...message, body: made }, moment);
        if (!changed || !met.happens(front)) return made;
        ids.add(front.weather.id);
        return changed;
      }, body);
      return { body: altered, weather: [...ids] };
    },
    hold() {
      const { done, weather } = did(({ front, moment }) => front.weather.hold?.(moment));
      const window = done.find((hold) => hold.window)?.window;
      return { milliseconds: sumOf(done.map(({ milliseconds }) => milliseconds)), ...(window && { window }), weather };
    },
    forge: () => ({ weather: did(({ front }) => front.weather.isForged).weather }),
    repeat() {
      const { done, weather } = did(({ front, moment }) => front.weather.repeat?.(moment));
      const milliseconds = Math.max(0, ...done.map((repeat) => repeat.milliseconds));
      return { copies: sumOf(done.map(({ copies }) => copies)), milliseconds, weather };
    },
  };
}

function isMeant({ setting }: DeliveryFront, { event, webhook }: Told): boolean {
  const events = "events" in setting ? setting.events : undefined;
  const webhooks = "webhooks" in setting ? setting.webhooks : undefined;
  // One that strikes calls as well may be told to strike these alone.
  if (events === undefined && webhooks === undefined && "operations" in setting) return false;
  return (events?.includes(event) ?? true) && (webhooks?.includes(webhook) ?? true);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
