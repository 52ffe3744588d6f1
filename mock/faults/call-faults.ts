import type { Contract, Json, Operation } from "../../contracts/index.ts";
import type { Clock } from "../engine/clock.ts";
import type { MockRequest, MockResponse } from "../messages/exchange.ts";
import type { Refusal } from "../messages/problem.ts";
import type { WeatherSetting } from "./catalogue.ts";
import { type Front, createMet, meet } from "./active-fault.ts";
import { namesOf } from "./settings.ts";
import type { CallWeather } from "./fault.ts";

type CallFront = Front<CallWeather<WeatherSetting>>;

/** What strikes calls. */
export interface Sky {
  /** The weathers that strike a call; undefined where none does. */
  over(contract: Contract, operation: Operation, request: MockRequest): Strike | undefined;
  /** What requests mean that send back what a weather showed, struck or not; undefined where none shows anything else. */
  readonly meantBy: ((contract: Contract) => Meant) | undefined;
}

/** What a value of a request means, that is to fit the schema at a pointer of its contract. */
export type Meant = (pointer: string, sent: Json) => Json;

/** What the weather does to one call. */
interface Strike {
  /** With what the call is refused, and not carried out. */
  readonly refusal: Refusal | undefined;
  /** What leaves in place of a response. */
  change(response: MockResponse): MockResponse;
}

export function createSky(clock: Clock, seed: string, fronts: readonly CallFront[]): Sky {
  const meant = fronts.map(({ weather }) => weather.meant).find((each) => each !== undefined);
  return {
    meantBy: meant && ((contract) => (pointer, sent) => meant(contract, pointer, sent, seed)),
    over(contract, operation, request) {
      const struck = fronts.flatMap((front) => {
        const encounter = isMeant(front, operation) && meet(front, `${operation.api}/${operation.id}`);
        const { setting } = front;
        return encounter ? [{ front, moment: { setting, contract, operation, request, seed, ...encounter } }] : [];
      });
      if (struck.length === 0) return undefined;
      const met = createMet();
      return { refusal: firstRefusal(), change };

      function firstRefusal(): Refusal | undefined {
        for (const { front, moment } of struck) {
          const refusal = front.weather.refuse?.(moment);
          if (refusal && met.happens(front)) return refusal;
        }
        return undefined;
      }

      function change(response: MockResponse): MockResponse {
        let result = response;
        for (const { front, moment } of struck) {
          const changed = front.weather.change?.(result, moment);
          if (changed && met.happens(front)) result = changed;
        }
        return met.fronts.size === 0 ? response : tell(result);
      }

      function tell(response: MockResponse): MockResponse {
        const names = new Set(fronts.filter((front) => met.fronts.has(front)).map(({ weather }) => weather.id));
        const headers = { ...response.headers, "concord-weather": [...names].join(", ") };
        const { transport, ...rest } = response;
        const carried = clock.isFrozen ? withoutWaiting(transport) : transport;
        return { ...rest, headers, ...(carried && { transport: carried }) };
      }
    },
  };
}

function isMeant({ setting }: CallFront, operation: Operation): boolean {
  const meant = "operations" in setting ? setting.operations : undefined;
  // One that strikes deliveries as well may be told to strike these alone.
  if (meant === undefined) return !("events" in setting || "webhooks" in setting);
  return namesOf(operation).some((name) => meant.includes(name));
}

/** A clock that stands still has no time in which anybody could wait. */
function withoutWaiting(transport: MockResponse["transport"]): MockResponse["transport"] {
  if (!transport) return undefined;
  const { delay: _, pace: __, ...rest } = transport;
  return Object.keys(rest).length === 0 ? undefined : rest;
}
