import type { JournalEntry, MockError, Recorded } from "./entry.ts";
import { maskUrl } from "../../contracts/secrets/index.ts";

/** An exchange in one line: without its headers and bodies, and without secrets. */
export type Outline = Omit<
  JournalEntry,
  "number" | "reason" | "violations" | "assumedViolations" | "request" | "response"
>;

/** The outline for observers of the mock, with the error of the mock itself if there was one. */
export interface Observed extends Outline, Partial<MockError> {}

export function observedOf(recorded: Recorded): Observed {
  return { ...outlineOf(recorded), ...recorded.mockError };
}

export function outlineOf({ request, response, plan, contracts, verdict, at, durationMs }: Recorded): Outline {
  const operation = plan?.operation;
  const faults = response.headers["concord-weather"]?.split(", ");
  return {
    time: new Date(at).toISOString(),
    method: request.method,
    url: maskUrl(request.url, operation, plan ? [plan.contract] : contracts),
    ...(operation && { api: operation.api, operation: operation.id, name: operation.name }),
    verdict,
    ...(faults && { faults }),
    basis: response.headers["concord-basis"] === "stated" ? "stated" : "assumed",
    status: response.status,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}
