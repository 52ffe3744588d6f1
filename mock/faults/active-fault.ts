import { seededNumber } from "../../contracts/generate/index.ts";
import { type FaultSetting, faultCatalogue } from "./catalogue.ts";
import type { CallFault, DeliveryFault, Fault, Occurrence } from "./fault.ts";

/** A fault that was set, with its counters. */
export interface ActiveFault<Kind = Fault<FaultSetting>> {
  readonly fault: Kind;
  readonly setting: FaultSetting;
  readonly counts: Map<string, number>;
  left: number;
  /** Seed of its random choices. */
  readonly seed: string;
}

/** Activates settings, in the order in which the faults apply. */
export function createActiveFaults(settings: readonly FaultSetting[], seed: string): readonly ActiveFault[] {
  return settings
    .map((setting, index): ActiveFault => ({
      fault: faultCatalogue.find(({ id }) => id === setting.id) as Fault<FaultSetting>,
      setting,
      counts: new Map(),
      left: setting.times ?? Number.POSITIVE_INFINITY,
      seed: `${seed} ${index}`,
    }))
    .toSorted((one, other) => faultCatalogue.indexOf(one.fault) - faultCatalogue.indexOf(other.fault));
}

/** Faults that affect calls. */
export function callFaultsOf(active: readonly ActiveFault[]): readonly ActiveFault<CallFault<FaultSetting>>[] {
  return active.filter((each): each is ActiveFault<CallFault<FaultSetting>> => each.fault.affects !== "deliveries");
}

/** Faults that affect deliveries. */
export function deliveryFaultsOf(active: readonly ActiveFault[]): readonly ActiveFault<DeliveryFault<FaultSetting>>[] {
  return active.filter((each): each is ActiveFault<DeliveryFault<FaultSetting>> => each.fault.affects !== "calls");
}

/** Counts a call or delivery against the fault, by name. Returns undefined if the fault does not apply. */
export function countOccurrence(active: ActiveFault<unknown>, name: string): Occurrence | undefined {
  const { counts, setting, seed, left } = active;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  const chance = (what: string): number => (seededNumber(`${seed} ${name} ${count} ${what}`) >>> 0) / 2 ** 32;
  // "strike" seeds the probability: another word would change which calls a seed affects.
  if (left <= 0 || (setting.probability !== undefined && chance("strike") >= setting.probability)) return undefined;
  return { count, chance };
}

/** The faults that have occurred in one call or delivery. */
export interface OccurredFaults {
  /**
   * Records that a fault has an effect. A fault counts once for a call or delivery, whatever the number of its
   * effects. Returns false if it may not occur any more.
   */
  add(active: ActiveFault<{ readonly id: string }>): boolean;
  readonly faults: ReadonlySet<ActiveFault<{ readonly id: string }>>;
}

export function createOccurredFaults(): OccurredFaults {
  const faults = new Set<ActiveFault<{ readonly id: string }>>();
  return {
    add(active) {
      if (faults.has(active)) return true;
      if (active.left <= 0) return false;
      active.left--;
      faults.add(active);
      return true;
    },
    faults,
  };
}
