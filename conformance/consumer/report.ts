import type { Outcome } from "../reports/judgement.ts";
import type { Conditions, StruckDelivery, Witnessed } from "./surroundings.ts";

/** What became of the consumer in one weather. */
export interface WeatherRun extends Conditions {
  /** Failed where it has to survive the weather, warned where it should. */
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
  /** How many of both the weather struck. */
  readonly strikes: number;
  /** How many messages had more to come when it ended. */
  readonly missed: number;
  /**
   * Where it failed: the end of what it said, the calls and the deliveries that were struck, the earliest first
   * (of many, those whose new names and values it spoke of, and the latest), and the latest call of all before its end.
   */
  readonly output?: string;
  readonly struck?: readonly Witnessed[];
  readonly struckDeliveries?: readonly StruckDelivery[];
  readonly last?: Witnessed;
}

/** The result of running a consumer in several weathers. */
export interface ConsumerReport {
  readonly command: readonly string[];
  readonly seed: string;
  readonly durationMs: number;
  /** The fair weather first. */
  readonly runs: readonly WeatherRun[];
  /** Whether it was ended before all was run. */
  readonly interrupted: boolean;
}
