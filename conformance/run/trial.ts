import type { ChosenOperation } from "./chosen-operation.ts";
import type { Contract, Operation } from "../../contracts/index.ts";
import type { Property } from "../scope/property.ts";
import { type TrialLog, createTrialLog } from "./sending/trial-log.ts";
import type { Session } from "./session.ts";
import type { Target } from "../target/target.ts";

/** Operation under test, with the properties to test. */
export interface Trial extends ChosenOperation {
  readonly session: Session;
  readonly target: Target;
  /** Target of another operation. */
  targetOf(operation: Operation): Target;
  /** Contract of another operation. */
  contractOf(operation: Operation): Contract;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Events of this try of the operation. */
  readonly log: TrialLog;
  /** Members of bodies that the operation has accepted, in this and in earlier tries. Unique values are used up then. */
  readonly acceptedMembers: Set<string>;
}

/** Trial of an operation. The signal ends this trial only. */
export function createOperationTrial(
  session: Session,
  chosen: ChosenOperation,
  properties: readonly Property[] = chosen.properties,
  signal: AbortSignal = session.options.signal,
): Trial {
  const { contracts, deployment, options } = session;
  const acceptedMembers = new Set<string>();
  return {
    ...chosen,
    properties,
    session,
    target: deployment.at(chosen.operation),
    targetOf: (other) => deployment.at(other, chosen.operation),
    contractOf(other) {
      if (other === chosen.operation) return chosen.contract;
      return contracts.find(({ operations }) => operations.includes(other)) ?? chosen.contract;
    },
    seed: options.seed,
    signal,
    acceptedMembers,
    log: createTrialLog({ operation: chosen.operation, acceptedMembers }),
  };
}
