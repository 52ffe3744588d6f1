import { type Route, theNearest } from "../../contracts/index.ts";
import { type WeatherSetting, weathers } from "./catalogue.ts";
import { type WeatherParameter, likelihood, whole } from "./parameters.ts";
import type { Weather } from "./fault.ts";

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");

type Parameters = Readonly<Record<string, WeatherParameter>>;

const odds: Parameters = { probability: likelihood, times: whole(0) };

const ofCalls: Parameters = { operations: { expected: "a list of operations", fits: isTexts } };

const ofDeliveries: Parameters = {
  events: { expected: "a list of event types", fits: isTexts },
  webhooks: { expected: "a list of ids of webhooks", fits: isTexts },
};

const scopes: Readonly<Record<Weather<WeatherSetting>["strikes"], Parameters>> = {
  calls: { ...ofCalls, ...odds },
  deliveries: { ...ofDeliveries, ...odds },
  both: { ...ofCalls, ...ofDeliveries, ...odds },
};

/**
 * Settings that came from anywhere, checked.
 * @throws RangeError where one makes no sense.
 */
export function checkedWeather(given: unknown, routes: readonly Route[]): readonly WeatherSetting[] {
  if (!Array.isArray(given)) throw new RangeError(`Cannot set the weather to ${shown(given)}: it is no list`);
  return given.map((each: unknown) => {
    const setting = checkedSetting(each);
    for (const name of ("operations" in setting && setting.operations) || [])
      if (!routes.some((route) => namesOf(route).includes(name))) {
        const near = theNearest(name, routes.flatMap(namesOf));
        throw new RangeError(`Cannot set the weather "${setting.id}": no operation is called "${name}"${near}`);
      }
    return setting;
  });
}

/** What an operation is called in a scope. */
export function namesOf({ id, api, name }: Route): readonly string[] {
  return [id, `${api}/${id}`, name];
}

function checkedSetting(given: unknown): WeatherSetting {
  const setting = { ...(given as Record<string, unknown>) };
  const weather = weathers.find(({ id }) => id === setting["id"]);
  if (!weather) {
    const known = weathers.map(({ id }) => id).join(", ");
    throw new RangeError(`Cannot set the weather ${shown(setting["id"])}: it is none of ${known}`);
  }
  const parameters: Parameters = { ...weather.parameters, ...scopes[weather.strikes] };
  const refuse = (reason: string): never => {
    throw new RangeError(`Cannot set the weather "${weather.id}": ${reason}`);
  };
  for (const [name, value] of Object.entries(setting)) {
    if (name === "id") continue;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) refuse(`it knows no "${name}", only ${Object.keys(parameters).join(", ")}`);
    else if (value === undefined) delete setting[name];
    else if (!parameter.fits(value)) refuse(`"${name}" takes ${parameter.expected}, not ${shown(value)}`);
  }
  for (const [name, { required, expected }] of Object.entries(parameters))
    if (required && setting[name] === undefined) refuse(`"${name}" is missing, ${expected}`);
  // A copy: what is changed afterwards in what was given shall change nothing here.
  return structuredClone(setting) as unknown as WeatherSetting;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
