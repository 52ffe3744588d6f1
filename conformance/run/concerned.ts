import type { Trial } from "./trial.ts";
import { scopeBefore } from "./create-scope.ts";

/**
 * Whether any of the chosen properties may be about an operation, as far as that can be told before anything is asked
 * for, or made, that it needs.
 */
export function isConcerned(trial: Trial): boolean {
  const scope = scopeBefore(trial);
  const some = trial.properties.filter(
    ({ writes, applies }) => (!writes || trial.session.mode !== "read-only") && applies?.(scope) !== false,
  );
  // Without items there may be no plain request at all, and with them there is.
  return (
    some.some(({ hasRequests }) => !hasRequests) ||
    some.some(({ hasRequests }) => scope.coverage === undefined || hasRequests?.(scope))
  );
}
