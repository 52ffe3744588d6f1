import type { Json } from "../../contracts/index.ts";
import { maskValue } from "../../contracts/secrets/index.ts";
import type { Attempt, Delivery } from "./delivery.ts";

/** An attempt that the weather struck, and that the endpoint was there for. */
export interface StruckAttempt {
  readonly delivery: Delivery;
  readonly attempt: Attempt & Required<Pick<Attempt, "response">>;
  /** What was done to it. */
  readonly weather: readonly string[];
  /** The message without its secrets, where the weather put something into that. */
  readonly body?: Json;
}

/**
 * The attempts that the weather struck, of deliveries in the order in which they were told. An endpoint that did not
 * answer was not struck by anything; and a message that was only held back, and overtook no other, came in its order.
 */
export function struckAttempts(deliveries: readonly Delivery[]): readonly StruckAttempt[] {
  const overtaking = overtakingIn(deliveries);
  return deliveries.flatMap((delivery) => {
    const body = delivery.weather && maskValue({ ...delivery.event }, undefined);
    return delivery.attempts.flatMap((attempt) => {
      const weather = (attempt.weather ?? []).filter((id) => id !== "reorder-deliveries" || overtaking.has(delivery));
      const { response } = attempt;
      if (!response || weather.length === 0) return [];
      return [{ delivery, attempt: { ...attempt, response }, weather, ...(body !== undefined && { body }) }];
    });
  });
}

/** Those that came to their endpoint before one that it should have been told of earlier. */
function overtakingIn(deliveries: readonly Delivery[]): ReadonlySet<Delivery> {
  /** When the latest of the messages came that were told so far, by webhook. */
  const latest = new Map<string, number>();
  const overtaking = new Set<Delivery>();
  for (const delivery of deliveries) {
    const came = delivery.attempts.find(({ response }) => response)?.time;
    if (came === undefined) continue;
    const [moment, before] = [Date.parse(came), latest.get(delivery.webhook) ?? -Infinity];
    // Of two in the same millisecond, the weather lets the later one go first.
    if (moment <= before) overtaking.add(delivery);
    latest.set(delivery.webhook, Math.max(moment, before));
  }
  return overtaking;
}
