import type { Delivery, DeliveryQuery } from "../model/delivery.ts";

/** The deliveries of an organization, the earliest first. */
export interface DeliveryLog {
  get(id: string): Delivery | undefined;
  /** Adds or replaces a delivery. */
  put(delivery: Delivery): void;
  entries(query?: DeliveryQuery): readonly Delivery[];
}

/** Creates a log that keeps all pending deliveries, and the latest of the others. */
export function createLog(kept: number): DeliveryLog {
  const all = new Map<string, Delivery>();
  const ended = new Set<string>();
  return {
    get: (id) => all.get(id),
    put(delivery) {
      all.set(delivery.id, delivery);
      ended.delete(delivery.id);
      if (delivery.status === "pending") return;
      ended.add(delivery.id);
      if (ended.size <= kept) return;
      const [first] = ended;
      ended.delete(first as string);
      all.delete(first as string);
    },
    entries({ event, webhook, status, limit = Infinity } = {}) {
      const meant = [...all.values()].filter(
        (delivery) =>
          (event === undefined || delivery.event.name === event) &&
          (webhook === undefined || delivery.webhook === webhook) &&
          (status === undefined || delivery.status === status),
      );
      return meant.slice(Math.max(0, meant.length - limit));
    },
  };
}
