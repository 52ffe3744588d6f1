import { seededNumber } from "../../contracts/generate/index.ts";
import { type FaultSetting, faultCatalogue } from "./catalogue.ts";
import type { AnySetting, CallFault, ContentFault, DeliveryFault, Fault, Occurrence } from "./fault.ts";

/** Setting of any fault, checked and with its default values. */
export interface ActiveSetting extends AnySetting {
  readonly operations?: readonly string[];
  readonly events?: readonly string[];
  readonly webhooks?: readonly string[];
  readonly probability?: number;
  readonly times?: number;
}

/** A fault that was set, with its counters. */
export interface ActiveFault<Kind = Fault> {
  readonly fault: Kind;
  readonly setting: ActiveSetting;
  readonly counts: Map<string, number>;
  /** Times of the first calls of operations. */
  readonly firstCalls: Map<string, number>;
  left: number;
  /** Seed of its random choices. */
  readonly seed: string;
}

/** Counters of an active fault, as JSON. */
export interface FaultCounters {
  readonly counts: Readonly<Record<string, number>>;
  readonly firstCalls: Readonly<Record<string, number>>;
  /** Remaining occurrences. Absent without a limit. */
  readonly left?: number;
}

export function toCounters({ counts, firstCalls, left }: ActiveFault<unknown>): FaultCounters {
  return {
    counts: Object.fromEntries(counts),
    firstCalls: Object.fromEntries(firstCalls),
    ...(Number.isFinite(left) && { left }),
  };
}

/** Replaces the counters of a fault by those that another process has counted, or by those of a fault that was just set. */
export function restoreCounters(active: ActiveFault<unknown>, stored: FaultCounters | undefined): void {
  for (const [counts, entries] of [
    [active.counts, stored?.counts ?? {}],
    [active.firstCalls, stored?.firstCalls ?? {}],
  ] as const) {
    counts.clear();
    for (const [name, count] of Object.entries(entries)) counts.set(name, count);
  }
  active.left = (stored ? stored.left : active.setting.times) ?? Number.POSITIVE_INFINITY;
}

/** Activates settings, in the order in which the faults apply. */
export function createActiveFaults(settings: readonly FaultSetting[], seed: string): readonly ActiveFault[] {
  return settings
    .map((setting, index): ActiveFault => {
      const fault = faultCatalogue.find(({ id }) => id === setting.id) as Fault;
      return {
        fault,
        setting: { ...collectDefaults(fault), ...setting },
        counts: new Map(),
        firstCalls: new Map(),
        left: setting.times ?? Number.POSITIVE_INFINITY,
        seed: `${seed} ${index}`,
      };
    })
    .toSorted((one, other) => faultCatalogue.indexOf(one.fault) - faultCatalogue.indexOf(other.fault));
}

/** Faults that affect calls. */
export function selectCallFaults(active: readonly ActiveFault[]): readonly ActiveFault<CallFault | ContentFault>[] {
  return active.filter((each): each is ActiveFault<CallFault | ContentFault> => each.fault.affects !== "deliveries");
}

/** Faults that affect deliveries. */
export function selectDeliveryFaults(
  active: readonly ActiveFault[],
): readonly ActiveFault<DeliveryFault | ContentFault>[] {
  return active.filter((each): each is ActiveFault<DeliveryFault | ContentFault> => each.fault.affects !== "calls");
}

function collectDefaults({ options }: Fault): Readonly<Record<string, unknown>> {
  const defaults = Object.entries(options).filter(([, { presence }]) => presence === "default");
  return Object.fromEntries(defaults.map(([name, option]) => [name, option.default]));
}

/** Counts a call of the named operation, or a delivery to the named webhook. Returns undefined if the fault does not apply. */
export function countOccurrence(active: ActiveFault<unknown>, name: string): Occurrence | undefined {
  const { counts, setting, left } = active;
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  const occurrence = createOccurrence(active, name, count);
  // The seed of the probability contains "strike". Another word would change the calls that a seed selects.
  if (left <= 0 || (setting.probability !== undefined && occurrence.chance("strike") >= setting.probability))
    return undefined;
  return occurrence;
}

/** Occurrence of a fault at a call or delivery that was counted already. */
export function createOccurrence({ seed }: ActiveFault<unknown>, name: string, count: number): Occurrence {
  return { count, chance: (what) => (seededNumber(`${seed} ${name} ${count} ${what}`) >>> 0) / 2 ** 32 };
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

/** @param earlier faults that have occurred and were counted already. */
export function createOccurredFaults(earlier: Iterable<ActiveFault<{ readonly id: string }>> = []): OccurredFaults {
  const faults = new Set(earlier);
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
