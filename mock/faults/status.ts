import { failureStatus, needed, numberIn, whole } from "./parameters.ts";
import type { Refusal } from "../model/problem.ts";
import type { CallFault } from "./fault.ts";

export interface StatusFault {
  readonly id: "status";
  readonly status: number;
  /** Seconds for the header Retry-After. Default: 1 with a 429, else no header. */
  readonly retryAfter?: number;
}

/** Refuses calls without carrying them out. */
export const status: CallFault<StatusFault> = {
  id: "status",
  affects: "calls",
  usage: ["status=503:0.1", "one call in ten is refused with 503, and nothing of it is done"],
  parameters: { status: needed(failureStatus), retryAfter: whole(0) },
  read(text) {
    const number = numberIn(text);
    return number === undefined ? undefined : { status: number };
  },
  refuse: ({ setting }) => refusalWith(setting.status, setting.retryAfter),
};

/** A refusal by a fault: in the contract's own form, with a detail that says it is on purpose. */
export function refusalWith(code: number, retryAfter = code === 429 ? 1 : undefined): Refusal {
  return {
    refused: `A fault fails this call on purpose with ${code}`,
    status: code,
    ...(retryAfter !== undefined && { headers: { "retry-after": String(retryAfter) } }),
  };
}
