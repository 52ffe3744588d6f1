import type { TrialJudgement } from "./judge.ts";

/** Deliveries that must be refused, and their results. */
export interface Refusals {
  readonly deliveries: number;
  /** Number of deliveries that the receiver accepted with a 2xx status. */
  readonly acceptedCount: number;
  /** Number of effects beyond those of genuine deliveries, or the reason why it is unknown. */
  readonly effects: number | string;
  /** Number of effects that came after all deliveries. */
  readonly later: number;
}

/** Result of all deliveries that must be refused. It is known only at the end, because effects may come late. */
export const refusedWithoutEffect = {
  family: "effects",
  name: "refused-without-effect",
  about: "What is refused has no effect",
  topic: "verification",
  expected: "refused",
  remedy: "Verify a delivery before anything is done with it, or put into a queue.",
} as const;

export function judgeRefusals({ deliveries, acceptedCount, effects, later }: Refusals): TrialJudgement {
  if (typeof effects === "string") return { outcome: "skipped", message: effects };
  // Accepted deliveries are findings of their own.
  if (effects + later - acceptedCount <= 0) return { outcome: "passed" };
  const when = later > 0 ? `, ${later} of them later, while nothing was sent` : "";
  const message = `Of ${deliveries} deliveries that are to be refused, ${acceptedCount} were taken, but ${effects + later} had an effect by the probe${when}`;
  return { outcome: "failed", message };
}
