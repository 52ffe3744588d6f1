import { STATUS_CODES } from "node:http";
import type { JsonObject } from "../contracts/index.ts";
import type { MockResponse } from "./exchange.ts";

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

export const problemType = "application/problem+json";

/** The problem document of a refusal (RFC 9457). */
export function problemOf({ refused, status, violations }: Refusal, instance?: string): JsonObject {
  return {
    type: "about:blank",
    title: STATUS_CODES[status] ?? "Refused",
    status,
    detail: refused,
    ...(instance !== undefined && { instance }),
    ...(violations && { violations: violations.map((violation) => ({ ...violation })) }),
  };
}

/** A refusal as a response where no contract says how it should look. */
export function problemResponse(refusal: Refusal, instance?: string): MockResponse {
  return {
    status: refusal.status,
    headers: { "content-type": problemType, "concord-basis": "assumed", ...refusal.headers },
    body: Buffer.from(JSON.stringify(problemOf(refusal, instance))),
  };
}

/** The response that tells of a fault of the mock itself. */
export function faultResponse(fault: unknown, instance?: string): MockResponse {
  const reason = fault instanceof Error ? fault.message : String(fault);
  return problemResponse({ refused: `The mock failed: ${reason}`, status: 500 }, instance);
}

/** Refuses a request that breaks the contract, listing every violation. */
export function refuseViolations(status: number, violations: readonly RequestViolation[]): Refusal {
  const count = violations.length === 1 ? "1 violation" : `${violations.length} violations`;
  return { refused: `The request has ${count} of the contract`, status, violations };
}
