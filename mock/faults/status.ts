import { failureStatus, needed, numberIn, whole } from "./parameters.ts";
import type { Refusal } from "../messages/problem.ts";
import type { CallWeather } from "./fault.ts";

export interface StatusWeather {
  readonly id: "status";
  readonly status: number;
  /** Seconds, for the header Retry-After; 1 with a 429 if not said, else none. */
  readonly retryAfter?: number;
}

/** Refuses calls, and does nothing of what they ask. */
export const status: CallWeather<StatusWeather> = {
  id: "status",
  strikes: "calls",
  usage: ["status=503:0.1", "one call in ten is refused with 503, and nothing of it is done"],
  parameters: { status: needed(failureStatus), retryAfter: whole(0) },
  read(text) {
    const number = numberIn(text);
    return number === undefined ? undefined : { status: number };
  },
  refuse: ({ setting }) => refusalWith(setting.status, setting.retryAfter),
};

/** The refusal of a weather: in the contract's own form, and told to be on purpose. */
export function refusalWith(code: number, retryAfter = code === 429 ? 1 : undefined): Refusal {
  return {
    refused: `The weather lets this call fail with ${code}`,
    status: code,
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
  };
}
