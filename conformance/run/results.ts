import type { ChosenOperation } from "./chosen-operation.ts";
import { isAllowed } from "./choice.ts";
import { refusedCredentials } from "./credentials-accepted.ts";
import { unservedOperation } from "./operation-served.ts";
import type { Session } from "./session.ts";
import { failureOfOperation } from "./try-operation.ts";
import { outcomesFrom } from "../findings/outcomes.ts";
import type { Failure, OperationOutcome, OutcomeReason } from "../findings/report.ts";
import { isRemoved } from "../promises/promised.ts";
import { isStream } from "../requests/streams.ts";

/** Undocumented status codes that HTTP implies, as information. */
export function listExpectedStatuses(session: Session): readonly Failure[] {
  return session.recorder.expected.all().map(({ finding, operation, patch }) => ({
    ...failureOfOperation(finding, operation, session),
    patch,
  }));
}

/** Outcome of each operation that was not removed: whether a valid request succeeded, and if not, why. */
export function listRunOutcomes(
  { recorder, mode, cutOff }: Session,
  chosen: readonly ChosenOperation[],
  isEnded: boolean,
): readonly OperationOutcome[] {
  const explainUnsent = (each: ChosenOperation): OutcomeReason | undefined => {
    if (cutOff.has(each.operation)) return "ended";
    if (!isAllowed(each, mode)) return "read-only";
    if (isStream(each.operation)) return "stream";
    return undefined;
  };
  const tested = chosen.filter(isTested);
  return outcomesFrom(
    recorder.outcomes,
    tested.map((each) => ({ contract: each.contract, operation: each.operation, unsent: explainUnsent(each) })),
    isEnded,
  );
}

/**
 * Operations that refused every valid request, as failures: for the credentials of the run, or as if the target did not
 * have them. Where no operation succeeds, the target is probably another one, unless `isServed` says that it is known.
 */
export function listRefusedOperations(
  session: Session,
  chosen: readonly ChosenOperation[],
  { isServed = session.recorder.outcomes.hasSuccess() }: { readonly isServed?: boolean } = {},
): readonly Failure[] {
  const { deployment, recorder, cutOff } = session;
  const tested = chosen.filter((each) => isTested(each) && !cutOff.has(each.operation));
  return tested.flatMap(({ contract, operation }) => {
    const { hasToken } = deployment.at(operation);
    const tally = recorder.outcomes.tallyOf(operation);
    const finding =
      refusedCredentials({ contract, operation }, tally, hasToken) ??
      (isServed ? unservedOperation(operation, tally) : undefined);
    if (finding) return [failureOfOperation(finding, operation, session)];
    return [];
  });
}

/** True if valid requests to an operation must succeed. A removed operation must be gone instead. */
function isTested({ operation }: ChosenOperation): boolean {
  return !isRemoved(operation);
}
