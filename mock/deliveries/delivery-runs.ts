import { type Clock, timeOf } from "../model/clock.ts";
import type { DeliveryEffects } from "../faults/index.ts";
import type { MakeAttempt, Outcome } from "./attempt.ts";
import { type Task, createCourier } from "./courier.ts";
import type { Attempt, Delivery, SettleOptions } from "../model/delivery.ts";
import type { DeliveryLog } from "./log.ts";
import { delayAfter } from "./retry.ts";
import { createWindows } from "./windows.ts";

/** The next attempt of a delivery: the correct message, or the one that a fault makes. */
type PlannedAttempt = { readonly faults: readonly string[] } & (
  | { readonly kind: "forged"; readonly genuine: PlannedAttempt }
  | { readonly kind: "genuine"; readonly attemptNumber: number }
  | { readonly kind: "copy"; readonly copiesLeft: number; readonly milliseconds: number }
);

/** Runs deliveries, from their first attempt to the last. */
export interface DeliveryRuns {
  /** Logs a delivery, and sends it soon, or when a fault no longer holds it. */
  begin(delivery: Delivery, effects?: DeliveryEffects): void;
  /** Makes the next attempt of a waiting delivery now. Does nothing if it does not wait. */
  runNow(id: string): void;
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
      const genuine: PlannedAttempt = { kind: "genuine", attemptNumber: 1, faults };
      const planned: PlannedAttempt =
        forged.length > 0 ? { kind: "forged", genuine, faults: [...faults, ...forged] } : genuine;
      const due = clock.now() + milliseconds;
      log.put(milliseconds > 0 ? { ...delivery, nextAttempt: timeOf(due) } : delivery);
      const task = { ...taskOf(delivery, due, { planned, effects }), isHeld: milliseconds > 0 };
      if (window) windows.hold(task, window);
      else courier.add(task);
    },
    runNow: (id) => void (courier.runNow(id) || windows.release(id, clock.now())),
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
    { planned, effects }: { readonly planned: PlannedAttempt; readonly effects: DeliveryEffects | undefined },
  ): Task {
    return {
      id,
      lane: webhook,
      due,
      async run(since) {
        const delivery = log.get(id) as Delivery;
        const started = clock.now();
        const {
          outcome,
          attempt: attemptMade,
          reason,
        } = await attempt(delivery, planned.kind === "forged").catch(mockFailure);
        const { nextAttempt: _, ...rest } = delivery;
        const attempts = attemptMade
          ? [...delivery.attempts, withFaults(attemptMade, delivery, planned)]
          : delivery.attempts;
        const next = stepAfter(planned, outcome, effects);
        if (typeof next === "string") {
          log.put({ ...rest, status: next, attempts, ...(next === "failed" && reason !== undefined && { reason }) });
          return undefined;
        }
        // If the clock was moved past several attempts, they are made at once.
        const at = since + (clock.now() - started) + next.wait;
        log.put({ ...rest, attempts, nextAttempt: timeOf(at) });
        return { ...taskOf(delivery, at, { planned: next.planned, effects }), isHeld: next.planned.kind === "copy" };
      },
    };
  }
}

/** The delivery after an attempt, with its next attempt or its result. */
function stepAfter(
  planned: PlannedAttempt,
  outcome: Outcome["outcome"],
  effects: DeliveryEffects | undefined,
): { readonly planned: PlannedAttempt; readonly wait: number } | "delivered" | "failed" {
  if (planned.kind === "copy") {
    const copiesLeft = planned.copiesLeft - 1;
    return copiesLeft > 0 && outcome !== "never"
      ? { planned: { ...planned, copiesLeft }, wait: planned.milliseconds }
      : "delivered";
  }
  if (outcome === "never") return "failed";
  // The endpoint does not have the message yet, whatever it responds to a forged one.
  if (planned.kind === "forged") return { planned: planned.genuine, wait: 0 };
  if (outcome === "delivered") {
    const { copies, milliseconds, faults } = effects?.repeat() ?? { copies: 0, milliseconds: 0, faults: [] };
    return copies > 0
      ? { planned: { kind: "copy", copiesLeft: copies, milliseconds, faults }, wait: milliseconds }
      : "delivered";
  }
  const wait = delayAfter(planned.attemptNumber);
  return wait === undefined
    ? "failed"
    : { planned: { kind: "genuine", attemptNumber: planned.attemptNumber + 1, faults: [] }, wait };
}

/** Faults that changed the message are reported with each attempt. */
function withFaults(
  attemptMade: Attempt,
  { faults: inside = [] }: Delivery,
  { faults: around }: PlannedAttempt,
): Attempt {
  const faults = [...inside, ...around];
  return faults.length > 0 ? { ...attemptMade, faults } : attemptMade;
}

/** Reports an error of the mock itself in place of an attempt. */
function mockFailure(error: unknown): Outcome {
  return { outcome: "never", reason: `The mock failed: ${String(error)}` };
}
