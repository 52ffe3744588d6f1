import type { ChosenOperation } from "./chosen-operation.ts";
import type { Operation } from "../../contracts/index.ts";
import type { Property } from "../scope/property.ts";
import type { Session } from "./session.ts";
import type { Target } from "../target/target.ts";

/** Operation under test, with the properties to test. */
export interface Trial extends ChosenOperation {
  readonly session: Session;
  readonly target: Target;
  /** Target of another operation. */
  targetOf(operation: Operation): Target;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Members of bodies that the operation has accepted, in this and in earlier tries. Unique values are used up then. */
  readonly acceptedMembers: Set<string>;
}

/** Trial of an operation. The signal ends this trial only. */
export function trialOf(
  session: Session,
  chosen: ChosenOperation,
  properties: readonly Property[] = chosen.properties,
  signal: AbortSignal = session.options.signal,
): Trial {
  const { deployment, options } = session;
  return {
    ...chosen,
    properties,
    session,
    target: deployment.at(chosen.operation),
    targetOf: (other) => deployment.at(other, chosen.operation),
    seed: options.seed,
    signal,
    acceptedMembers: new Set(),
  };
}
