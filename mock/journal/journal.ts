import type { Route } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../exchange.ts";
import type { JournalEntry, Recorded } from "./entry.ts";
import { type JournalQuery, checkQuery, matches } from "./query.ts";
import { readEntry } from "./read.ts";

/** What went between an organization and the mock. */
export interface Journal {
  /** Whose it is; nobody's where it has what all sent. */
  readonly organization?: string;
  /** The operations that could have been called. */
  readonly routes: readonly Route[];
  /**
   * The exchanges that are meant, the earliest first; secrets are masked.
   * @throws RangeError where none can be meant: no operation has that name, say.
   */
  entries(query?: JournalQuery): JournalEntry[];
  /** How many exchanges are meant. */
  count(query?: JournalQuery): number;
  /** Forgets all exchanges. */
  clear(): void;
}

/** A journal that can be written. */
export interface Recorder extends Journal {
  /** How many exchanges it keeps now. */
  readonly size: number;
  /** Keeps an exchange, which must not change any more. */
  record(exchange: Recorded): void;
}

export interface JournalSettings {
  readonly organization: string;
  /** Asked each time: contracts may be read again. */
  readonly routes: readonly Route[];
  /** How many exchanges are kept: the latest. */
  readonly limit: number;
}

/** Of a longer body, only so many bytes are kept. */
const MAX_BODY_BYTES = 16 * 1024;

/** Creates an empty journal. To record is to keep references; reading and masking are left to who asks. */
export function createJournal(settings: JournalSettings): Recorder {
  const { organization, limit } = settings;
  /** A ring: the exchange of number n stands at (n - 1) % limit. */
  let kept: Recorded[] = [];
  let total = 0;

  return {
    organization,
    get routes() {
      return settings.routes;
    },
    get size() {
      return kept.length;
    },
    record(exchange) {
      if (limit === 0) return;
      if (isLong(exchange)) shorten(exchange);
      kept[total % limit] = exchange;
      total++;
    },
    entries: (query = {}) => found(query).map(([recorded, number]) => readEntry(recorded, number)),
    count: (query = {}) => found(query).length,
    clear() {
      kept = [];
      total = 0;
    },
  };

  function found(query: JournalQuery): (readonly [Recorded, number])[] {
    checkQuery(query, settings.routes);
    const most = query.limit ?? Infinity;
    const result: (readonly [Recorded, number])[] = [];
    for (let number = total; number > total - kept.length && result.length < most; number--) {
      const recorded = kept[(number - 1) % limit] as Recorded;
      if (matches(recorded, query)) result.push([recorded, number]);
    }
    return result.toReversed();
  }
}

function isLong({ request, response }: Recorded): boolean {
  return (request.body !== undefined && request.body.length > MAX_BODY_BYTES) || response.body.length > MAX_BODY_BYTES;
}

function shorten(exchange: Recorded): void {
  const { request, response } = exchange;
  exchange.lengths = { request: request.body?.length ?? 0, response: response.body.length };
  exchange.request = shortened(request);
  exchange.response = shortened(response);
}

/** With a copy of the beginning: a part of a body would keep all of it. */
function shortened<T extends MockRequest | MockResponse>(message: T): T {
  const { body } = message;
  return body ? { ...message, body: Uint8Array.from(body.subarray(0, MAX_BODY_BYTES)) } : message;
}
