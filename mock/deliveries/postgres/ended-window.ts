import { reordered } from "../reordered.ts";

/** A delivery that waits for others of its webhook. */
export interface WindowedDelivery {
  readonly id: string;
  readonly due: number;
  readonly size: number;
  readonly rank: number;
}

/**
 * Ids of the deliveries of a window, in the order in which they are sent, if it is full or its first one is due.
 * @param waiting deliveries in the order of their events.
 */
export function endedWindow(waiting: readonly WindowedDelivery[], now: number): readonly string[] {
  const size = Math.min(...waiting.map((each) => each.size));
  const isEnded = waiting.length >= size || waiting.some(({ due }) => due <= now);
  if (isEnded) return reordered(waiting.slice(0, size)).map(({ id }) => id);
  return [];
}
