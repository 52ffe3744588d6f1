import { type Clock, formatMoment } from "../model/clock.ts";
import type { DeliveryEffects, Hold } from "../faults/index.ts";
import type { Attempt, Delivery } from "../model/delivery.ts";
import type { Outcome } from "./attempt.ts";
import { delayAfter } from "./retry.ts";

/** The next attempt of a delivery: the correct message, or the one that a fault makes. */
export type PlannedAttempt = { readonly faults: readonly string[] } & (
  | { readonly kind: "forged"; readonly genuine: PlannedAttempt }
  | { readonly kind: "genuine"; readonly attemptNumber: number }
  | { readonly kind: "copy"; readonly copiesLeft: number; readonly milliseconds: number }
);

/** A delivery that waits for its next attempt. */
export interface WaitingDelivery {
  readonly delivery: Delivery;
  readonly planned: PlannedAttempt;
  /** Time of the attempt, in milliseconds since 1970 by the organization's clock. */
  readonly due: number;
  /** True if a fault delays the attempt. */
  readonly isHeld: boolean;
  /** Set if others of its webhook have to come before it is sent. */
  readonly window?: NonNullable<Hold["window"]> | undefined;
}

/** A new delivery with its first attempt, soon or when a fault no longer holds it. */
export function firstStep(
  delivery: Delivery,
  effects: Pick<DeliveryEffects, "hold" | "forge"> | undefined,
  clock: Clock,
): WaitingDelivery {
  const { milliseconds, window, faults } = effects?.hold() ?? { milliseconds: 0, faults: [] };
  const forged = effects?.forge().faults ?? [];
  const genuine: PlannedAttempt = { kind: "genuine", attemptNumber: 1, faults };
  const planned: PlannedAttempt =
    forged.length > 0 ? { kind: "forged", genuine, faults: [...faults, ...forged] } : genuine;
  const due = clock.now() + milliseconds;
  const isHeld = milliseconds > 0;
  return {
    delivery: isHeld ? { ...delivery, nextAttempt: formatMoment(due) } : delivery,
    planned,
    due,
    isHeld,
    window,
  };
}

/**
 * The delivery after an attempt: it waits for the next one, or is finished.
 * @param elapsed duration of the attempt, in milliseconds.
 * @param repeat copies of a delivered message.
 */
export function nextStep(
  { delivery, planned, due }: WaitingDelivery,
  { outcome, attempt, reason }: Outcome,
  { elapsed, repeat }: { readonly elapsed: number; readonly repeat: DeliveryEffects["repeat"] | undefined },
): WaitingDelivery | Delivery {
  const { nextAttempt: _, ...rest } = delivery;
  const attempts = attempt ? [...delivery.attempts, withFaults(attempt, delivery, planned)] : delivery.attempts;
  const next = stepAfter(planned, outcome, repeat);
  if (typeof next === "string")
    return { ...rest, status: next, attempts, ...(next === "failed" && reason !== undefined && { reason }) };
  // If the clock was moved past several attempts, they are made at once.
  const at = due + elapsed + next.wait;
  return {
    delivery: { ...rest, attempts, nextAttempt: formatMoment(at) },
    planned: next.planned,
    due: at,
    isHeld: next.planned.kind === "copy",
  };
}

/** A delivery that is sent again, as a pending one without its result. */
export function stepAgain(
  { reason: _reason, nextAttempt: _next, ...delivery }: Delivery,
  due: number,
): WaitingDelivery {
  return {
    delivery: { ...delivery, status: "pending" },
    planned: { kind: "genuine", attemptNumber: 1, faults: [] },
    due,
    isHeld: false,
  };
}

/** The delivery after an attempt, with its next attempt or its result. */
function stepAfter(
  planned: PlannedAttempt,
  outcome: Outcome["outcome"],
  repeat: DeliveryEffects["repeat"] | undefined,
): { readonly planned: PlannedAttempt; readonly wait: number } | "delivered" | "failed" {
  if (planned.kind === "copy") {
    const copiesLeft = planned.copiesLeft - 1;
    if (copiesLeft > 0 && outcome !== "never")
      return { planned: { ...planned, copiesLeft }, wait: planned.milliseconds };
    return "delivered";
  }
  if (outcome === "never") return "failed";
  // The endpoint does not have the message yet, whatever it responds to a forged one.
  if (planned.kind === "forged") return { planned: planned.genuine, wait: 0 };
  if (outcome === "delivered") {
    const { copies, milliseconds, faults } = repeat?.() ?? { copies: 0, milliseconds: 0, faults: [] };
    if (copies > 0) return { planned: { kind: "copy", copiesLeft: copies, milliseconds, faults }, wait: milliseconds };
    return "delivered";
  }
  const wait = delayAfter(planned.attemptNumber);
  if (wait === undefined) return "failed";
  return { planned: { kind: "genuine", attemptNumber: planned.attemptNumber + 1, faults: [] }, wait };
}

/** Faults that changed the message are reported with each attempt. */
function withFaults(
  attemptMade: Attempt,
  { faults: inside = [] }: Delivery,
  { faults: around }: PlannedAttempt,
): Attempt {
  const faults = [...inside, ...around];
  if (faults.length > 0) return { ...attemptMade, faults };
  return attemptMade;
}

/** Reports an error of the mock itself in place of an attempt. */
export function mockFailure(error: unknown): Outcome {
  return { outcome: "never", reason: `The mock failed: ${String(error)}` };
}
