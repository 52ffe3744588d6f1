import { STATUS_CODES } from "node:http";
import type { JsonObject } from "../contracts/index.ts";

/** One part of a request that the contract does not allow. */
export interface RequestViolation {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/** A request that is not granted. An expected outcome, hence a value. */
export interface Refusal {
  readonly refused: string;
  readonly status: number;
  readonly violations?: readonly RequestViolation[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The problem document of a refusal (RFC 9457). */
export function problemOf({ refused, status, violations }: Refusal, instance: string): JsonObject {
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Refused",
    status,
    detail: refused,
    instance,
    ...(violations && { violations: violations.map((violation) => ({ ...violation })) }),
  };
}

/** Refuses a request that breaks the contract, listing every violation. */
export function refuseViolations(status: number, violations: readonly RequestViolation[]): Refusal {
  const count = violations.length === 1 ? "1 violation" : `${violations.length} violations`;
  return { refused: `The request has ${count} of the contract`, status, violations };
}
