import type { Delivery, DeliveryQuery } from "../model/delivery.ts";

/** The deliveries of an organization, the earliest first. */
export interface DeliveryLog {
  get(id: string): Delivery | undefined;
  /** Adds or replaces a delivery. */
  put(delivery: Delivery): void;
  /** Number of pending deliveries. */
  pending(): number;
  entries(query?: DeliveryQuery): readonly Delivery[];
}

/** Creates a log that keeps all pending deliveries, and the latest of the others. */
export function createLog(kept: number): DeliveryLog {
  const all = new Map<string, Delivery>();
  const finishedIds = new Set<string>();
  return {
    get: (id) => all.get(id),
    put(delivery) {
      all.set(delivery.id, delivery);
      finishedIds.delete(delivery.id);
      if (delivery.status === "pending") return;
      finishedIds.add(delivery.id);
      if (finishedIds.size <= kept) return;
      const [first] = finishedIds;
      finishedIds.delete(first as string);
      all.delete(first as string);
    },
    pending: () => all.size - finishedIds.size,
    entries({ event, webhook, status, limit = Infinity } = {}) {
      const matching = [...all.values()].filter(
        (delivery) =>
          (event === undefined || delivery.event.name === event) &&
          (webhook === undefined || delivery.webhook === webhook) &&
          (status === undefined || delivery.status === status),
      );
      return matching.slice(Math.max(0, matching.length - limit));
    },
  };
}
