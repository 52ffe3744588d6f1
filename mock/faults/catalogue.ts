import { type DelayDeliveries, delayDeliveries } from "./deliveries/delay-deliveries.ts";
import { type DuplicateDeliveries, duplicateDeliveries } from "./deliveries/duplicate-deliveries.ts";
import { type FailNth, failNth } from "./fail-nth.ts";
import { type ForgedDeliveries, forgedDeliveries } from "./deliveries/forged-deliveries.ts";
import { type Latency, latency } from "./latency.ts";
import { type Malformed, malformed } from "./malformed.ts";
import { type ReorderDeliveries, reorderDeliveries } from "./deliveries/reorder-deliveries.ts";
import { type Reset, reset } from "./reset.ts";
import { type Slow, slow } from "./slow.ts";
import { type StatusFault, status } from "./status.ts";
import { type Truncated, truncated } from "./truncated.ts";
import { type UnknownEnum, unknownEnum } from "./unknown-enum.ts";
import { type UnknownField, unknownField } from "./unknown-field.ts";
import type { CallScope, DeliveryScope, Fault } from "./fault.ts";

/** Setting of a fault of calls, as plain JSON. */
export type CallSetting = Readonly<
  CallScope & (Latency | FailNth | StatusFault | Malformed | Truncated | Slow | Reset)
>;

/** Setting of a fault of calls and deliveries, as plain JSON. */
type ContentSetting = Readonly<CallScope & DeliveryScope & (UnknownField | UnknownEnum)>;

/** Setting of a fault of deliveries, as plain JSON. */
type DeliverySetting = Readonly<
  DeliveryScope & (DelayDeliveries | ReorderDeliveries | ForgedDeliveries | DuplicateDeliveries)
>;

/** Setting of one fault, as plain JSON. */
export type FaultSetting = CallSetting | ContentSetting | DeliverySetting;

/** The catalogue: one line for each fault, in the order in which faults apply. */
export const faultCatalogue: readonly Fault<FaultSetting>[] = [
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
