import type { Contract, Operation, Router } from "../contracts/index.ts";
import type { About, Archive } from "./archive/archive.ts";
import { type AccessLog, createAccessLog } from "./access.ts";
import { whenJudged } from "./checks/judged.ts";
import { type DriftLog, createDriftLog } from "./drift/drift.ts";
import type { Exchange } from "./exchange.ts";
import { type ExerciseLog, createExerciseLog } from "./exercise/exercise-log.ts";
import { type ExpectedLog, createExpectedLog } from "./expected.ts";
import { type GroundLog, createGroundLog } from "./ground.ts";

/** When an exchange took place. */
export interface During {
  /** The property that was tried; nothing where it was on the way to one. */
  readonly property?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Remembers of a run what its report tells of as a whole; as large as the contracts, not as the run is long. */
export interface Recorder {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract, during: During): void;
  /** Is told of the exchanges that show a finding. */
  found(id: string, exchanges: readonly Exchange[], about: About): void;
  /** Is told how many requests a property has sent when it tried an operation. */
  readonly tried: ExerciseLog["tried"];
  readonly coverageOf: ExerciseLog["coverageOf"];
  readonly drift: DriftLog["drift"];
  readonly omitted: DriftLog["omitted"];
  /** Statuses that go without saying, and are not documented. */
  readonly expected: ExpectedLog["all"];
  readonly judged: GroundLog["judged"];
  readonly ground: GroundLog["ground"];
  readonly access: AccessLog["access"];
}

export function createRecorder(router: Router, mask: (text: string) => string, archive?: Archive): Recorder {
  const exercises = createExerciseLog(router);
  const drift = createDriftLog(mask);
  const expected = createExpectedLog();
  const { judged, ground } = createGroundLog();
  const accesses = createAccessLog();
  return {
    seen(exchange, operation, contract, during) {
      exercises.seen(exchange, operation, contract);
      if (during.property !== undefined) exercises.judged(exchange, operation, during.property);
      whenJudged(exchange, (check) => exercises.judged(exchange, operation, check));
      accesses.seen(exchange, operation, during.property);
      archive?.seen(exchange, { operation, contract, during });
      drift.seen(exchange, operation, contract);
      expected.seen(exchange, operation, contract);
    },
    found: (id, exchanges, about) => archive?.found(id, exchanges, about),
    tried: exercises.tried,
    coverageOf: exercises.coverageOf,
    drift: drift.drift,
    omitted: drift.omitted,
    expected: expected.all,
    judged,
    ground,
    access: accesses.access,
  };
}
