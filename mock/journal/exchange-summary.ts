import type { JournalEntry, MockError, RecordedExchange } from "./entry.ts";
import { type Basis, type Operation, findResponse } from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { maskUrl } from "../../contracts/secrets/index.ts";

/** Summary of an exchange, without headers and bodies. Secrets are masked. */
export type ExchangeSummary = Omit<
  JournalEntry,
  "number" | "reason" | "violations" | "assumedViolations" | "request" | "response"
>;

/** Summary for observers of the mock, with the error of the mock itself if there was one. */
export interface ObservedExchange extends ExchangeSummary, Partial<MockError> {}

export function observedExchange(recorded: RecordedExchange): ObservedExchange {
  return { ...summarizeExchange(recorded), ...recorded.mockError };
}

export function summarizeExchange({
  request,
  response,
  plan,
  formerOperation,
  contracts,
  verdict,
  at,
  durationMs,
}: RecordedExchange): ExchangeSummary {
  const operation = plan?.operation;
  const named = operation ?? formerOperation;
  const faults = response.headers["concord-fault"]?.split(", ");
  return {
    time: new Date(at).toISOString(),
    method: request.method,
    url: maskUrl(request.url, operation, plan ? [plan.contract] : contracts),
    ...(named && { api: named.api, operation: named.id, name: named.name }),
    verdict,
    ...(faults && { faults }),
    basis: readBasis(response, operation),
    status: response.status,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}

/** Basis of a response. Without the header, the document has no markers, and what it documents is stated. */
function readBasis({ status, headers }: MockResponse, operation: Operation | undefined): Basis {
  const header = headers["concord-basis"];
  if (header !== undefined) return header === "stated" ? "stated" : "assumed";
  if (operation && (status < 400 || findResponse(operation, status))) return "stated";
  return "assumed";
}
