export { type WeatherSetting, weathers } from "./catalogue.ts";
export type { DeliveryStrike } from "./deliveries/delivery-faults.ts";
export { LONGEST_WAIT } from "./parameters.ts";
export type { Meant } from "./call-faults.ts";
export { checkedWeather } from "./settings.ts";
export { type OrganizationWeather, type Station, createStation } from "./fault-controller.ts";
export { readWeather } from "./text.ts";
export type { Hold } from "./fault.ts";
