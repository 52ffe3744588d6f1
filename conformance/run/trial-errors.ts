import type { Operation } from "../../contracts/index.ts";
import { CheckError } from "../checks/check-error.ts";
import type { TrialError } from "../findings/report.ts";

/** Adds an unexpected error of an operation, which is a bug in Concord or an own check, unless one is listed for it. */
export function addTrialError(errors: TrialError[], { api, name: operation }: Operation, error: unknown): void {
  if (errors.some((each) => each.api === api && each.operation === operation)) return;
  const reason = error instanceof CheckError ? error.message : `of a bug in Concord: ${String(error)}`;
  const message = `The operation was not judged, because ${reason}`;
  errors.push({ api, operation, message, stack: error instanceof Error ? (error.stack ?? null) : null });
}
