import type { Json } from "../../contracts/index.ts";
import type { Answer } from "../engine/call.ts";
import type { OrganizationWeather, WeatherSetting } from "../faults/index.ts";
import { type ControlHandlers, attempt } from "./operation.ts";

/** What goes wrong for an organization on purpose. */
export const weatherHandlers: ControlHandlers = {
  readWeather: ({ platform, organization }) => shown(platform.weatherOf(organization)),
  setWeather({ platform, organization, body }) {
    const weather = platform.weatherOf(organization);
    return attempt(() => {
      weather.set(body["weather"] as unknown as readonly WeatherSetting[]);
      return shown(weather);
    });
  },
};

function shown(weather: OrganizationWeather): Answer {
  return { value: { weather: weather.get() as unknown as Json } };
}
