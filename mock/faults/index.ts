export { type FaultSetting, faultCatalogue } from "./catalogue.ts";
export type { DeliveryEffects, LaterEffects } from "./deliveries/delivery-faults.ts";
export { MAX_DELAY } from "./option.ts";
export type { RestoreOriginal } from "./call-faults.ts";
export { checkFaultSettings, faultSettingShape, idleFaultLines } from "./settings.ts";
export {
  type FaultController,
  type FaultState,
  type OrganizationFaults,
  createFaultController,
} from "./fault-controller.ts";
export { parseFault } from "./parse-fault.ts";
export type { Hold } from "./fault.ts";
