import { STATUS_CODES } from "node:http";
import { type JsonObject, type Operation, counted } from "../../contracts/index.ts";
import type { MockResponse } from "./exchange.ts";
import { ImpossibleResponse } from "./fail-impossible.ts";
import { StorageError } from "./storage-error.ts";

/** Part of a request that violates the contract. */
export interface RequestViolation {
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
  /** The missing or unknown property. Not shown in a problem document. */
  readonly member?: string;
  /** Set if the contract allows the value but the state does not. Not shown in a problem document. */
  readonly isOfState?: true;
  /** True for the only listed violation of a part that has too many. Not shown in a problem document. */
  readonly isFirst?: true;
}

/** Reason why a request was not carried out. A value, not an exception, because it is an expected outcome. */
export interface Refusal {
  readonly refused: string;
  readonly status: number;
  /** Error code for programs. Default: derived from the status. */
  readonly code?: string;
  readonly violations?: readonly RequestViolation[];
  readonly headers?: Readonly<Record<string, string>>;
}

export const problemType = "application/problem+json";

/** Media type of GraphQL responses, refusals included. Clients that do not accept it get JSON. */
export const graphqlType = "application/graphql-response+json";

/** Reason phrase of a status: "Not Found". */
export function toStatusTitle(status: number): string {
  return STATUS_CODES[status] ?? "Refused";
}

/** Error code of a refusal: "not_found". */
export function toErrorCode({ status, code }: Pick<Refusal, "status" | "code">): string {
  if (code !== undefined) return code;
  if (status === 400 || status === 422) return "invalid_request";
  return toStatusTitle(status)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "_");
}

/** The problem document of a refusal (RFC 9457). */
export function toProblem({ refused, status, violations }: Refusal, instance?: string): JsonObject {
  return {
    type: "about:blank",
    title: toStatusTitle(status),
    status,
    detail: refused,
    ...(instance !== undefined && { instance }),
    ...(violations && {
      violations: violations.map(({ in: place, pointer, expected, got }) => ({ in: place, pointer, expected, got })),
    }),
  };
}

/** Response for a refusal, as a problem document. For requests outside of any contract. */
export function problemResponse(refusal: Refusal, instance?: string): MockResponse {
  return {
    status: refusal.status,
    headers: { "content-type": problemType, "concord-basis": "assumed", ...refusal.headers },
    body: Buffer.from(JSON.stringify(toProblem(refusal, instance))),
  };
}

/** Response for an error of the mock itself, such as state that cannot be stored, or for one of the document. */
export function errorResponse(error: unknown, instance?: string): MockResponse {
  if (error instanceof StorageError) return problemResponse(refuseStorage(error), instance);
  if (error instanceof ImpossibleResponse)
    return problemResponse(
      { refused: error.message, status: 501, headers: { "concord-note": error.message } },
      instance,
    );
  const reason = error instanceof Error ? error.message : String(error);
  return problemResponse({ refused: `The mock failed: ${reason}`, status: 500 }, instance);
}

/** Header of a refusal that a repetition may escape: by another replica, or after a short time. */
export const retrySoon = { "retry-after": "1" } as const;

/** Refusal of a request whose changes cannot be stored. None of them is stored. */
export function refuseStorage({ message, status }: StorageError): Refusal {
  return { refused: message, status, ...(status === 503 && { headers: retrySoon }) };
}

/** Documented status of an invalid request: 422 if only that is documented, else 400. */
export function findInvalidStatus({ responses }: Operation): 400 | 422 {
  const isDocumented = (status: string): boolean => responses.some((response) => response.status === status);
  if (!isDocumented("400") && isDocumented("422")) return 422;
  return 400;
}

/** Maximum number of violations in a response. A response must not be many times larger than its request. */
const MAX_VIOLATIONS = 1000;

/** Refusal that lists the violations of a request. */
export function refuseViolations(status: number, violations: readonly RequestViolation[]): Refusal {
  if (violations.some(({ isFirst }) => isFirst))
    return { refused: "The request has too many violations of the contract to list all", status, violations };
  const count = counted(violations.length, "violation");
  const listed = violations.length > MAX_VIOLATIONS ? `, of which ${MAX_VIOLATIONS} are listed` : "";
  return {
    refused: `The request has ${count} of the contract${listed}`,
    status,
    violations: violations.slice(0, MAX_VIOLATIONS),
  };
}
