import type { Chosen } from "./chosen.ts";
import { ToolError } from "../../contracts/index.ts";
import type { TrialError } from "../findings/report.ts";
import type { Session } from "./session.ts";
import type { Tried } from "./try-operation.ts";

/**
 * A session whose trials do not throw: an unexpected error, which is a bug in Concord, ends the trial of one operation
 * and not the run. Each operation is added to the errors once.
 * @throws ToolError where the run cannot go on.
 */
export function withoutThrowing(session: Session, errors: TrialError[]): Session {
  return {
    ...session,
    try: (chosen, some, signal) =>
      session.try(chosen, some, signal).catch((error: unknown) => {
        if (error instanceof ToolError) throw error;
        const { api, name: operation } = chosen.operation;
        if (!errors.some((each) => each.api === api && each.operation === operation))
          errors.push({ api, operation, ...describeError(error) });
        return nothingTried(chosen);
      }),
  };
}

function describeError(error: unknown): Pick<TrialError, "message" | "stack"> {
  const message = `The operation was not judged, because of a bug in Concord: ${String(error)}`;
  return { message, stack: error instanceof Error ? (error.stack ?? null) : null };
}

function nothingTried({ operation: { api, name, basis } }: Chosen): Tried {
  return { report: { api, operation: name, basis, requests: 0, statuses: {} }, failures: [], tried: 0, skipped: [] };
}
