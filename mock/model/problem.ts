import { STATUS_CODES } from "node:http";
import type { JsonObject, Operation } from "../../contracts/index.ts";
import type { MockResponse } from "./exchange.ts";
import { StorageError } from "./storage-error.ts";

/** One part of a request that the contract does not allow. */
export interface RequestViolation {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
  /** The member that is missing there, or has no place: not told in a problem document. */
  readonly member?: string;
  /** Set where the contract allows it, and what is there does not: nor is that told there. */
  readonly isOfState?: true;
}

/** A request that is not granted. An expected outcome, hence a value. */
export interface Refusal {
  readonly refused: string;
  readonly status: number;
  /** A word for a program, where there is a better one than the status gives. */
  readonly code?: string;
  readonly violations?: readonly RequestViolation[];
  readonly headers?: Readonly<Record<string, string>>;
}

export const problemType = "application/problem+json";

/** What answers to GraphQL operations are of, refusals as well; to clients that are older than it, of JSON. */
export const graphqlType = "application/graphql-response+json";

/** What a status is called. */
export function titleOf(status: number): string {
  return STATUS_CODES[status] ?? "Refused";
}

/** What a refusal is called by a program: "not_found". */
export function codeOf({ status, code }: Pick<Refusal, "status" | "code">): string {
  if (code !== undefined) return code;
  return status === 400 || status === 422
    ? "invalid_request"
    : titleOf(status)
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, "_");
}

/** The problem document of a refusal (RFC 9457). */
export function problemOf({ refused, status, violations }: Refusal, instance?: string): JsonObject {
  return {
    type: "about:blank",
    title: titleOf(status),
    status,
    detail: refused,
    ...(instance !== undefined && { instance }),
    ...(violations && {
      violations: violations.map(({ in: place, pointer, expected, got }) => ({ in: place, pointer, expected, got })),
    }),
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

/** The response that tells of an error of the mock itself, or that its state cannot be stored. */
export function faultResponse(fault: unknown, instance?: string): MockResponse {
  if (fault instanceof StorageError) return problemResponse(refuseStorage(fault), instance);
  const reason = fault instanceof Error ? fault.message : String(fault);
  return problemResponse({ refused: `The mock failed: ${reason}`, status: 500 }, instance);
}

/** Refuses a request whose changes cannot be stored: none of them is. */
export function refuseStorage({ message, status }: StorageError): Refusal {
  return { refused: message, status };
}

/** The status with which a contract says that a request is invalid; 400 where it does not say. */
export function invalidStatus({ responses }: Operation): 400 | 422 {
  const isDocumented = (status: string): boolean => responses.some((response) => response.status === status);
  return !isDocumented("400") && isDocumented("422") ? 422 : 400;
}

/** A list of a million wrong items would be answered with many times what was sent. */
const MOST_VIOLATIONS = 1000;

/** Refuses a request that breaks the contract, listing its violations, the first ones where there are very many. */
export function refuseViolations(status: number, violations: readonly RequestViolation[]): Refusal {
  const count = violations.length === 1 ? "1 violation" : `${violations.length} violations`;
  const listed = violations.length > MOST_VIOLATIONS ? `, of which ${MOST_VIOLATIONS} are listed` : "";
  return {
    refused: `The request has ${count} of the contract${listed}`,
    status,
    violations: violations.slice(0, MOST_VIOLATIONS),
  };
}
