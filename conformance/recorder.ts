import type { Contract, Operation, Router } from "../contracts/index.ts";
import { type DriftLog, createDriftLog } from "./drift/drift.ts";
import type { Exchange } from "./exchange.ts";
import { type ExerciseLog, createExerciseLog } from "./exercise/exercise-log.ts";

/** Remembers of a run what its report tells of as a whole; as large as the contracts, not as the run is long. */
export interface Recorder {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract): void;
  /** Is told how many requests a property has sent when it tried an operation. */
  readonly tried: ExerciseLog["tried"];
  readonly coverageOf: ExerciseLog["coverageOf"];
  readonly drift: DriftLog["drift"];
  readonly omitted: DriftLog["omitted"];
}

export function createRecorder(router: Router, mask: (text: string) => string): Recorder {
  const exercises = createExerciseLog(router);
  const drift = createDriftLog(mask);
  return {
    seen(exchange, operation, contract) {
      exercises.seen(exchange, operation, contract);
      drift.seen(exchange, operation, contract);
    },
    tried: exercises.tried,
    coverageOf: exercises.coverageOf,
    drift: drift.drift,
    omitted: drift.omitted,
  };
}
