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
  about: "A refused delivery has no effect",
  topic: "verification",
  expected: "refused",
  remedy: "Verify a delivery before you process it or put it into a queue.",
} as const;

export function judgeRefusals({ deliveries, acceptedCount, effects, later }: Refusals): TrialJudgement {
  if (typeof effects === "string") return { outcome: "skipped", message: effects };
  // Accepted deliveries are findings of their own.
  if (effects + later - acceptedCount <= 0) return { outcome: "passed" };
  const when = later > 0 ? `, ${later} of them later, when nothing was being sent` : "";
  const message = `Of ${deliveries} deliveries that must be refused, ${acceptedCount} were accepted, but the probe shows ${effects + later} effects${when}`;
  return { outcome: "failed", message };
}
