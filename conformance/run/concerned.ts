import type { Trial } from "./trial.ts";
import { scopeBefore } from "./create-scope.ts";

/**
 * True if one of the chosen properties may apply to the operation. This is decided before the run reads or creates
 * anything.
 */
export function isConcerned(trial: Trial): boolean {
  const scope = scopeBefore(trial);
  const some = trial.properties.filter(
    ({ writes, applies }) => (!writes || trial.session.mode !== "read-only") && applies?.(scope) !== false,
  );
  // A plain request may become possible only with existing items.
  return (
    some.some(({ hasRequests }) => !hasRequests) ||
    some.some(({ hasRequests }) => scope.coverage === undefined || hasRequests?.(scope))
  );
}
