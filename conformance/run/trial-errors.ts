import type { Operation } from "../../contracts/index.ts";
import type { TrialError } from "../findings/report.ts";

/** Adds an unexpected error of an operation, which is a bug in Concord, unless one is listed for it. */
export function addTrialError(errors: TrialError[], { api, name: operation }: Operation, error: unknown): void {
  if (errors.some((each) => each.api === api && each.operation === operation)) return;
  const message = `The operation was not judged, because of a bug in Concord: ${String(error)}`;
  errors.push({ api, operation, message, stack: error instanceof Error ? (error.stack ?? null) : null });
}
