import type { ChosenOperation } from "./chosen-operation.ts";
import { isAllowed } from "./choice.ts";
import { refusedCredentials } from "./credentials-accepted.ts";
import type { Session } from "./session.ts";
import { failureOfOperation } from "./try-operation.ts";
import { outcomesFrom } from "../findings/outcomes.ts";
import type { Failure, OperationOutcome, OutcomeReason } from "../findings/report.ts";
import { isRemoved } from "../promises/promised.ts";
import { isStream } from "../requests/streams.ts";

/** Undocumented status codes that HTTP implies, as information. */
export function expectedIn(session: Session): readonly Failure[] {
  return session.recorder.expected.all().map(({ finding, operation, patch }) => ({
    ...failureOfOperation(finding, operation, session),
    patch,
  }));
}

/** Outcome of each operation that was not removed: whether a valid request succeeded, and if not, why. */
export function outcomesIn(
  { recorder, mode, cutOff }: Session,
  chosen: readonly ChosenOperation[],
  isEnded: boolean,
): readonly OperationOutcome[] {
  const unsentIn = (each: ChosenOperation): OutcomeReason | undefined => {
    if (cutOff.has(each.operation)) return "ended";
    if (!isAllowed(each, mode)) return "read-only";
    return isStream(each.operation) ? "stream" : undefined;
  };
  const tested = chosen.filter(isTested);
  return outcomesFrom(
    recorder.outcomes,
    tested.map((each) => ({ contract: each.contract, operation: each.operation, unsent: unsentIn(each) })),
    isEnded,
  );
}

/** Operations that refused the credentials of the run in every response, as failures. */
export function refusedIn(session: Session, chosen: readonly ChosenOperation[]): readonly Failure[] {
  const { deployment, recorder, cutOff } = session;
  const tested = chosen.filter((each) => isTested(each) && !cutOff.has(each.operation));
  return tested.flatMap(({ contract, operation }) => {
    const { hasToken } = deployment.at(operation);
    const finding = refusedCredentials({ contract, operation }, recorder.outcomes.tallyOf(operation), hasToken);
    return finding ? [failureOfOperation(finding, operation, session)] : [];
  });
}

/** True if valid requests to an operation must succeed. A removed operation must be gone instead. */
function isTested({ operation }: ChosenOperation): boolean {
  return !isRemoved(operation);
}
