import type { JournalEntry, MockError, RecordedExchange } from "./entry.ts";
import { maskUrl } from "../../contracts/secrets/index.ts";

/** Summary of an exchange, without headers and bodies. Secrets are masked. */
export type ExchangeSummary = Omit<
  JournalEntry,
  "number" | "reason" | "violations" | "assumedViolations" | "request" | "response"
>;

/** Summary for observers of the mock, with the error of the mock itself if there was one. */
export interface ObservedExchange extends ExchangeSummary, Partial<MockError> {}

export function observedExchange(recorded: RecordedExchange): ObservedExchange {
  return { ...summaryOf(recorded), ...recorded.mockError };
}

export function summaryOf({
  request,
  response,
  plan,
  contracts,
  verdict,
  at,
  durationMs,
}: RecordedExchange): ExchangeSummary {
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
