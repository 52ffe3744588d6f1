import { nearestWords } from "../../contracts/index.ts";
import type { JournalEntry } from "./entry.ts";
import type { Journal } from "./journal.ts";
import { type JournalQuery, isNamed } from "./query.ts";

/** What an organization should have received. */
export interface Expected extends Omit<JournalQuery, "limit"> {
  /** Exactly so often; at least once if not said. */
  readonly times?: number;
}

/** Whether it did. */
export interface Verified {
  readonly holds: boolean;
  readonly count: number;
  /** What was expected and what came, for a person: of what holds, why its contrary does not. */
  readonly message: string;
}

/** So many exchanges, or kinds of them, a message shows at most. */
const SHOWN = 10;

/** Says whether an organization received what was expected, and what it received instead. */
export function verify(journal: Journal, { times, ...query }: Expected): Verified {
  const count = journal.count(query);
  const holds = times === undefined ? count > 0 : count === times;
  const wanted = `${describe(query)}${times === undefined ? "" : ` ${often(times)}`}`;
  const who = journal.organization === undefined ? "the mock" : JSON.stringify(journal.organization);
  const claim = `Expected ${who} ${holds ? "not " : ""}to have received ${wanted}`;
  if (count > 0) {
    const shown = journal.entries({ ...query, limit: SHOWN });
    const earlier = count > shown.length ? [`  and ${count - shown.length} before`] : [];
    return {
      holds,
      count,
      message: [`${claim}, but it came ${often(count)}:`, ...shown.map(line), ...earlier].join("\n"),
    };
  }
  const unknown = query.operation === undefined ? [] : hints(journal, query.operation);
  const others = grouped(journal.entries());
  if (others.length === 0)
    return { holds, count, message: [`${claim}, but it received nothing`, ...unknown].join("\n") };
  return { holds, count, message: [`${claim}, but it received:`, ...others, ...unknown].join("\n") };
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

/** The fix for a name that no operation has. */
function hints({ routes }: Journal, name: string): string[] {
  if (routes.some((route) => isNamed(route, name))) return [];
  const names = routes.flatMap((route) => (name.includes(" ") ? [route.name] : [route.id]));
  const near = nearestWords(name, names, 3);
  const nearest = near.length === 0 ? "" : `; the nearest ${near.length === 1 ? "is" : "are"} ${near.join(", ")}`;
  return [`There is no operation "${name}"${nearest}`];
}
