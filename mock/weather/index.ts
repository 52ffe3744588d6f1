export { type WeatherSetting, weathers } from "./catalogue.ts";
export { checkedWeather } from "./settings.ts";
export { type OrganizationWeather, type Station, createStation } from "./station.ts";
export { readWeather } from "./text.ts";
