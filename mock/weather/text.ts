import { type WeatherSetting, weathers } from "./catalogue.ts";
import { numberIn } from "./parameters.ts";

const form = /^([a-z-]+)(?:=([^:@]*))?(?::([^:@]*))?(?:@(.*))?$/s;

/**
 * A weather as a command line writes it: "latency=200", "status=503:0.1" (one call in ten),
 * "reset@createMeter,listMeters" (these operations), or the whole setting as JSON.
 * @throws RangeError where it is written otherwise.
 */
export function readWeather(text: string): WeatherSetting {
  if (text.startsWith("{")) return parse(text);
  const [, id = "", value, probability, operations] = form.exec(text) ?? [];
  const weather = weathers.find((each) => each.id === id);
  if (!weather) throw unreadable(text, `it begins with none of ${weathers.map((each) => each.id).join(", ")}`);
  const own = weather.read(value);
  if (!own) throw unreadable(text, `it is written as ${weather.usage[0]}`);
  const chance = numberIn(probability);
  if (probability !== undefined && (chance === undefined || chance > 1))
    throw unreadable(text, `behind ":" stands how likely it strikes, from 0 to 1, and not "${probability}"`);
  if (operations === "") throw unreadable(text, 'behind "@" stand operations, such as @listMeters,putSchema');
  return {
    id,
    ...own,
    ...(chance !== undefined && { probability: chance }),
    ...(operations !== undefined && { operations: operations.split(",") }),
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
