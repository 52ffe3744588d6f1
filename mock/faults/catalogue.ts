import { delayDeliveries } from "./deliveries/delay-deliveries.ts";
import { duplicateDeliveries } from "./deliveries/duplicate-deliveries.ts";
import { forgedDeliveries } from "./deliveries/forged-deliveries.ts";
import { reorderDeliveries } from "./deliveries/reorder-deliveries.ts";
import { expiredToken } from "./expired-token.ts";
import { failNth } from "./fail-nth.ts";
import { gatewayError } from "./gateway-error.ts";
import { latency } from "./latency.ts";
import { malformed } from "./malformed.ts";
import { oddIds } from "./odd-ids.ts";
import { rateLimit } from "./rate-limit.ts";
import { reset } from "./reset.ts";
import { slow } from "./slow.ts";
import { status } from "./status.ts";
import { truncated } from "./truncated.ts";
import { unknownEnum } from "./unknown-enum.ts";
import { unknownField } from "./unknown-field.ts";
import type { Fault, SettingWith } from "./fault.ts";
import type { scopeOptions } from "./scope.ts";

/** One line for each fault, in the order in which faults apply. */
const faults = [
  latency,
  failNth,
  rateLimit,
  status,
  expiredToken,
  oddIds,
  unknownField,
  unknownEnum,
  gatewayError,
  malformed,
  truncated,
  slow,
  reset,
  delayDeliveries,
  reorderDeliveries,
  forgedDeliveries,
  duplicateDeliveries,
] as const satisfies readonly Fault[];

/** Setting of a fault, with the options of its scope. */
type SettingOf<Each> = Each extends {
  readonly id: infer Id;
  readonly options: infer Options;
  readonly affects: infer Target extends keyof typeof scopeOptions;
}
  ? SettingWith<Id, Options & (typeof scopeOptions)[Target]>
  : never;

/** Setting of one fault, as plain JSON. */
export type FaultSetting = SettingOf<(typeof faults)[number]>;

/** The catalogue of faults, in the order in which they apply. */
export const faultCatalogue: readonly Fault[] = faults;
