import type { JsonObject } from "../../../contracts/index.ts";
import { type ActiveFault, type ActiveSetting, countOccurrence, createOccurredFaults } from "../active-fault.ts";
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
}

/** An effect on a delivery, with the ids of the faults that caused it. */
type Effect<Done> = Done & { readonly faults: readonly string[] };

/** Effects of all faults on one delivery. Call each method when its effect is due: the call counts as an occurrence. */
export interface DeliveryEffects {
  alter(message: Message): Effect<{ readonly body: JsonObject }>;
  hold(): Effect<Hold>;
  forge(): Effect<object>;
  repeat(): Effect<Repeat>;
}

export function createDeliveryFaults(seed: string, activeFaults: readonly ActiveDeliveryFault[]): DeliveryFaults {
  return {
    affect(scoped) {
      const affecting = activeFaults.flatMap((active) => {
        const occurrence = isInScope(active, scoped) && countOccurrence(active, scoped.webhook);
        return occurrence ? [{ active, delivery: { setting: active.setting, seed, ...occurrence } }] : [];
      });
      return affecting.length === 0 ? undefined : effectsOf(affecting);
    },
  };
}

interface Affecting {
  readonly active: ActiveDeliveryFault;
  readonly delivery: AffectedDelivery<ActiveSetting>;
}

function effectsOf(affecting: readonly Affecting[]): DeliveryEffects {
  const occurred = createOccurredFaults();
  const apply = <Done>(
    effectOf: (each: Affecting) => Done | undefined,
  ): { done: readonly Done[]; faults: readonly string[] } => {
    const effects = affecting.flatMap((each) => {
      const done = effectOf(each);
      return done !== undefined && occurred.add(each.active) ? [{ done, id: each.active.fault.id }] : [];
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
      return { milliseconds: sumOf(done.map(({ milliseconds }) => milliseconds)), ...(window && { window }), faults };
    },
    forge: () => ({ faults: apply(({ active }) => active.fault.isForged).faults }),
    repeat() {
      const { done, faults } = apply(({ active, delivery }) => active.fault.repeat?.(delivery));
      const milliseconds = Math.max(0, ...done.map((repeat) => repeat.milliseconds));
      return { copies: sumOf(done.map(({ copies }) => copies)), milliseconds, faults };
    },
  };
}

function isInScope({ setting }: ActiveDeliveryFault, { event, webhook }: ScopedDelivery): boolean {
  const { events, webhooks } = setting;
  // A fault of calls and deliveries does not affect deliveries if its scope names only operations.
  if (events === undefined && webhooks === undefined && "operations" in setting) return false;
  return (events?.includes(event) ?? true) && (webhooks?.includes(webhook) ?? true);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
