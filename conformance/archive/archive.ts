import type { About } from "./about.ts";
import type { Archived } from "../../formats/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Kept, archivedOf } from "./archived-of.ts";

/** Archive of the exchanges of a run. When it is full, it keeps findings and the first exchanges of each operation and status. */
export interface Archive {
  /** Sets the target. Called before all other methods. */
  begin(target: ArchivedTarget): void;
  /** Records an exchange. */
  seen(exchange: Exchange, about: About): void;
  /** Links exchanges to a finding that they show. */
  found(id: string, exchanges: readonly Exchange[], about: About): void;
  /** Kept exchanges in the order of the responses, with secrets masked. */
  entries(): readonly Archived[];
  /** Number of exchanges that were not kept. */
  omitted(): number;
}

interface ArchivedTarget {
  readonly url: string;
  /** URL of each API, if APIs have their own hosts. */
  readonly hosts?: Readonly<Record<string, string>>;
  mask(text: string): string;
}

/** Limits on the number of exchanges and on the characters in their bodies. */
const LIMITS = { exchanges: 5_000, characters: 64 * 1024 * 1024 };

/** Number of exchanges of each operation and status that are always kept. */
const ALWAYS_KEPT = 3;

/** Maximum number of characters kept of a body. */
const MAX_BODY_LENGTH = 16 * 1024;

export function createArchive(limits = LIMITS): Archive {
  const kept = new Set<Kept>();
  const known = new WeakMap<Exchange, Kept>();
  const counts = new Map<string, number>();
  let target: ArchivedTarget = { url: "", mask: (text) => text };
  let isFull = false;
  let characters = 0;
  let seenSoFar = 0;
  return {
    begin: (begun) => void (target = begun),
    seen,
    found,
    entries: () =>
      [...kept]
        .toSorted((one, other) => one.number - other.number)
        .map((each) => archivedOf(each, { ...target, url: target.hosts?.[each.operation.api] ?? target.url })),
    omitted: () => seenSoFar - kept.size,
  };

  function seen(exchange: Exchange, about: About): void {
    const key = `${about.operation.api} ${about.operation.name} ${exchange.response.status}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const entry = entryOf(exchange, about, count <= ALWAYS_KEPT);
    known.set(exchange, entry);
    if (!isFull || entry.isFirst) keep(entry);
  }

  function found(id: string, exchanges: readonly Exchange[], about: About): void {
    for (const exchange of exchanges) {
      // A request without a response was never recorded by `seen`.
      const entry = known.get(exchange) ?? entryOf(exchange, about, false);
      known.set(exchange, entry);
      entry.findings.add(id);
      keep(entry);
    }
  }

  function entryOf(exchange: Exchange, about: About, isFirst: boolean): Kept {
    return { ...about, exchange: withShortBodies(exchange), number: seenSoFar++, isFirst, findings: new Set() };
  }

  function keep(entry: Kept): void {
    if (kept.has(entry)) return;
    kept.add(entry);
    const { request, response } = entry.exchange;
    characters += (request.body?.length ?? 0) + response.body.length;
    if (isFull || (kept.size <= limits.exchanges && characters <= limits.characters)) return;
    isFull = true;
    for (const each of kept) if (!each.isFirst && each.findings.size === 0) kept.delete(each);
  }
}

/** The exchange with shortened bodies. Texts are copied through a buffer, because a slice would keep the whole text in memory. */
function withShortBodies(exchange: Exchange): Kept["exchange"] {
  const { request, response } = exchange;
  const shorten = (text: string): string =>
    text.length <= MAX_BODY_LENGTH ? text : Buffer.from(text.slice(0, MAX_BODY_LENGTH)).toString();
  return {
    ...exchange,
    request: request.body === undefined ? request : { ...request, body: shorten(request.body) },
    response: { ...response, body: shorten(response.body) },
    bytes: { request: Buffer.byteLength(request.body ?? ""), response: Buffer.byteLength(response.body) },
  };
}
