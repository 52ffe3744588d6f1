import { omitUndefined } from "../../contracts/index.ts";
import { MASK } from "../../contracts/secrets/index.ts";
import { record, whole } from "../model/shape.ts";
import type { JournalEntry } from "./entry.ts";
import { type Difference, findDifferences, expectedText, namesParts, readRequestParts } from "./expected-request.ts";
import type { Journal } from "./journal.ts";
import { type JournalQuery, checkQuery, queryMembers } from "./query.ts";

/** Exchanges that an organization should have received. */
export interface Expected extends Omit<JournalQuery, "limit"> {
  /** Exact number. Default: at least one. */
  readonly times?: number;
}

/** Result of a verification. */
export interface Verified {
  readonly holds: boolean;
  readonly count: number;
  /** Readable comparison of the expected and the recorded exchanges. */
  readonly message: string;
}

/** Maximum number of exchanges, or groups of exchanges, in a message. */
const MAX_SHOWN = 10;

/** Maximum number of exchanges whose differences are shown, and of differences of one. */
const [MAX_NEAREST, MAX_DIFFERENCES] = [3, 5];

const expectedShape = record({ ...queryMembers, times: whole() });

/**
 * Compares the recorded exchanges with the expected ones. With `isNegated`, the message says that they were not
 * expected. `holds` does not depend on it. A journal that other processes share must be complete: `verify(await journal.complete(), …)`.
 * @throws RangeError if the expectation is invalid, such as an unknown operation, or if the result depends on a body
 * that the journal did not keep.
 */
export function verify(journal: Journal, expected: Expected, isNegated = false): Verified {
  checkQuery(expected, journal.routes, expectedShape);
  const { times, ...query } = expected;
  const count = journal.count(query);
  if (times !== undefined || count === 0) requireBodies(journal, query);
  const holds = times === undefined ? count > 0 : count === times;
  const expectation = `${describeQuery(query)}${times === undefined ? "" : ` ${timesText(times)}`}`;
  const receiver = journal.organization === undefined ? "the mock" : JSON.stringify(journal.organization);
  const claim = `Expected ${receiver} ${isNegated ? "not " : ""}to have received ${expectation}`;
  const start = `${claim}, ${holds === isNegated ? "but" : "and"} it`;
  const lines = [...(count > 0 ? matchingLines() : otherLines()), ...missingLines(journal)];
  return { holds, count, message: lines.join("\n") };

  function matchingLines(): string[] {
    const shown = journal.entries({ ...query, limit: MAX_SHOWN });
    const earlier = count > shown.length ? [`  and ${count - shown.length} before`] : [];
    return [`${start} came ${timesText(count)}:`, ...shown.map(line), ...earlier];
  }

  function otherLines(): string[] {
    const nearest = nearestLines(journal, query);
    if (nearest.length > 0) return [`${start} came with other values. The nearest:`, ...nearest];
    const others = groupExchanges(journal.entries());
    if (others.length === 0) return [`${start} received nothing`];
    return [`${start} received:`, ...others];
  }
}

/** @throws RangeError if an exchange that may match has a body of which only the beginning was kept. */
function requireBodies(journal: Journal, { body, ...others }: JournalQuery): void {
  if (body === undefined) return;
  const cut = journal.entries(others).find(({ request }) => request.isCut);
  if (cut === undefined) return;
  const { number, request } = cut;
  throw new RangeError(
    `Cannot compare the body of #${number}: it has ${request.bytes} bytes, and the journal kept only its beginning`,
  );
}

/** Exchanges that differ from the expected one only in parts of the request, with the differences. */
function nearestLines(journal: Journal, { query, headers, body, ...others }: JournalQuery): string[] {
  const expected = omitUndefined({ query, headers, body });
  if (!namesParts(expected)) return [];
  const candidates = journal.entries(others).map((entry) => {
    const differences = findDifferences(readRequestParts(entry.url, entry.request), expected);
    // A masked value may be equal.
    const certain = differences.filter(({ got }) => !isMasked(got));
    return { entry, differences: certain.length > 0 ? certain : differences };
  });
  return candidates
    .toSorted(
      (one, other) => one.differences.length - other.differences.length || other.entry.number - one.entry.number,
    )
    .slice(0, MAX_NEAREST)
    .flatMap(({ entry, differences }) => [line(entry), ...differenceLines(differences)]);
}

function differenceLines(differences: readonly Difference[]): string[] {
  const lines = differences.slice(0, MAX_DIFFERENCES).map(({ place, expected, got }) => {
    const gotText = got === undefined ? "nothing" : JSON.stringify(got);
    return `    ${place}: expected ${expectedText(expected)}, got ${gotText}${isMasked(got) ? " (masked)" : ""}`;
  });
  const rest = differences.length - lines.length;
  if (rest > 0) return [...lines, `    and ${rest} more`];
  return lines;
}

function isMasked(value: Difference["got"]): boolean {
  return value !== undefined && JSON.stringify(value).includes(MASK);
}

/** Lines about exchanges that may be missing. */
function missingLines({ completeUntil, lost }: Journal): string[] {
  return [
    ...(completeUntil === undefined
      ? []
      : [`  Exchanges since ${completeUntil} may be missing: a process of the mock did not write them in time`]),
    ...(lost === undefined ? [] : [`  ${lost} exchanges are missing: they were dropped while the database was away`]),
  ];
}

/** One line for each group of equal exchanges, with their number. The latest groups. */
function groupExchanges(entries: readonly JournalEntry[]): string[] {
  const groups = new Map<string, number>();
  for (const { method, url, operation, name, status, verdict, reason } of entries) {
    const request = operation === undefined ? `${method} ${url}` : `${operation} (${name})`;
    const reasonText = reason === undefined ? "" : `: ${reason}`;
    const text = `${request} → ${status} ${verdict}${reasonText}`;
    const before = groups.get(text) ?? 0;
    groups.delete(text);
    groups.set(text, before + 1);
  }
  const lines = [...groups].map(([text, count]) => `  ${count} × ${text}`);
  const rest = lines.length - MAX_SHOWN;
  if (rest > 0) return [`  (${rest} other kinds before)`, ...lines.slice(-MAX_SHOWN)];
  return lines;
}

function describeQuery({ operation, method, status, verdict, since, ...parts }: JournalQuery): string {
  const named = Object.entries(parts).filter(([, value]) => value !== undefined);
  const words = [
    operation ?? (method === undefined ? "a request" : ""),
    method === undefined ? "" : operation === undefined ? `a ${method.toUpperCase()}` : `by ${method.toUpperCase()}`,
    verdict === undefined ? "" : `that was ${verdict}`,
    status === undefined ? "" : `with status ${status}`,
    since === undefined ? "" : `since ${new Date(since).toISOString()}`,
    ...named.map(([part, value]) => `with the ${part} ${expectedText(value)}`),
  ];
  return words.filter((part) => part !== "").join(" ");
}

function timesText(times: number): string {
  return times === 1 ? "once" : `${times} times`;
}

function line({ number, method, url, operation, status, verdict, reason }: JournalEntry): string {
  const reasonText = reason === undefined ? "" : `: ${reason}`;
  return `  #${number} ${operation === undefined ? "" : `${operation} `}${method} ${url} → ${status} ${verdict}${reasonText}`;
}
