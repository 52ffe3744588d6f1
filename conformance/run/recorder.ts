import type { During, About } from "../archive/about.ts";
import type { Contract, Operation, Router } from "../../contracts/index.ts";
import type { Archive } from "../archive/archive.ts";
import { type AccessLog, createAccessLog } from "../target/access.ts";
import { whenJudged } from "../checks/judged.ts";
import type { Property } from "../scope/property.ts";
import { createBrought } from "../drift/brought.ts";
import { type DriftLog, createDriftLog } from "../drift/drift.ts";
import type { Exchange } from "../model/exchange.ts";
import { type ExerciseLog, createExerciseLog } from "../exercise/exercise-log.ts";
import { type OutcomeLog, createOutcomeLog } from "../exercise/outcome-log.ts";
import { type ExpectedLog, createExpectedLog } from "../findings/expected.ts";
import { type GroundLog, createGroundLog } from "../findings/basis-share.ts";

/** Remembers of a run what its report tells of as a whole; as large as the contracts, not as the run is long. */
export interface Recorder {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract, during: During): void;
  /** Is told of the exchanges that show a finding. */
  found(id: string, exchanges: readonly Exchange[], about: About): void;
  readonly exercise: ExerciseLog;
  readonly drift: DriftLog;
  /** Statuses that go without saying, and are not documented. */
  readonly expected: ExpectedLog;
  readonly ground: GroundLog;
  readonly access: AccessLog;
  readonly outcomes: OutcomeLog;
}

interface RecorderOptions {
  readonly mask: (text: string) => string;
  readonly archive?: Archive | undefined;
  /** Whether the requests are Concord's own: what they bring is no news of the target. */
  readonly isOwn?: boolean;
  /** Properties of the run. */
  readonly properties?: readonly Property[];
}

export function createRecorder(
  router: Router,
  { mask, archive, isOwn = false, properties = [] }: RecorderOptions,
): Recorder {
  const exercise = createExerciseLog(router);
  const drift = createDriftLog(mask, isOwn ? createBrought() : undefined);
  const expected = createExpectedLog();
  const ground = createGroundLog();
  const access = createAccessLog();
  const outcomes = createOutcomeLog(properties);
  return {
    exercise,
    drift,
    expected,
    ground,
    access,
    outcomes,
    seen(exchange, operation, contract, during) {
      exercise.seen(exchange, operation, contract);
      if (during.property !== undefined) exercise.judged(exchange, operation, during.property);
      whenJudged(exchange, (check) => exercise.judged(exchange, operation, check));
      access.seen(exchange, operation, during.property);
      outcomes.answered(exchange, operation, during.property);
      archive?.seen(exchange, { operation, contract, during });
      drift.seen(exchange, operation, contract);
      expected.seen(exchange, operation, contract);
    },
    found: (id, exchanges, about) => archive?.found(id, exchanges, about),
  };
}
