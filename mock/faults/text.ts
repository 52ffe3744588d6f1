import { type WeatherSetting, weathers } from "./catalogue.ts";
import { numberIn } from "./parameters.ts";

const form = /^([a-z-]+)(?:=([^:@]*))?(?::([^:@]*))?(?:@(.*))?$/s;

/** What stands behind "@", and how it is written. Of what strikes both, event types stand in JSON alone. */
const scopes = {
  calls: ["operations", "listMeters,putSchema"],
  both: ["operations", "listMeters,putSchema"],
  deliveries: ["events", "meter.created,schema.replaced"],
} as const;

/**
 * A weather as a command line writes it: "latency=200", "status=503:0.1" (one call in ten),
 * "reset@createMeter,listMeters" (these operations), "forged-deliveries@meter.created" (these event types), or
 * the whole setting as JSON.
 * @throws RangeError where it is written otherwise.
 */
export function readWeather(text: string): WeatherSetting {
  if (text.startsWith("{")) return parse(text);
  const [, id = "", value, probability, names] = form.exec(text) ?? [];
  const weather = weathers.find((each) => each.id === id);
  if (!weather) throw unreadable(text, `it begins with none of ${weathers.map((each) => each.id).join(", ")}`);
  const own = weather.read(value);
  if (!own) throw unreadable(text, `it is written as ${weather.usage[0]}`);
  const chance = numberIn(probability);
  if (probability !== undefined && (chance === undefined || chance > 1))
    throw unreadable(text, `behind ":" stands how likely it strikes, from 0 to 1, and not "${probability}"`);
  const [scope, such] = scopes[weather.strikes];
  if (names === "") throw unreadable(text, `behind "@" stand ${scope}, such as @${such}`);
  return {
    id,
    ...own,
    ...(chance !== undefined && { probability: chance }),
    ...(names !== undefined && { [scope]: names.split(",") }),
  } as WeatherSetting;
}

function parse(text: string): WeatherSetting {
  try {
    return JSON.parse(text) as WeatherSetting;
  } catch (error) {
    throw unreadable(text, "it is not JSON", error);
  }
}

function unreadable(text: string, reason: string, cause?: unknown): RangeError {
  return new RangeError(`Cannot read the weather "${text}": ${reason}`, { cause });
}
