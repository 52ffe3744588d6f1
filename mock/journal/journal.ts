import type { Route } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { JournalEntry, Recorded } from "./entry.ts";
import { type JournalQuery, checkQuery, matches } from "./query.ts";
import { readEntry } from "./read.ts";
import type { Holder, Room } from "./room.ts";

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
  /** The exchanges that are meant, the earliest first, without reading them. */
  outlines(query?: JournalQuery): readonly { readonly at: number; readonly read: () => JournalEntry }[];
  /** Keeps an exchange, which must not change any more. */
  record(exchange: Recorded): void;
}

export interface JournalSettings {
  readonly organization: string;
  /** Asked each time: contracts may be read again. */
  readonly routes: readonly Route[];
  /** How many exchanges are kept: the latest. */
  readonly limit: number;
  /** What it shares with the journals of others. */
  readonly room: Room;
}

/** Of a longer body, only so many bytes are kept. */
const MAX_BODY_BYTES = 16 * 1024;

/** So many bytes one journal keeps at most; what is older is forgotten. */
const MAX_BYTES = 4 * 1024 * 1024;

/** About what an exchange takes beside its bodies and its URL. */
const BYTES_BESIDE = 1024;

/** About what a violation takes beside its texts. */
const BYTES_OF_VIOLATION = 64;

/** Creates an empty journal. To record is to keep references; reading and masking are left to who asks. */
export function createJournal(settings: JournalSettings): Recorder {
  const { organization, limit, room } = settings;
  /** A ring: the exchange of number n stands at (n - 1) % limit. */
  let kept: (Recorded | undefined)[] = [];
  let total = 0;
  let dropped = 0;
  let bytes = 0;
  const holder: Holder = {
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
      return holder.size;
    },
    record(exchange) {
      if (limit === 0) return;
      if (isLong(exchange)) shorten(exchange);
      if (holder.size === limit) dropOldest();
      kept[total % limit] = exchange;
      total++;
      exchange.bytes = bytesOf(exchange);
      bytes += exchange.bytes;
      while (bytes > MAX_BYTES) dropOldest();
      room.take(holder, exchange.bytes);
    },
    entries: (query = {}) => found(query).map(([recorded, number]) => readEntry(recorded, number)),
    outlines: (query = {}) =>
      found(query).map(([recorded, number]) => ({ at: recorded.at, read: () => readEntry(recorded, number) })),
    count: (query = {}) => found(query).length,
    clear() {
      room.giveBack(bytes);
      room.leave(holder);
      kept = [];
      total = dropped = bytes = 0;
    },
  };

  function dropOldest(): void {
    const { bytes: size } = kept[dropped % limit] as Recorded;
    kept[dropped % limit] = undefined;
    dropped++;
    bytes -= size;
    room.giveBack(size);
  }

  function found(query: JournalQuery): (readonly [Recorded, number])[] {
    checkQuery(query, settings.routes);
    const most = query.limit ?? Infinity;
    const result: (readonly [Recorded, number])[] = [];
    for (let number = total; number > dropped && result.length < most; number--) {
      const recorded = kept[(number - 1) % limit] as Recorded;
      if (matches(recorded, query)) result.push([recorded, number]);
    }
    return result.toReversed();
  }
}

function bytesOf({ request, response, refusal, assumedViolations }: Recorded): number {
  let bytes = BYTES_BESIDE + request.url.length + (request.body?.length ?? 0) + response.body.length;
  for (const name in request.headers) bytes += name.length + (request.headers[name]?.length ?? 0);
  if (refusal?.violations) bytes += bytesOfViolations(refusal.violations);
  if (assumedViolations) bytes += bytesOfViolations(assumedViolations);
  return bytes;
}

function bytesOfViolations(violations: readonly RequestViolation[]): number {
  return violations.reduce(
    (sum, { pointer, expected, got, member = "" }) =>
      sum + BYTES_OF_VIOLATION + pointer.length + expected.length + got.length + member.length,
    0,
  );
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
