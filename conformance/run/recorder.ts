import type { Contract, Operation, Router } from "../../contracts/index.ts";
import type { Archive } from "../archive/archive.ts";
import type { Check } from "../checks/check.ts";
import type { Finding } from "../checks/finding.ts";
import { judgeExchange } from "../checks/index.ts";
import { type AccessLog, createAccessLog } from "../target/access.ts";
import type { Property } from "../scope/property.ts";
import { createSentFieldLog } from "../drift/sent-field-log.ts";
import { type DriftLog, createDriftLog } from "../drift/drift.ts";
import type { Exchange, ExchangeRecord } from "../model/exchange.ts";
import { type ExerciseLog, createExerciseLog } from "../exercise/exercise-log.ts";
import { type OutcomeLog, createOutcomeLog } from "../exercise/outcome-log.ts";
import { type UntriedLog, createUntriedLog } from "../exercise/untried-log.ts";
import { type ExpectedLog, createExpectedLog } from "../findings/expected.ts";
import { type BasisLog, createBasisLog } from "../findings/basis-share.ts";

/**
 * Records everything that the report of a run needs. Its size depends on the contracts, not on the length of the run.
 */
export interface Recorder {
  /** Records an exchange in all logs. */
  record(record: ExchangeRecord): void;
  /** Findings of the checks of the run on an exchange. */
  judge(exchange: Exchange, contract: Contract, operation: Operation): readonly Finding[];
  /** Links exchanges to a finding that they show. Those without a response are recorded as `others` says. */
  linkFinding(id: string, exchanges: readonly Exchange[], others: Omit<ExchangeRecord, "exchange" | "findings">): void;
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
  /** Default: the checks of the catalogue. */
  readonly checks?: readonly Check[];
}

export function createRecorder(
  router: Router,
  { mask, archive, isOwn = false, properties = [], checks }: RecorderOptions,
): Recorder {
  const records = new WeakMap<Exchange, ExchangeRecord>();
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
    record(record) {
      const { exchange, operation, contract, property } = record;
      records.set(exchange, record);
      for (const log of [exercise, access, outcomes, drift]) log.record(record);
      archive?.record(record);
      expected.seen(exchange, operation, contract);
      if (property !== undefined) ground.recordExchange(exchange, operation);
    },
    judge(exchange, contract, operation) {
      const record = records.get(exchange);
      return judgeExchange(exchange, contract, operation, checks, (check) => record && exercise.judged(record, check));
    },
    linkFinding(id, exchanges, others) {
      for (const exchange of exchanges) {
        const record = records.get(exchange) ?? { ...others, exchange, findings: new Set() };
        records.set(exchange, record);
        record.findings.add(id);
        archive?.keep(record);
      }
    },
  };
}
