import type { Archived, ArchivedMessage } from "../../formats/index.ts";
import type { Exchange, ExchangeRecord } from "../model/exchange.ts";
import { type JsonSchema, type Operation, findJsonMedia, findResponse } from "../../contracts/index.ts";
import { maskBody, maskHeadersByContract, maskUrl, maskedForm } from "../../contracts/secrets/index.ts";
import { shownHeaders } from "../findings/failure.ts";
import { properties } from "../properties/index.ts";

/** A kept exchange. */
interface KeptExchange extends ExchangeRecord {
  readonly exchange: Exchange & { readonly bytes: { readonly request: number; readonly response: number } };
  /** Index in the order of the responses, from 0. */
  readonly number: number;
  readonly isFirst: boolean;
}

const phaseOf = new Map(properties.map(({ id, phase }) => [id, phase]));

/** The archive entry of an exchange. Known secrets are masked, and so are values that the contract or their names mark as secret. */
function toArchiveEntry(
  { exchange, operation, contract, property, startedAt, durationMs, number, findings }: KeptExchange,
  { url, mask }: { readonly url: string; mask(text: string): string },
): Archived {
  const { request, response, bytes } = exchange;
  const phase = property === undefined ? undefined : phaseOf.get(property);
  const archiveMessage = (
    { headers, body = "" }: { readonly headers: Readonly<Record<string, string>>; readonly body?: string },
    size: number,
    schema: JsonSchema | undefined,
  ): ArchivedMessage => {
    const type = headers["content-type"] ?? "";
    const isForm = type.includes("x-www-form-urlencoded");
    return {
      headers: Object.entries(maskHeadersByContract(headers, operation)).map(([name, value]) => [name, mask(value)]),
      bytes: size,
      text: mask(maskBody(isForm ? maskedForm(body) : body, { type, contract, schema })),
      ...(Buffer.byteLength(body) < size && { comment: "Only the beginning was kept" }),
    };
  };
  return {
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 1000) / 1000,
    method: request.method,
    url: url + mask(maskUrl(request.path, operation)),
    request: archiveMessage(
      { ...request, headers: shownHeaders(operation, exchange) },
      bytes.request,
      sentSchema(operation),
    ),
    response: {
      status: response.status,
      ...archiveMessage(response, bytes.response, answeredSchema(operation, response.status)),
      ...(response.status === 0 && { comment: "It was not answered" }),
    },
    annotations: {
      number: number + 1,
      api: operation.api,
      operation: operation.name,
      ...(phase !== undefined && property !== undefined && { phase, property }),
      findings: [...findings],
    },
  };
}

function sentSchema({ body }: Operation): JsonSchema | undefined {
  return body && findJsonMedia(body.content)?.schema?.value;
}

function answeredSchema(operation: Operation, status: number): JsonSchema | undefined {
  return findJsonMedia(findResponse(operation, status)?.content ?? [])?.schema?.value;
}

/** Archive of the exchanges of a run. When it is full, it keeps findings and the first exchanges of each operation and status. */
export interface Archive {
  /** Sets the target. Called before all other methods. */
  setTarget(target: ArchivedTarget): void;
  record(record: ExchangeRecord): void;
  /** Keeps an exchange that shows a finding, answered or not. */
  keep(record: ExchangeRecord): void;
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
  const kept = new Set<KeptExchange>();
  const known = new WeakMap<ExchangeRecord, KeptExchange>();
  const counts = new Map<string, number>();
  let target: ArchivedTarget = { url: "", mask: (text) => text };
  let isFull = false;
  let characters = 0;
  let seenSoFar = 0;
  return {
    setTarget: (begun) => void (target = begun),
    record,
    keep: (shown) => keepEntry(known.get(shown) ?? createKeptExchange(shown, false)),
    entries: () =>
      [...kept]
        .toSorted((one, other) => one.number - other.number)
        .map((each) => toArchiveEntry(each, { ...target, url: target.hosts?.[each.operation.api] ?? target.url })),
    omitted: () => seenSoFar - kept.size,
  };

  function record(exchanged: ExchangeRecord): void {
    const { exchange, operation } = exchanged;
    const key = `${operation.api} ${operation.name} ${exchange.response.status}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const entry = createKeptExchange(exchanged, count <= ALWAYS_KEPT);
    if (!isFull || entry.isFirst) keepEntry(entry);
  }

  function createKeptExchange(exchanged: ExchangeRecord, isFirst: boolean): KeptExchange {
    const entry = { ...exchanged, exchange: withShortBodies(exchanged.exchange), number: seenSoFar++, isFirst };
    known.set(exchanged, entry);
    return entry;
  }

  function keepEntry(entry: KeptExchange): void {
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
function withShortBodies(exchange: Exchange): KeptExchange["exchange"] {
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
