import type { Deliveries } from "../calls/deliveries.ts";
import type { FaultController } from "../faults/index.ts";
import { type AttemptSettings, createAttempts } from "./attempt.ts";
import { composeDeliveries, createLoopNotices } from "./compose-deliveries.ts";
import { createDeliveryRuns } from "./delivery-runs.ts";
import { createLog } from "./log.ts";
import type { Delivery } from "../model/delivery.ts";
import { checkSettling } from "./query.ts";
import { createRecords } from "./records.ts";
import { readWebhook } from "./webhooks.ts";

export interface DeliverySettings extends AttemptSettings {
  /** Faults of the organization. */
  readonly faults: Pick<FaultController, "deliveries">;
  /** Number of finished deliveries that the log keeps. */
  readonly limit: number;
  /** Maximum number of pending deliveries. Further ones fail at once. */
  readonly pendingLimit: number;
  /** Receives notices of loops that were stopped. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Creates the deliveries of an organization in this process. */
export function createDeliveries(settings: DeliverySettings): Deliveries {
  const { organization, clock, store, limit, pendingLimit } = settings;
  const log = createLog(limit);
  const runs = createDeliveryRuns({ clock, log, attempt: createAttempts(settings) });
  const noticeLoop = createLoopNotices(settings);
  let eventCount = 0;
  const records = createRecords(log);

  return {
    ...records,
    complete: async () => records,
    async redeliver(id) {
      const delivery = log.get(id);
      if (!delivery) throw createDeliveryError(id);
      if (!(await readWebhook({ organization, store }, delivery.webhook))) return false;
      // The delivery may have changed during the lookup of its webhook.
      const current = log.get(id) ?? delivery;
      if (current.status === "pending") runs.runNow(id);
      else runs.beginAgain(current);
      return true;
    },
    async settled(options = {}) {
      checkSettling(options);
      await runs.settled(options);
    },
    deliver(event, webhooks, { afterCommit = (begin: () => void) => begin() } = {}) {
      noticeLoop(event, webhooks);
      return composeDeliveries(settings, { event, webhooks, count: ++eventCount }).map(({ delivery, effects }) => {
        const beginOrRefuse = (): void => {
          if (log.pending() < pendingLimit) runs.begin(delivery, effects);
          else log.put(refusedDelivery(delivery, pendingLimit));
        };
        if (delivery.status === "pending") afterCommit(beginOrRefuse);
        else log.put(delivery);
        return delivery.id;
      });
    },
    get hasPending() {
      return log.pending() > 0;
    },
    close: () => runs.close(),
  };
}

/** Maximum number of pending deliveries of an organization, unless it is set. */
export const MAX_PENDING = 10_000;

/** A delivery that is not sent because too many others wait. Those keep their order. */
export function refusedDelivery(delivery: Delivery, limit: number): Delivery {
  const reason = `Not sent: ${limit} deliveries of the organization are pending already (--pending-limit, pendingLimit in code)`;
  return { ...delivery, status: "failed", reason };
}

/** Error for an id that no delivery has. */
export function createDeliveryError(id: string): RangeError {
  return new RangeError(`Cannot redeliver "${id}": there is no such delivery, or it was forgotten`);
}
