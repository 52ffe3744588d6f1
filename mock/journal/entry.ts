import type { Basis, Contract, Json, Operation } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal, RequestViolation } from "../model/problem.ts";

/**
 * Outcome of a request: carried out, refused (by the contract or by the state), without a matching operation, or failed
 * because of an error of the mock itself.
 */
export type Verdict = "answered" | "refused" | "unmatched" | "failed";

/**
 * Exchange as it is recorded: references to the request and the response, not parsed or masked yet. It is filled in
 * while the request is served, and does not change afterwards.
 */
export interface RecordedExchange {
  request: MockRequest;
  response: MockResponse;
  /** Operation of the request. Undefined if none has its path and method. */
  plan: MatchedOperation | undefined;
  /** Operation that the mock served when it recorded the exchange, and serves no more. Then `plan` is undefined. */
  readonly formerOperation?: FormerOperation;
  /** All contracts of the mock. A request without a matching operation may contain credentials of any of them. */
  readonly contracts: readonly Contract[];
  verdict: Verdict;
  refusal: Refusal | undefined;
  /** Violations of assumed constraints. They do not refuse the request. */
  assumedViolations: readonly RequestViolation[] | undefined;
  /** Error of the mock itself. */
  mockError: MockError | undefined;
  /** Milliseconds since 1970, by the world's clock. */
  at: number;
  durationMs: number;
  /** Full lengths of the bodies, if only their beginning is kept. */
  lengths: { readonly request: number; readonly response: number } | undefined;
  /** Approximate memory use, set by the journal. */
  bytes: number;
}

/** Names of an operation. */
export type FormerOperation = Pick<Operation, "api" | "id" | "name">;

/** An operation and its contract. */
export interface MatchedOperation {
  readonly operation: Operation;
  readonly contract: Contract;
}

/** Exchange of an organization with the mock. Secrets are masked. */
export interface JournalEntry {
  /** Number of the exchange in the organization, from 1. Forgotten exchanges are counted, too. */
  readonly number: number;
  /** Start time, by the organization's clock (RFC 3339). */
  readonly time: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly api?: string;
  /** The operationId. */
  readonly operation?: string;
  /** "METHOD /path/{template}" of the operation. */
  readonly name?: string;
  readonly verdict: Verdict;
  /** Reason of a refusal or a failure. */
  readonly reason?: string;
  /** Violations of the contract by the request. */
  readonly violations?: readonly RequestViolation[];
  /** Violations of assumed constraints. They did not refuse the request. */
  readonly assumedViolations?: readonly RequestViolation[];
  /** Ids of the faults that affected it. */
  readonly faults?: readonly string[];
  readonly basis: Basis;
  readonly status: number;
  readonly durationMs: number;
  readonly request: JournalMessage;
  readonly response: JournalMessage;
}

/** Request or response in a journal entry. */
export interface JournalMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** Value of a JSON body, or text of another body. Undefined for binary bodies. */
  readonly body?: Json;
  /** Full length of the body. */
  readonly bytes: number;
  /** Set if the body should be JSON by its type but is not. Then `body` is text. */
  readonly isText?: true;
  /** Set if only the beginning of the body was kept. Then `body` is text. */
  readonly isCut?: true;
}

/** Error of the mock itself. */
export interface MockError {
  readonly reason: string;
  /** Stack trace, with those of its causes. */
  readonly stack: string;
}
