export { type FaultSetting, faultCatalogue } from "./catalogue.ts";
export type { DeliveryEffects } from "./deliveries/delivery-faults.ts";
export { LONGEST_WAIT } from "./parameters.ts";
export type { RestoreOriginal } from "./call-faults.ts";
export { checkFaultSettings } from "./settings.ts";
export { type FaultController, type OrganizationFaults, createFaultController } from "./fault-controller.ts";
export { parseFault } from "./text.ts";
export type { Hold } from "./fault.ts";
