import type { About } from "./about.ts";
import type { Archived } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Kept, archivedOf } from "./archived-of.ts";

/** Keeps the exchanges of a run; of many, those that matter. */
export interface Archive {
  /** Is told whom the run is about, before anything else. */
  begin(target: ArchivedTarget): void;
  /** Is told of every exchange. */
  seen(exchange: Exchange, about: About): void;
  /** Is told of the exchanges that show a finding. */
  found(id: string, exchanges: readonly Exchange[], about: About): void;
  /** What was kept, in the order of the requests, secrets masked. */
  entries(): readonly Archived[];
  /** How many exchanges were not kept. */
  omitted(): number;
}

interface ArchivedTarget {
  readonly url: string;
  /** By API, where they have hosts of their own. */
  readonly hosts?: Readonly<Record<string, string>>;
  mask(text: string): string;
}

/** More exchanges, or more characters in their bodies, are not kept. */
const MOST = { exchanges: 5_000, characters: 64 * 1024 * 1024 };

/** So many exchanges of each operation and status are kept at any rate. */
const FIRST = 3;

/** Of a longer body, its beginning is kept. */
const LONGEST = 16 * 1024;

export function createArchive(most = MOST): Archive {
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
    const entry = entryOf(exchange, about, count <= FIRST);
    known.set(exchange, entry);
    if (!isFull || entry.isFirst) keep(entry);
  }

  function found(id: string, exchanges: readonly Exchange[], about: About): void {
    for (const exchange of exchanges) {
      // What was not answered at all was never seen.
      const entry = known.get(exchange) ?? entryOf(exchange, about, false);
      known.set(exchange, entry);
      entry.findings.add(id);
      keep(entry);
    }
  }

  function entryOf(exchange: Exchange, about: About, isFirst: boolean): Kept {
    return { ...about, exchange: cut(exchange), number: seenSoFar++, isFirst, findings: new Set() };
  }

  function keep(entry: Kept): void {
    if (kept.has(entry)) return;
    kept.add(entry);
    const { request, response } = entry.exchange;
    characters += (request.body?.length ?? 0) + response.body.length;
    if (isFull || (kept.size <= most.exchanges && characters <= most.characters)) return;
    isFull = true;
    for (const each of kept) if (!each.isFirst && each.findings.size === 0) kept.delete(each);
  }
}

/** A copy: what is cut off a text goes only when nobody has the whole of it. */
function cut(exchange: Exchange): Kept["exchange"] {
  const { request, response } = exchange;
  const shortened = (text: string): string =>
    text.length <= LONGEST ? text : Buffer.from(text.slice(0, LONGEST)).toString();
  return {
    ...exchange,
    request: request.body === undefined ? request : { ...request, body: shortened(request.body) },
    response: { ...response, body: shortened(response.body) },
    bytes: { request: Buffer.byteLength(request.body ?? ""), response: Buffer.byteLength(response.body) },
  };
}
