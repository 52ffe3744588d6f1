import { type FailNth, failNth } from "./fail-nth.ts";
import { type Latency, latency } from "./latency.ts";
import { type Malformed, malformed } from "./malformed.ts";
import { type Reset, reset } from "./reset.ts";
import { type Slow, slow } from "./slow.ts";
import { type StatusWeather, status } from "./status.ts";
import { type Truncated, truncated } from "./truncated.ts";
import { type UnknownEnum, unknownEnum } from "./unknown-enum.ts";
import { type UnknownField, unknownField } from "./unknown-field.ts";
import type { Scope, Weather } from "./weather.ts";

/** One weather as it is set: plain JSON. */
export type WeatherSetting = Readonly<
  Scope & (Latency | FailNth | StatusWeather | UnknownField | UnknownEnum | Malformed | Truncated | Slow | Reset)
>;

/** The catalogue: one line for each weather, in the order in which they strike. */
export const weathers: readonly Weather<WeatherSetting>[] = [
  latency,
  failNth,
  status,
  unknownField,
  unknownEnum,
  malformed,
  truncated,
  slow,
  reset,
];
