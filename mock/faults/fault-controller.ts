import type { EnumPolicy, Route } from "../../contracts/index.ts";
import type { Clock } from "../model/clock.ts";
import type { FaultSetting } from "./catalogue.ts";
import { type DeliveryFaults, createDeliveryFaults } from "./deliveries/delivery-faults.ts";
import {
  type FaultCounters,
  selectCallFaults,
  toCounters,
  createActiveFaults,
  selectDeliveryFaults,
  restoreCounters,
} from "./active-fault.ts";
import { checkFaultSettings } from "./settings.ts";
import { type CallFaults, createCallFaults } from "./call-faults.ts";

/** The faults of one organization, as plain JSON. */
export interface OrganizationFaults {
  get(): readonly FaultSetting[];
  /**
   * Replaces all faults and restarts their counters. An empty list removes them.
   * @throws RangeError if a setting is invalid. Then nothing changes.
   */
  set(settings: readonly FaultSetting[]): void;
}

/** Faults of an organization with their counters, as JSON. */
export interface FaultState {
  readonly settings: readonly FaultSetting[];
  readonly counters: readonly FaultCounters[];
}

/** Holds the faults of one organization and applies them. */
export interface FaultController extends OrganizationFaults {
  state(): FaultState;
  /** Replaces settings and counters by those that another process has stored. */
  restore(state: FaultState): void;
  /** Undefined if no fault affects calls. */
  readonly calls: CallFaults | undefined;
  /** Undefined if no fault affects deliveries. */
  readonly deliveries: DeliveryFaults | undefined;
}

interface ControllerContext {
  readonly organization: string;
  readonly clock: Clock;
  readonly seed: string;
  readonly enums: EnumPolicy;
  readonly routes: readonly Route[];
}

/** Creates a controller with settings that are already checked. */
export function createFaultController(context: ControllerContext, initial: readonly FaultSetting[]): FaultController {
  let settings = initial;
  let active = activate(context, initial);
  return {
    get: () => settings,
    set(given) {
      settings = checkFaultSettings(given, context.routes);
      active = activate(context, settings);
    },
    state: () => ({ settings, counters: active.faults.map(toCounters) }),
    restore(state) {
      // Faults with the same settings stay the same objects: a call that they affect may still be running.
      if (JSON.stringify(state.settings) !== JSON.stringify(settings)) {
        settings = state.settings;
        active = activate(context, settings);
      }
      for (const [index, fault] of active.faults.entries()) restoreCounters(fault, state.counters[index]);
    },
    get calls() {
      return active.calls;
    },
    get deliveries() {
      return active.deliveries;
    },
  };
}

function activate(context: ControllerContext, settings: readonly FaultSetting[]) {
  const { organization, seed } = context;
  // The seed of the random choices contains "weather". Another word would change the choices of each seed.
  const faults = createActiveFaults(settings, `${seed} weather ${organization}`);
  const [calls, deliveries] = [selectCallFaults(faults), selectDeliveryFaults(faults)];
  return {
    faults,
    calls: calls.length === 0 ? undefined : createCallFaults(context, calls),
    deliveries: deliveries.length === 0 ? undefined : createDeliveryFaults(context, deliveries),
  };
}
