import type { Basis, Contract, Json, Operation } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal, RequestViolation } from "../model/problem.ts";

/**
 * What became of a request: carried out, refused (by the contract, then with its violations, or by what
 * is there), of no operation at all, or ended in an error of the mock itself.
 */
export type Verdict = "answered" | "refused" | "unmatched" | "failed";

/**
 * An exchange as it is recorded: references to what went through, nothing read or masked yet. It is
 * filled in while the request is answered, and not touched any more afterwards.
 */
export interface Recorded {
  request: MockRequest;
  response: MockResponse;
  /** What the request named; nothing where no operation has its path and method. */
  plan: Named | undefined;
  /** All that are served: where nothing was named, any of their credentials may have been sent. */
  readonly contracts: readonly Contract[];
  verdict: Verdict;
  refusal: Refusal | undefined;
  /** Assumed constraints that the request violates, for which nothing is refused. */
  assumedViolations: readonly RequestViolation[] | undefined;
  /** Error of the mock itself. */
  mockError: MockError | undefined;
  /** Milliseconds since 1970, by the world's clock. */
  at: number;
  durationMs: number;
  /** How long the bodies were, where only their beginning was kept. */
  lengths: { readonly request: number; readonly response: number } | undefined;
  /** About how much memory it takes, set by the journal. */
  bytes: number;
}

/** An operation and the contract that it is of. */
interface Named {
  readonly operation: Operation;
  readonly contract: Contract;
}

/** One exchange of an organization with the mock, without its secrets. */
export interface JournalEntry {
  /** Counts the exchanges of the organization from 1, also those that are forgotten. */
  readonly number: number;
  /** When it began, by the organization's clock (RFC 3339). */
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
  /** Why it was refused, or failed. */
  readonly reason?: string;
  /** In what the request breaks the contract. */
  readonly violations?: readonly RequestViolation[];
  /** Assumed constraints that the request violates: it was not refused for them. */
  readonly assumedViolations?: readonly RequestViolation[];
  /** Ids of the faults that affected it. */
  readonly faults?: readonly string[];
  readonly basis: Basis;
  readonly status: number;
  readonly durationMs: number;
  readonly request: JournalMessage;
  readonly response: JournalMessage;
}

/** A request or a response as the journal shows it. */
export interface JournalMessage {
  readonly headers: Readonly<Record<string, string>>;
  /** The value of a JSON body, or else its text; absent where it is neither. */
  readonly body?: Json;
  /** How long the body was. */
  readonly bytes: number;
  /** Set where the body could be JSON by its type, and is none; `body` is then text. */
  readonly isText?: true;
  /** Set where only the beginning of the body was kept; `body` is then text. */
  readonly isCut?: true;
}

/** An error of the mock itself. */
export interface MockError {
  readonly reason: string;
  /** Stack trace, with those of its causes. */
  readonly stack: string;
}
