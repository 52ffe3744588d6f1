import { isDeepStrictEqual } from "node:util";
import { type EnumPolicy, type JsonObject, omitUndefined } from "../../../contracts/index.ts";
import {
  type ActiveFault,
  type ActiveSetting,
  countOccurrence,
  createOccurredFaults,
  createOccurrence,
} from "../active-fault.ts";
import type { Message } from "./message.ts";
import type { AffectedDelivery, ContentFault, DeliveryFault, Hold, Repeat } from "../fault.ts";

type ActiveDeliveryFault = ActiveFault<DeliveryFault | ContentFault>;

/** The properties of a delivery that a scope selects by. */
interface ScopedDelivery {
  /** The event type. */
  readonly event: string;
  /** The id of the webhook. */
  readonly webhook: string;
}

/** The active faults of deliveries. */
export interface DeliveryFaults {
  /** Counts a delivery. Returns the effects of the faults on it, or undefined if no fault affects it. */
  affect(delivery: ScopedDelivery): DeliveryEffects | undefined;
  /** Restores the effects that were still to come, perhaps in another process. */
  restore(later: LaterEffects): Pick<DeliveryEffects, "repeat">;
}

/** Effects that come after the delivery, as plain JSON. */
export interface LaterEffects {
  readonly webhook: string;
  readonly faults: readonly {
    readonly setting: ActiveSetting;
    /** Seed of its random choices, which contains its place among the settings. */
    readonly seed: string;
    readonly count: number;
    /** True if an earlier effect was counted. */
    readonly hasOccurred: boolean;
  }[];
}

/** An effect on a delivery, with the ids of the faults that caused it. */
type Effect<Done> = Done & { readonly faults: readonly string[] };

/** Effects of all faults on one delivery. Call each method when its effect is due: the call counts as an occurrence. */
export interface DeliveryEffects {
  alter(message: Message): Effect<{ readonly body: JsonObject }>;
  hold(): Effect<Hold>;
  forge(): Effect<object>;
  repeat(): Effect<Repeat>;
  /** The effects of `repeat`, to be restored when it is due. Undefined if there are none. */
  later(): LaterEffects | undefined;
}

export function createDeliveryFaults(
  context: { readonly seed: string; readonly enums: EnumPolicy },
  activeFaults: readonly ActiveDeliveryFault[],
): DeliveryFaults {
  const { seed, enums } = context;
  return {
    affect(scoped) {
      const affecting = activeFaults.flatMap((active) => {
        const occurrence = isInScope(active, scoped) && countOccurrence(active, scoped.webhook);
        if (occurrence) return [{ active, delivery: { setting: active.setting, seed, enums, ...occurrence } }];
        return [];
      });
      if (affecting.length === 0) return undefined;
      return computeEffects(affecting, scoped.webhook);
    },
    restore({ webhook, faults }) {
      const affecting = faults.flatMap(({ setting, seed: itsSeed, count }) => {
        const active = activeFaults.find((each) => each.seed === itsSeed && isDeepStrictEqual(each.setting, setting));
        // Settings that were replaced have no effect any more.
        if (!active) return [];
        return [{ active, delivery: { setting, seed, enums, ...createOccurrence(active, webhook, count) } }];
      });
      const occurred = affecting.filter((_, at) => faults[at]?.hasOccurred).map(({ active }) => active);
      return computeEffects(affecting, webhook, occurred);
    },
  };
}

interface Affecting {
  readonly active: ActiveDeliveryFault;
  readonly delivery: AffectedDelivery<ActiveSetting>;
}

function computeEffects(
  affecting: readonly Affecting[],
  webhook: string,
  alreadyOccurred: readonly ActiveDeliveryFault[] = [],
): DeliveryEffects {
  const occurred = createOccurredFaults(alreadyOccurred);
  const apply = <Done>(
    effectOf: (each: Affecting) => Done | undefined,
  ): { done: readonly Done[]; faults: readonly string[] } => {
    const effects = affecting.flatMap((each) => {
      const done = effectOf(each);
      if (done !== undefined && occurred.add(each.active)) return [{ done, id: each.active.fault.id }];
      return [];
    });
    return { done: effects.map(({ done }) => done), faults: [...new Set(effects.map(({ id }) => id))] };
  };
  return {
    alter({ body, ...message }) {
      const ids = new Set<string>();
      const altered = affecting.reduce((made, { active, delivery }) => {
        const changed = active.fault.alter?.({ ...message, body: made }, delivery);
        if (!changed || !occurred.add(active)) return made;
        ids.add(active.fault.id);
        return changed;
      }, body);
      return { body: altered, faults: [...ids] };
    },
    hold() {
      const { done, faults } = apply(({ active, delivery }) => active.fault.hold?.(delivery));
      const window = done.find((hold) => hold.window)?.window;
      return omitUndefined({ milliseconds: sumNumbers(done.map(({ milliseconds }) => milliseconds)), window, faults });
    },
    forge: () => ({ faults: apply(({ active }) => active.fault.isForged).faults }),
    repeat() {
      const { done, faults } = apply(({ active, delivery }) => active.fault.repeat?.(delivery));
      const milliseconds = Math.max(0, ...done.map((repeat) => repeat.milliseconds));
      return { copies: sumNumbers(done.map(({ copies }) => copies)), milliseconds, faults };
    },
    later() {
      const faults = affecting
        .filter(({ active }) => active.fault.repeat)
        .map(({ active, delivery: { count } }) => ({
          setting: active.setting,
          seed: active.seed,
          count,
          hasOccurred: occurred.faults.has(active),
        }));
      if (faults.length > 0) return { webhook, faults };
      return undefined;
    },
  };
}

function isInScope({ setting }: ActiveDeliveryFault, { event, webhook }: ScopedDelivery): boolean {
  const { events, webhooks } = setting;
  // A fault of calls and deliveries does not affect deliveries if its scope names only operations.
  if (events === undefined && webhooks === undefined && "operations" in setting) return false;
  return (events?.includes(event) ?? true) && (webhooks?.includes(webhook) ?? true);
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
