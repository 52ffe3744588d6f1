import type { Outcome } from "../reports/judgement.ts";
import type { Conditions, FaultyDelivery, Witnessed } from "./surroundings.ts";

/** Result of one run of the consumer. */
export interface FaultRun extends Conditions {
  /** "failed" if the consumer has to survive the fault, "warned" if it should. */
  readonly outcome: Exclude<Outcome, "noted">;
  /** Why, as a sentence; nothing where it passed. */
  readonly message?: string;
  /** Null where a signal ended it, or it did not run. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** How many calls the consumer made. */
  readonly calls: number;
  /** How many deliveries it answered. */
  readonly deliveries: number;
  /** Number of calls and deliveries that faults affected. */
  readonly strikes: number;
  /** How many messages had more to come when it ended. */
  readonly missed: number;
  /**
   * Where it failed: the end of what it said, the calls and the deliveries that were affected, the earliest first
   * (of many, those whose new names and values it spoke of, and the latest), and the latest call of all before its end.
   */
  readonly output?: string;
  readonly struck?: readonly Witnessed[];
  readonly struckDeliveries?: readonly FaultyDelivery[];
  readonly last?: Witnessed;
}

/** Result of running a consumer without faults and under each fault. */
export interface ConsumerReport {
  readonly command: readonly string[];
  readonly seed: string;
  readonly durationMs: number;
  /** The run without faults first. */
  readonly runs: readonly FaultRun[];
  /** Whether it was ended before all was run. */
  readonly interrupted: boolean;
}
