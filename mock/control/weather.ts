import type { Json } from "../../contracts/index.ts";
import type { Answer } from "../call.ts";
import type { Refusal } from "../problem.ts";
import type { OrganizationWeather, WeatherSetting } from "../weather/index.ts";
import type { ControlHandlers } from "./operation.ts";

/** What goes wrong for an organization on purpose. */
export const weatherHandlers: ControlHandlers = {
  readWeather: ({ platform, organization }) => shown(platform.weatherOf(organization)),
  setWeather({ platform, organization, body }) {
    const weather = platform.weatherOf(organization);
    return set(weather, body["weather"] as unknown as readonly WeatherSetting[]) ?? shown(weather);
  },
};

/** Settings that make no sense are refused; the contract leaves them to the weather that they are of. */
function set(weather: OrganizationWeather, settings: readonly WeatherSetting[]): Refusal | undefined {
  try {
    weather.set(settings);
  } catch (error) {
    if (error instanceof RangeError) return { refused: error.message, status: 400 };
    throw error;
  }
  return undefined;
}

function shown(weather: OrganizationWeather): Answer {
  return { value: { weather: weather.get() as unknown as Json } };
}
