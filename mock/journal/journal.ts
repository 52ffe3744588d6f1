import type { Route } from "../../contracts/index.ts";
import { cachedBy } from "../model/cached-by.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { JournalEntry, RecordedExchange } from "./entry.ts";
import { type JournalQuery, checkQuery, matches } from "./query.ts";
import { readEntry } from "./read-entry.ts";
import type { BudgetedJournal, MemoryBudget } from "./memory-budget.ts";

/** Exchanges of an organization with the mock. */
export interface Journal {
  /** Undefined for the journal of all organizations. */
  readonly organization?: string;
  /** Operations of the mock. */
  readonly routes: readonly Route[];
  /**
   * Exchanges that match the query, the earliest first. Secrets are masked.
   * @throws RangeError if the query is invalid, such as an unknown operation.
   */
  entries(query?: JournalQuery): JournalEntry[];
  /** Number of exchanges that match the query. */
  count(query?: JournalQuery): number;
  /** Forgets all exchanges. */
  clear(): void;
}

/** Journal that records exchanges. */
export interface WritableJournal extends Journal {
  /** Number of recorded exchanges. */
  readonly size: number;
  /** Exchanges that match the query, the earliest first. `read` parses and masks one. */
  unreadEntries(query?: JournalQuery): readonly { readonly at: number; readonly read: () => JournalEntry }[];
  /** Records an exchange. It must not change afterwards. */
  record(exchange: RecordedExchange): void;
}

/** Settings of a journal. */
export interface JournalSettings {
  readonly organization: string;
  /** A getter, because contracts may be reloaded. */
  readonly routes: readonly Route[];
  /** Maximum number of exchanges. The latest are kept. */
  readonly limit: number;
  /** Memory that it shares with the journals of other organizations. */
  readonly budget: MemoryBudget;
}

/** Maximum number of stored bytes of a body. */
const MAX_BODY_BYTES = 16 * 1024;

/** Maximum number of bytes in one journal. The oldest exchanges are forgotten. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Approximate memory use of an exchange without its bodies and its URL. */
const EXCHANGE_OVERHEAD = 1024;

/** Approximate memory use of a violation without its texts. */
const VIOLATION_OVERHEAD = 64;

/** Creates an empty journal. Recording stores references. Parsing and masking happen when entries are read. */
export function createJournal(settings: JournalSettings): WritableJournal {
  const { organization, limit, budget } = settings;
  /** Ring buffer: exchange number n is at index (n - 1) % limit. */
  let ring: (RecordedExchange | undefined)[] = [];
  let total = 0;
  let dropped = 0;
  let bytes = 0;
  const budgeted: BudgetedJournal = {
    get size() {
      return total - dropped;
    },
    dropOldest,
  };

  return {
    organization,
    get routes() {
      return settings.routes;
    },
    get size() {
      return budgeted.size;
    },
    record(exchange) {
      if (limit === 0) return;
      if (hasLongBody(exchange)) shortenBodies(exchange);
      if (budgeted.size === limit) dropOldest();
      ring[total % limit] = exchange;
      total++;
      exchange.bytes = bytesOf(exchange);
      bytes += exchange.bytes;
      while (bytes > MAX_BYTES) dropOldest();
      budget.reserve(budgeted, exchange.bytes);
    },
    entries: (query = {}) => matching(query).map(([recorded, number]) => readEntry(recorded, number)),
    unreadEntries: (query = {}) =>
      matching(query).map(([recorded, number]) => ({ at: recorded.at, read: () => readEntry(recorded, number) })),
    count: (query = {}) => matching(query).length,
    clear() {
      budget.release(bytes);
      budget.remove(budgeted);
      ring = [];
      total = dropped = bytes = 0;
    },
  };

  function dropOldest(): void {
    const { bytes: size } = ring[dropped % limit] as RecordedExchange;
    ring[dropped % limit] = undefined;
    dropped++;
    bytes -= size;
    budget.release(size);
  }

  function matching(query: JournalQuery): (readonly [RecordedExchange, number])[] {
    checkQuery(query, settings.routes);
    const maximum = query.limit ?? Infinity;
    const result: (readonly [RecordedExchange, number])[] = [];
    for (let number = total; number > dropped && result.length < maximum; number--) {
      const recorded = ring[(number - 1) % limit] as RecordedExchange;
      if (matches(recorded, query)) result.push([recorded, number]);
    }
    return result.toReversed();
  }
}

function bytesOf({ request, response, refusal, assumedViolations }: RecordedExchange): number {
  let bytes = EXCHANGE_OVERHEAD + request.url.length + (request.body?.length ?? 0) + response.body.length;
  for (const name in request.headers) bytes += name.length + (request.headers[name]?.length ?? 0);
  if (refusal?.violations) bytes += bytesOfViolations(refusal.violations);
  if (assumedViolations) bytes += bytesOfViolations(assumedViolations);
  return bytes;
}

function bytesOfViolations(violations: readonly RequestViolation[]): number {
  return violations.reduce(
    (sum, { pointer, expected, got, member = "" }) =>
      sum + VIOLATION_OVERHEAD + pointer.length + expected.length + got.length + member.length,
    0,
  );
}

function hasLongBody({ request, response }: RecordedExchange): boolean {
  return (request.body !== undefined && request.body.length > MAX_BODY_BYTES) || response.body.length > MAX_BODY_BYTES;
}

function shortenBodies(exchange: RecordedExchange): void {
  const { request, response } = exchange;
  exchange.lengths = { request: request.body?.length ?? 0, response: response.body.length };
  exchange.request = withShortBody(request);
  exchange.response = withShortBody(response);
}

/** Message with the beginning of its body. */
function withShortBody<T extends MockRequest | MockResponse>(message: T): T {
  const { body } = message;
  return body ? { ...message, body: beginningOf(body) } : message;
}

/** Copy of the beginning of a body, because a subarray would keep the whole body in memory. Responses share bodies. */
const beginningOf = cachedBy((body: Uint8Array) => Uint8Array.from(body.subarray(0, MAX_BODY_BYTES)));
