import type { ExchangeTiming, ExchangeDetails } from "../archive/exchange-details.ts";
import type { Contract, Operation, Router } from "../../contracts/index.ts";
import type { Archive } from "../archive/archive.ts";
import { type AccessLog, createAccessLog } from "../target/access.ts";
import { listenForChecks } from "../checks/check-listener.ts";
import type { Property } from "../scope/property.ts";
import { createSentFieldLog } from "../drift/sent-field-log.ts";
import { type DriftLog, createDriftLog } from "../drift/drift.ts";
import type { Exchange } from "../model/exchange.ts";
import { type ExerciseLog, createExerciseLog } from "../exercise/exercise-log.ts";
import { type OutcomeLog, createOutcomeLog } from "../exercise/outcome-log.ts";
import { type UntriedLog, createUntriedLog } from "../exercise/untried-log.ts";
import { type ExpectedLog, createExpectedLog } from "../findings/expected.ts";
import { type BasisLog, createBasisLog } from "../findings/basis-share.ts";

/**
 * Records everything that the report of a run needs. Its size depends on the contracts, not on the length of the run.
 */
export interface Recorder {
  /** Records an exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract, during: ExchangeTiming): void;
  /** Records the exchanges of a finding. */
  found(id: string, exchanges: readonly Exchange[], about: ExchangeDetails): void;
  readonly exercise: ExerciseLog;
  readonly drift: DriftLog;
  /** Status codes that are implied by HTTP and not documented. */
  readonly expected: ExpectedLog;
  readonly ground: BasisLog;
  readonly access: AccessLog;
  readonly outcomes: OutcomeLog;
  /** Properties that were not tried, by operation. */
  readonly untried: UntriedLog;
}

interface RecorderOptions {
  readonly mask: (text: string) => string;
  readonly archive?: Archive | undefined;
  /** True if Concord makes the requests. Values that they contain are then no drift. */
  readonly isOwn?: boolean;
  /** Properties of the run. */
  readonly properties?: readonly Property[];
}

export function createRecorder(
  router: Router,
  { mask, archive, isOwn = false, properties = [] }: RecorderOptions,
): Recorder {
  const exercise = createExerciseLog(router);
  const drift = createDriftLog(mask, isOwn ? createSentFieldLog() : undefined);
  const expected = createExpectedLog();
  const ground = createBasisLog();
  const access = createAccessLog();
  const outcomes = createOutcomeLog(properties);
  return {
    exercise,
    drift,
    expected,
    ground,
    access,
    outcomes,
    untried: createUntriedLog(),
    seen(exchange, operation, contract, during) {
      exercise.seen(exchange, operation, contract);
      if (during.property !== undefined) exercise.judged(exchange, operation, during.property);
      listenForChecks(exchange, (check) => exercise.judged(exchange, operation, check));
      access.seen(exchange, operation, during.property);
      outcomes.recordExchange(exchange, operation, during.property);
      archive?.recordExchange(exchange, { operation, contract, timing: during });
      drift.seen(exchange, operation, contract);
      expected.seen(exchange, operation, contract);
    },
    found: (id, exchanges, about) => archive?.linkFinding(id, exchanges, about),
  };
}
