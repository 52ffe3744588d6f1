import type { Reason } from "./reasons.ts";

/**
 * Headers as node:http (`headers`, `headersDistinct` or `rawHeaders`) or fetch give them, as pairs, or as a plain
 * object, with names in any case.
 */
export type ReceivedHeaders =
  | readonly string[]
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

interface SignatureHeaderValues {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

/**
 * The three signature headers of a delivery. A duplicate is rejected, because two readers could choose different ones.
 * @throws TypeError if the argument is not a set of headers.
 */
export function readSignatureHeaders(headers: ReceivedHeaders): SignatureHeaderValues | { readonly reason: Reason } {
  const [ids, timestamps, signatures] = [[], [], []] as [string[], string[], string[]];
  const valuesByName = new Map([
    ["webhook-id", ids],
    ["webhook-timestamp", timestamps],
    ["webhook-signature", signatures],
  ]);
  for (const [name, value] of listReceivedPairs(headers)) {
    const values = value === undefined ? undefined : valuesByName.get(name.toLowerCase());
    if (typeof value === "string") values?.push(value);
    else values?.push(...requireTexts(name, value));
  }

  if (ids.length > 1 || timestamps.length > 1 || signatures.length > 1) return { reason: "duplicate-header" };
  const [[id], [timestamp], [signature]] = [ids, timestamps, signatures];
  if (id && timestamp && signature) return { id, timestamp, signature };
  return { reason: "missing-header" };
}

type Pair = readonly [name: string, value: string | readonly string[] | undefined];

function listReceivedPairs(headers: ReceivedHeaders): Iterable<Pair> {
  if (typeof headers !== "object" || (headers as unknown) === null)
    throw new TypeError("Cannot verify without headers: give those of the request, as they were received");
  if (Array.isArray(headers) && typeof headers[0] === "string") return flatPairs(headers as readonly string[]);
  if (Symbol.iterator in headers) return headers as Iterable<Pair>;
  return Object.entries(headers);
}

/** Pairs of alternating names and values, as in `rawHeaders` of node:http. */
function flatPairs(headers: readonly string[]): Pair[] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as const] : []));
}

function requireTexts(name: string, values: unknown): readonly string[] {
  if (Array.isArray(values) && values.every((value) => typeof value === "string")) return values;
  const kind = values === null ? "null" : typeof values;
  throw new TypeError(`Cannot read the header "${name}": its value is of type "${kind}", not a text`);
}
