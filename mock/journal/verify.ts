import { record, whole } from "../model/shape.ts";
import type { JournalEntry } from "./entry.ts";
import type { Journal } from "./journal.ts";
import { type JournalQuery, checkQuery, queryMembers } from "./query.ts";

/** What an organization should have received. */
export interface Expected extends Omit<JournalQuery, "limit"> {
  /** Exactly so often; at least once if not said. */
  readonly times?: number;
}

/** Whether it did. */
export interface Verified {
  readonly holds: boolean;
  readonly count: number;
  /** What was expected and what came, for a person. */
  readonly message: string;
}

/** So many exchanges, or kinds of them, a message shows at most. */
const SHOWN = 10;

const faultOfExpected = record({ ...queryMembers, times: whole() });

/**
 * Says whether an organization received what was expected, and what came. With `isContrary`, the message is of
 * somebody who expected the contrary; whether it holds is not.
 * @throws RangeError where nothing can be that is expected: no operation has that name, say.
 */
export function verify(journal: Journal, expected: Expected, isContrary = false): Verified {
  checkQuery(expected, journal.routes, faultOfExpected);
  const { times, ...query } = expected;
  const count = journal.count(query);
  const holds = times === undefined ? count > 0 : count === times;
  const wanted = `${describe(query)}${times === undefined ? "" : ` ${often(times)}`}`;
  const who = journal.organization === undefined ? "the mock" : JSON.stringify(journal.organization);
  const claim = `Expected ${who} ${isContrary ? "not " : ""}to have received ${wanted}`;
  const came = `${claim}, ${holds === isContrary ? "but" : "and"} it`;
  return { holds, count, message: (count > 0 ? whatCame() : whatElse()).join("\n") };

  function whatCame(): string[] {
    const shown = journal.entries({ ...query, limit: SHOWN });
    const earlier = count > shown.length ? [`  and ${count - shown.length} before`] : [];
    return [`${came} came ${often(count)}:`, ...shown.map(line), ...earlier];
  }

  function whatElse(): string[] {
    const others = grouped(journal.entries());
    return others.length === 0 ? [`${came} received nothing`] : [`${came} received:`, ...others];
  }
}

/** What came, each kind once with how often it did; the latest kinds. */
function grouped(entries: readonly JournalEntry[]): string[] {
  const groups = new Map<string, number>();
  for (const { method, url, operation, name, status, verdict, reason } of entries) {
    const what = operation === undefined ? `${method} ${url}` : `${operation} (${name})`;
    const why = reason === undefined ? "" : `: ${reason}`;
    const text = `${what} → ${status} ${verdict}${why}`;
    const before = groups.get(text) ?? 0;
    groups.delete(text);
    groups.set(text, before + 1);
  }
  const kinds = [...groups].map(([text, count]) => `  ${count} × ${text}`);
  const rest = kinds.length - SHOWN;
  return rest > 0 ? [`  (${rest} other kinds before)`, ...kinds.slice(-SHOWN)] : kinds;
}

function describe({ operation, method, status, verdict, since }: JournalQuery): string {
  const parts = [
    operation ?? (method === undefined ? "a request" : ""),
    method === undefined ? "" : operation === undefined ? `a ${method.toUpperCase()}` : `by ${method.toUpperCase()}`,
    verdict === undefined ? "" : `that was ${verdict}`,
    status === undefined ? "" : `with status ${status}`,
    since === undefined ? "" : `since ${new Date(since).toISOString()}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function often(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function line({ number, method, url, operation, status, verdict, reason }: JournalEntry): string {
  const why = reason === undefined ? "" : `: ${reason}`;
  return `  #${number} ${operation === undefined ? "" : `${operation} `}${method} ${url} → ${status} ${verdict}${why}`;
}
