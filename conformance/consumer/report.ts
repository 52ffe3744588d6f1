import type { Outcome } from "../reports/judgement.ts";
import type { RunConditions, DeliveryUnderFault, AffectedExchange } from "./mock-factory.ts";

/** Result of one run of the consumer. */
export interface FaultRun extends RunConditions {
  /** "failed" if the consumer has to survive the fault, "warned" if it should. */
  readonly outcome: Exclude<Outcome, "noted">;
  /** Reason as a sentence. Absent if the run passed. */
  readonly message?: string;
  /** Null if a signal ended the command, or it did not run. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Number of calls by the consumer. */
  readonly calls: number;
  /** Number of deliveries that it answered. */
  readonly deliveries: number;
  /** Number of calls and deliveries that faults affected. */
  readonly strikes: number;
  /** Number of messages with deliveries left at the end. */
  readonly missed: number;
  /**
   * Set for a failure: the end of the output, the affected calls and deliveries in order of time (if there are many,
   * those mentioned in the output, and the latest), and the latest call.
   */
  readonly output?: string;
  readonly struck?: readonly AffectedExchange[];
  readonly struckDeliveries?: readonly DeliveryUnderFault[];
  readonly last?: AffectedExchange;
}

/** Result of running a consumer without faults and under each fault. */
export interface ConsumerReport {
  readonly command: readonly string[];
  readonly seed: string;
  readonly durationMs: number;
  /** Runs, starting with the one without faults. */
  readonly runs: readonly FaultRun[];
  /** True if the run ended early. */
  readonly interrupted: boolean;
}
