import { type Json, omitUndefined } from "../../contracts/index.ts";
import { maskValue } from "../../contracts/secrets/index.ts";
import type { Attempt, Delivery } from "../model/delivery.ts";

/** An attempt that a fault affected and that the endpoint answered. */
export interface AffectedAttempt {
  readonly delivery: Delivery;
  readonly attempt: Attempt & Required<Pick<Attempt, "response">>;
  /** Ids of the faults. */
  readonly faults: readonly string[];
  /** The message without its secrets, if a fault changed it. */
  readonly body?: Json;
}

/**
 * Finds the attempts that faults affected, of deliveries in the order of their events. An attempt without an answer
 * does not count. A reordered message counts only if it arrived before an earlier one.
 */
export function affectedAttempts(deliveries: readonly Delivery[]): readonly AffectedAttempt[] {
  const overtaking = overtakingDeliveries(deliveries);
  return deliveries.flatMap((delivery) => {
    const body = delivery.faults && maskValue({ ...delivery.event }, undefined);
    return delivery.attempts.flatMap((attempt) => {
      const faults = (attempt.faults ?? []).filter((id) => id !== "reorder-deliveries" || overtaking.has(delivery));
      const { response } = attempt;
      if (!response || faults.length === 0) return [];
      return [omitUndefined({ delivery, attempt: { ...attempt, response }, faults, body })];
    });
  });
}

/** Deliveries that arrived before an earlier one of the same webhook. */
function overtakingDeliveries(deliveries: readonly Delivery[]): ReadonlySet<Delivery> {
  /** Time of the latest arrival so far, by webhook. */
  const latest = new Map<string, number>();
  const overtaking = new Set<Delivery>();
  for (const delivery of deliveries) {
    const arrivedAt = delivery.attempts.find(({ response }) => response)?.time;
    if (arrivedAt === undefined) continue;
    const [moment, before] = [Date.parse(arrivedAt), latest.get(delivery.webhook) ?? -Infinity];
    // Two messages may arrive in the same millisecond. The fault sends the later one first.
    if (moment <= before) overtaking.add(delivery);
    latest.set(delivery.webhook, Math.max(moment, before));
  }
  return overtaking;
}
