export { type WeatherSetting, weathers } from "./catalogue.ts";
export type { DeliveryStrike } from "./delivery-sky.ts";
export { LONGEST_WAIT } from "./parameters.ts";
export type { Meant } from "./sky.ts";
export { checkedWeather } from "./settings.ts";
export { type OrganizationWeather, type Station, createStation } from "./station.ts";
export { readWeather } from "./text.ts";
export type { Hold } from "./weather.ts";
