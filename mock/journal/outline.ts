import type { JournalEntry, Recorded, Fault } from "./entry.ts";
import { maskUrl } from "../../contracts/secrets/index.ts";

/** An exchange in one line: without its headers and bodies, and without secrets. */
export type Outline = Omit<
  JournalEntry,
  "number" | "reason" | "violations" | "assumedViolations" | "request" | "response"
>;

/** As it is told to who watches the mock: with the fault of the mock itself that it ended in, if it did. */
export interface Observed extends Outline, Partial<Fault> {}

export function observedOf(recorded: Recorded): Observed {
  return { ...outlineOf(recorded), ...recorded.fault };
}

export function outlineOf({ request, response, plan, contracts, verdict, at, durationMs }: Recorded): Outline {
  const operation = plan?.operation;
  const weather = response.headers["concord-weather"]?.split(", ");
  return {
    time: new Date(at).toISOString(),
    method: request.method,
    url: maskUrl(request.url, operation, plan ? [plan.contract] : contracts),
    ...(operation && { api: operation.api, operation: operation.id, name: operation.name }),
    verdict,
    ...(weather && { weather }),
    basis: response.headers["concord-basis"] === "stated" ? "stated" : "assumed",
    status: response.status,
    durationMs: Math.round(durationMs * 1000) / 1000,
  };
}
