import type { Judged } from "./judge.ts";

/** What was sent to be refused, and what came of it. */
export interface Refusals {
  readonly deliveries: number;
  /** How many of them were answered 2xx all the same. */
  readonly taken: number;
  /** How many effects there were beyond those of genuine deliveries, or why that is not known. */
  readonly effects: number | string;
  /** How many came later, where nothing should have had one. */
  readonly later: number;
}

/** What all trials that are to be refused come to together: it is known at the end alone, since effects may come late. */
export const refusedWithoutEffect = {
  family: "effects",
  name: "refused-without-effect",
  about: "What is refused has no effect",
  topic: "verification",
  expected: "refused",
  remedy: "Verify a delivery before anything is done with it, or put into a queue.",
} as const;

export function judgeRefusals({ deliveries, taken, effects, later }: Refusals): Judged {
  if (typeof effects === "string") return { outcome: "skipped", message: effects };
  // What was taken is a finding of its own.
  if (effects + later - taken <= 0) return { outcome: "passed" };
  const when = later > 0 ? `, ${later} of them later, while nothing was sent` : "";
  const message = `Of ${deliveries} deliveries that are to be refused, ${taken} were taken, but ${effects + later} had an effect by the probe${when}`;
  return { outcome: "failed", message };
}
