import { type DelayDeliveries, delayDeliveries } from "./deliveries/delay-deliveries.ts";
import { type DuplicateDeliveries, duplicateDeliveries } from "./deliveries/duplicate-deliveries.ts";
import { type FailNth, failNth } from "./fail-nth.ts";
import { type ForgedDeliveries, forgedDeliveries } from "./deliveries/forged-deliveries.ts";
import { type Latency, latency } from "./latency.ts";
import { type Malformed, malformed } from "./malformed.ts";
import { type ReorderDeliveries, reorderDeliveries } from "./deliveries/reorder-deliveries.ts";
import { type Reset, reset } from "./reset.ts";
import { type Slow, slow } from "./slow.ts";
import { type StatusWeather, status } from "./status.ts";
import { type Truncated, truncated } from "./truncated.ts";
import { type UnknownEnum, unknownEnum } from "./unknown-enum.ts";
import { type UnknownField, unknownField } from "./unknown-field.ts";
import type { CallScope, DeliveryScope, Weather } from "./fault.ts";

/** A weather that strikes calls, as it is set: plain JSON. */
export type CallSetting = Readonly<
  CallScope & (Latency | FailNth | StatusWeather | Malformed | Truncated | Slow | Reset)
>;

/** A weather that strikes both, as it is set: plain JSON. */
type ContentSetting = Readonly<CallScope & DeliveryScope & (UnknownField | UnknownEnum)>;

/** A weather that strikes deliveries, as it is set: plain JSON. */
type DeliverySetting = Readonly<
  DeliveryScope & (DelayDeliveries | ReorderDeliveries | ForgedDeliveries | DuplicateDeliveries)
>;

/** One weather as it is set: plain JSON. */
export type WeatherSetting = CallSetting | ContentSetting | DeliverySetting;

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
  delayDeliveries,
  reorderDeliveries,
  forgedDeliveries,
  duplicateDeliveries,
];
