import type { Clock } from "../model/clock.ts";
import type { DeliveryEffects } from "../faults/index.ts";
import type { MakeAttempt } from "./attempt.ts";
import { type Task, createCourier } from "./courier.ts";
import { type WaitingDelivery, firstStep, mockFailure, nextStep, stepAgain } from "./delivery-steps.ts";
import type { Delivery, SettleOptions } from "../model/delivery.ts";
import type { DeliveryLog } from "./log.ts";
import { createWindows } from "./windows.ts";

/** Runs deliveries, from their first attempt to the last. */
export interface DeliveryRuns {
  /** Logs a delivery, and sends it soon, or when a fault no longer holds it. */
  begin(delivery: Delivery, effects: DeliveryEffects | undefined): void;
  /** Sends a finished delivery again. */
  beginAgain(delivery: Delivery): void;
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
      const first = firstStep(delivery, effects, clock);
      log.put(first.delivery);
      const task = createTask(first, effects);
      if (first.window) windows.hold(task, first.window);
      else courier.add(task);
    },
    beginAgain(delivery) {
      const again = stepAgain(delivery, clock.now());
      log.put(again.delivery);
      courier.add(createTask(again, undefined));
    },
    runNow: (id) => void (courier.runNow(id) || windows.release(id, clock.now())),
    async settled({ held = false } = {}) {
      await courier.settled();
      // Deliveries that the released ones cause may be held as well.
      if (held) while (courier.release()) await courier.settled();
    },
    close: () => courier.close(),
  };

  function createTask(waiting: WaitingDelivery, effects: DeliveryEffects | undefined): Task {
    const { due, isHeld } = waiting;
    const { id, webhook } = waiting.delivery;
    return {
      id,
      lane: webhook,
      due,
      isHeld,
      async run(since) {
        const delivery = log.get(id) as Delivery;
        try {
          return await runDelivery({ ...waiting, delivery, due: since }, effects);
        } catch (error) {
          log.put({ ...delivery, status: "failed", reason: mockFailure(error).reason as string });
          return undefined;
        }
      },
    };
  }
  /** Makes the next attempt. Returns the task of the one after it, if there is one. */
  async function runDelivery(
    waiting: WaitingDelivery,
    effects: DeliveryEffects | undefined,
  ): Promise<Task | undefined> {
    const started = clock.now();
    const outcome = await attempt(waiting.delivery, waiting.planned.kind === "forged").catch(mockFailure);
    const next = nextStep(waiting, outcome, { elapsed: clock.now() - started, repeat: effects?.repeat });
    if ("status" in next) {
      log.put(next);
      return undefined;
    }
    log.put(next.delivery);
    return createTask(next, effects);
  }
}
