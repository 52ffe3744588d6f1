import type { Comparison } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";
import { type NoveltyLog, createNoveltyLog } from "../../exercise/novelty-log.ts";
import { type RateLimitRetry, createRateLimitRetry } from "../../target/rate/rate-limit-retry.ts";

/** Events of a trial of one operation. */
export interface TrialLog {
  /** Number of responses by status code. */
  readonly statuses: Record<string, number>;
  /** Reasons why something could not be judged. */
  readonly skipped: Set<string>;
  /** Flaws of rate-limit refusals, which no property sees. */
  readonly refusals: Finding[];
  readonly patience: RateLimitRetry;
  /** Property under test. */
  property: string | undefined;
  /** Results of the trials of the property, if it is a relation. */
  readonly comparisons: Set<Comparison>;
  /** Reason why the latest trial of the property judged nothing. */
  unjudged: string | undefined;
  /** Aspects of the exchanges so far. */
  readonly novelty: NoveltyLog;
}

export function createTrialLog(property?: string): TrialLog {
  return {
    statuses: {},
    skipped: new Set(),
    refusals: [],
    patience: createRateLimitRetry(),
    property,
    comparisons: new Set(),
    unjudged: undefined,
    novelty: createNoveltyLog(),
  };
}
