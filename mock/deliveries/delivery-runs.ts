import { type Clock, timeOf } from "../model/clock.ts";
import type { DeliveryEffects } from "../faults/index.ts";
import type { MakeAttempt, Outcome } from "./attempt.ts";
import { type Task, createCourier } from "./courier.ts";
import type { Attempt, Delivery, SettleOptions } from "../model/delivery.ts";
import type { DeliveryLog } from "./log.ts";
import { waitAfter } from "./retry.ts";
import { createWindows } from "./windows.ts";

/** The next attempt of a delivery: the correct message, or the one that a fault makes. */
type Leg = { readonly faults: readonly string[] } & (
  | { readonly kind: "forged"; readonly genuine: Leg }
  | { readonly kind: "genuine"; readonly round: number }
  | { readonly kind: "copy"; readonly left: number; readonly milliseconds: number }
);

/** Runs deliveries, from their first attempt to the last. */
export interface DeliveryRuns {
  /** Logs a delivery, and sends it soon, or when a fault no longer holds it. */
  begin(delivery: Delivery, effects?: DeliveryEffects): void;
  /** Makes the next attempt of a waiting delivery now. Does nothing if it does not wait. */
  hasten(id: string): void;
  settled(options?: SettleOptions): Promise<void>;
  close(): void;
}

interface RunSettings {
  readonly clock: Clock;
  readonly log: DeliveryLog;
  readonly attempt: MakeAttempt;
}

export function createDeliveryRuns({ clock, log, attempt }: RunSettings): DeliveryRuns {
  const courier = createCourier(clock);
  const windows = createWindows(courier);

  return {
    begin(delivery, effects) {
      const { milliseconds, window, faults } = effects?.hold() ?? { milliseconds: 0, faults: [] };
      const forged = effects?.forge().faults ?? [];
      const genuine: Leg = { kind: "genuine", round: 1, faults };
      const leg: Leg = forged.length > 0 ? { kind: "forged", genuine, faults: [...faults, ...forged] } : genuine;
      const due = clock.now() + milliseconds;
      log.put(milliseconds > 0 ? { ...delivery, nextAttempt: timeOf(due) } : delivery);
      const task = { ...taskOf(delivery, due, { leg, effects }), isHeld: milliseconds > 0 };
      if (window) windows.hold(task, window);
      else courier.add(task);
    },
    hasten: (id) => void (courier.hasten(id) || windows.release(id, clock.now())),
    async settled({ held = false } = {}) {
      await courier.settled();
      // Deliveries that the released ones cause may be held as well.
      if (held) while (courier.release()) await courier.settled();
    },
    close: () => courier.close(),
  };

  function taskOf(
    { id, webhook }: Delivery,
    due: number,
    { leg, effects }: { readonly leg: Leg; readonly effects: DeliveryEffects | undefined },
  ): Task {
    return {
      id,
      lane: webhook,
      due,
      async run(since) {
        const delivery = log.get(id) as Delivery;
        const started = clock.now();
        const { outcome, attempt: made, reason } = await attempt(delivery, leg.kind === "forged").catch(faulty);
        const { nextAttempt: _, ...rest } = delivery;
        const attempts = made ? [...delivery.attempts, marked(made, delivery, leg)] : delivery.attempts;
        const next = nextOf(leg, outcome, effects);
        if (typeof next === "string") {
          log.put({ ...rest, status: next, attempts, ...(next === "failed" && reason !== undefined && { reason }) });
          return undefined;
        }
        // If the clock was moved past several attempts, they are made at once.
        const at = since + (clock.now() - started) + next.wait;
        log.put({ ...rest, attempts, nextAttempt: timeOf(at) });
        return { ...taskOf(delivery, at, { leg: next.leg, effects }), isHeld: next.leg.kind === "copy" };
      },
    };
  }
}

/** The delivery after an attempt, with its next attempt or its result. */
function nextOf(
  leg: Leg,
  outcome: Outcome["outcome"],
  effects: DeliveryEffects | undefined,
): { readonly leg: Leg; readonly wait: number } | "delivered" | "failed" {
  if (leg.kind === "copy") {
    const left = leg.left - 1;
    return left > 0 && outcome !== "never" ? { leg: { ...leg, left }, wait: leg.milliseconds } : "delivered";
  }
  if (outcome === "never") return "failed";
  // The endpoint does not have the message yet, whatever it responds to a forged one.
  if (leg.kind === "forged") return { leg: leg.genuine, wait: 0 };
  if (outcome === "delivered") {
    const { copies, milliseconds, faults } = effects?.repeat() ?? { copies: 0, milliseconds: 0, faults: [] };
    return copies > 0 ? { leg: { kind: "copy", left: copies, milliseconds, faults }, wait: milliseconds } : "delivered";
  }
  const wait = waitAfter(leg.round);
  return wait === undefined ? "failed" : { leg: { kind: "genuine", round: leg.round + 1, faults: [] }, wait };
}

/** Faults that changed the message are reported with each attempt. */
function marked(made: Attempt, { faults: inside = [] }: Delivery, { faults: around }: Leg): Attempt {
  const faults = [...inside, ...around];
  return faults.length > 0 ? { ...made, faults } : made;
}

/** Reports an error of the mock itself in place of an attempt. */
function faulty(error: unknown): Outcome {
  return { outcome: "never", reason: `The mock failed: ${String(error)}` };
}
